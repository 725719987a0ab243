import { Link } from 'react-router'
import type { PostRecord } from '../../contract/records.ts'
import { plainText } from '../../domain/plain-text.ts'
import { recordStory } from '../../domain/record-story.ts'
import { Badges, SeverityBadge, StatusBadge } from '../../ui/parts/badge.tsx'
import { FoldSummary } from '../../ui/parts/fold-summary.tsx'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import { statusOf } from '../../ui/parts/status.ts'
import tones from '../../ui/parts/tone.module.css'
import { Moment } from '../../ui/times/moment.tsx'
import { UpdatedMark } from '../live/updated-mark.tsx'
import type { HeadingLevel } from '../parts/page-head.tsx'
import { PromisedMoment } from '../times/promised-moment.tsx'
import { actualTimes } from './actual-times.ts'
import type { AffectedPlaces, NamedPlace } from './affected-places.ts'
import { Fact } from './fact.tsx'
import type { ListLink } from './list-of-record.ts'
import { PrintedAddress } from './printed-address.tsx'
import styles from './record-head.module.css'
import { LatestUpdate } from './record-history.tsx'
import { historyParts } from './record-history-entries.ts'
import { endOfRecord, isPutOff, isStillOpen, owesUpdate } from './record-span.ts'
import { StruckSpan } from './span-words.tsx'

export function RecordHead({
  record,
  list,
  path,
  level = 1,
  places,
}: {
  record: PostRecord
  list?: ListLink | undefined
  path?: string
  level?: HeadingLevel
  places: AffectedPlaces
}) {
  const Title = `h${level}` as const
  const lead = leadOf(record)
  return (
    <header className={styles.head}>
      {list !== undefined && (
        <p className={styles.back}>
          <Link to={list.path}>{list.name}</Link>
        </p>
      )}
      <Badges>
        <SeverityBadge tid={record.severityId} />
        {record.status !== '' && <StatusBadge status={record.status} />}
        <UpdatedMark id={record.id} />
      </Badges>
      <Title className={styles.title} data-long={isLongTitle(record.title) ? '' : undefined} dir="auto">
        {record.title}
      </Title>
      {path !== undefined && <PrintedAddress path={path} />}
      <LatestUpdate record={record} path={path} level={level === 1 ? 2 : 3} />
      <NextUpdate record={record} />
      {lead !== '' && (
        <p className={styles.summary} dir="auto">
          {lead}
        </p>
      )}
      <Glance record={record} places={places} />
    </header>
  )
}

const LONG_TITLE_CHARACTERS = 90

function isLongTitle(title: string) {
  return title.length > LONG_TITLE_CHARACTERS
}

/** Many first updates start with the summary; don't show it twice. */
function leadOf(record: PostRecord): string {
  const { lead } = recordStory(record)
  const latest = historyParts(record).latest.at(-1)?.update?.body ?? ''
  return plainText(latest).startsWith(plainText(lead)) ? '' : lead
}

function Glance({
  record,
  places: { wholeCloud, services, dataCenters },
}: {
  record: PostRecord
  places: AffectedPlaces
}) {
  return (
    <div className={styles.glance}>
      <dl>
        <When record={record} />
      </dl>
      {wholeCloud !== undefined && (
        <dl>
          <Fact term="Affected">{wholeCloud}</Fact>
        </dl>
      )}
      {services.length + dataCenters.length > 0 && (
        <dl>
          {services.length > 0 && (
            <Fact term="Affected services">
              <FoldedNames names={services} />
            </Fact>
          )}
          {dataCenters.length > 0 && (
            <Fact term="Affected data centers">
              <FoldedNames names={dataCenters} />
            </Fact>
          )}
        </dl>
      )}
    </div>
  )
}

function When({ record }: { record: PostRecord }) {
  const words = timeWords(record)
  const end = endOf(record)
  const actual = actualTimes(record)
  if (isPutOff(record) && record.fromTime !== null)
    return <WasPlanned record={record} from={record.fromTime} />
  return (
    <>
      {record.fromTime === null ? (
        <Fact term="Posted at">
          <Moment at={record.posted_on} />
        </Fact>
      ) : (
        <Fact term={words.from}>
          <Moment at={record.fromTime} />
        </Fact>
      )}
      {end !== undefined && (
        <Fact term={end.term}>
          <Moment at={end.at} />
        </Fact>
      )}
      {end === undefined && isStillOpen(record) && <Fact term={words.to}>Ongoing</Fact>}
      <Actual from={actual?.from} to={actual?.to} />
    </>
  )
}

function WasPlanned({ record, from }: { record: PostRecord; from: string }) {
  return (
    <>
      <Fact term="Was planned">
        <StruckSpan span={{ from, to: record.toTime }} />
      </Fact>
      <Actual from={record.actual_from_time} to={record.actual_to_time} />
    </>
  )
}

function Actual({ from, to }: { from: string | undefined; to: string | undefined }) {
  return (
    <>
      {from !== undefined && (
        <Fact term="Actual start">
          <Moment at={from} />
        </Fact>
      )}
      {to !== undefined && (
        <Fact term="Actual end">
          <Moment at={to} />
        </Fact>
      )}
    </>
  )
}

/** An announcement may be closed while its subject continues. */
function endOf(record: PostRecord) {
  const at = endOfRecord(record)
  if (at === null) return undefined
  const isAnnounced = record.post_type === 'advisory' || record.post_type === 'notification'
  return { term: isAnnounced && record.toTime === null ? 'Closed at' : timeWords(record).to, at }
}

function timeWords(record: PostRecord) {
  const { post_type, status } = record
  switch (post_type) {
    case 'incident':
      return { from: 'Started at', to: 'Ended at' }
    case 'maintenance':
      if (statusOf(status).phase === 'ahead' || actualTimes(record) !== undefined)
        return { from: 'Planned start', to: 'Planned end' }
      // It may take longer.
      return { from: 'Start', to: record.closed_on === null ? 'Planned end' : 'End' }
    case 'advisory':
      return { from: 'From', to: 'To' }
    case 'notification':
      return { from: 'Takes effect', to: 'Until' }
  }
}

function NextUpdate({ record }: { record: PostRecord }) {
  if (!owesUpdate(record)) return null
  return (
    <p className={styles.promise}>
      Next update promised by{' '}
      <span className={styles.screen}>
        <PromisedMoment at={record.next_update} after={record.fromTime} />
      </span>
      <span className={styles.paper}>
        <Moment at={record.next_update} />
      </span>
    </p>
  )
}

const NAMES_SHOWN = 4

function FoldedNames({ names }: { names: readonly NamedPlace[] }) {
  const hasFold = names.length > NAMES_SHOWN + 1
  if (!hasFold) return <Names names={names} />
  return (
    <div className={styles.folded}>
      <Names names={names.slice(0, NAMES_SHOWN)} />
      <details className={styles.rest}>
        <FoldSummary>
          <span className={styles.more}>and {names.length - NAMES_SHOWN} more</span>
          <span className={styles.fewer}>Show fewer</span>
        </FoldSummary>
        <Names names={names.slice(NAMES_SHOWN)} />
      </details>
    </div>
  )
}

function Names({ names }: { names: readonly NamedPlace[] }) {
  return (
    <ul className={styles.names}>
      {names.map(({ name, to, state }) => (
        <li key={name}>
          <bdi>{to === undefined ? name : <Link to={to}>{name}</Link>}</bdi>
          {state !== undefined && (
            <>
              {' '}
              <span className={`${tones.tone} ${styles.state}`} data-tone={state.tone}>
                (<StateShape tone={state.tone} /> {state.word})
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
