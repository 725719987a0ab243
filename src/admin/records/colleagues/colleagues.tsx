import type { PersonPresent, RecordDeed } from '../../../contract/admin/presence.ts'
import { DEEDS_SAID, deedDone, secondsAgoWords } from '../../../domain/newsroom/deed-words.ts'
import type { RecordKind } from '../../../domain/record.ts'
import styles from './colleagues.module.css'
import { peopleWords, type ShownPart } from './people-words.ts'

export function PeopleHere({ people, screen }: { people: readonly PersonPresent[]; screen?: ShownPart }) {
  return (
    <span className={styles.people} aria-live="polite">
      {peopleWords(people, screen).map((words) => (
        <span key={words}>{words}</span>
      ))}
    </span>
  )
}

export function DeedLines({
  deeds,
  kind,
  now,
}: {
  deeds: readonly RecordDeed[]
  kind: RecordKind
  /** Server time. */
  now: string
}) {
  return (
    <>
      {deeds.slice(-DEEDS_SAID).map((deed) => (
        <DeedLine key={`${deed.at}${deed.action}`} deed={deed} kind={kind} now={now} />
      ))}
      {deeds.length === 0 && <p role="status">This was changed in the meantime.</p>}
    </>
  )
}

function DeedLine({ deed, kind, now }: { deed: RecordDeed; kind: RecordKind; now: string }) {
  return (
    <p>
      {/* Without the age, which would be announced again with every change. */}
      <span role="status">{deedSentence(deed, kind)}</span>{' '}
      <time dateTime={deed.at} title={new Date(deed.at).toUTCString()}>
        {secondsAgoWords(new Date(deed.at), new Date(now))}
      </time>
      .
    </p>
  )
}

export function deedSentence(deed: RecordDeed, kind: RecordKind, of?: string): string {
  return deedDone({ ...deed, isPerson: deed.is_person, isYou: deed.is_you }, { kind, of })
}
