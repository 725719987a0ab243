import { useState } from 'react'
import type { Team, TeamNote, TeamPerson } from '../../contract/admin/team.ts'
import { storedWords, typedWords } from '../../domain/newsroom/team-words.ts'
import type { RecordKind } from '../../domain/record.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { listInWords } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { deedSentence } from '../records/colleagues/colleagues.tsx'
import { CommentBox } from './comment-box.tsx'
import styles from './team.module.css'
import { TeamWords } from './team-words-shown.tsx'
import type { TeamEntry } from './timeline.ts'

export function TeamEntryLine({
  entry,
  before,
  kind,
  ...of
}: {
  entry: TeamEntry
  /** The time of the entry above: the same date isn't repeated. */
  before: string | undefined
  kind: RecordKind
  people: readonly TeamPerson[]
  recordId: number
  onChanged: (team: Team) => void
  onRemove: (note: TeamNote) => void
}) {
  const time = <Moment at={entry.at} after={before} precision="minute" />
  switch (entry.kind) {
    case 'deed': {
      const { deed } = entry
      return (
        <li className={styles.deed}>
          {/* With a name: “you in another tab” would be odd in a list. */}
          <p>
            {deedSentence({ ...deed, is_you: false }, kind)} {time}
          </p>
          {deed.changes.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </li>
      )
    }
    case 'taken':
      return (
        <li className={styles.deed}>
          <p>
            Taken over by {entry.by} {time}
          </p>
        </li>
      )
    case 'note': {
      const { note } = entry
      if (note.removed_at !== null)
        return (
          <li className={styles.deed}>
            <p>
              {note.by.name} removed a {note.kind === 'comment' ? 'comment' : 'handover note'} {time}
            </p>
          </li>
        )
      return <NoteEntry note={note} time={time} {...of} />
    }
  }
}

function NoteEntry({
  note,
  time,
  people,
  recordId,
  onChanged,
  onRemove,
}: {
  note: TeamNote
  time: React.ReactNode
  people: readonly TeamPerson[]
  recordId: number
  onChanged: (team: Team) => void
  onRemove: (note: TeamNote) => void
}) {
  const [isEditing, setEditing] = useState(false)
  const { handover } = note
  const named = [...note.mentions, ...people]
  return (
    <li className={styles.note} data-kind={note.kind}>
      <div className={styles.by}>
        <strong>{note.by.name}</strong>
        {handover !== null && <span>handed over{handover.to !== null && ` to ${handover.to.name}`}</span>}
        {time}
        {note.edited_at !== null && <span>edited</span>}
        {note.is_yours && !isEditing && (
          <>
            {note.kind === 'comment' && (
              <button type="button" className="linkLike" onClick={() => setEditing(true)}>
                Edit
              </button>
            )}
            <button type="button" className="linkLike" onClick={() => onRemove(note)}>
              Remove
            </button>
          </>
        )}
      </div>
      {isEditing ? (
        <EditComment
          note={note}
          people={people}
          recordId={recordId}
          onDone={(team) => {
            setEditing(false)
            if (team !== undefined) onChanged(team)
          }}
        />
      ) : (
        <TeamWords text={note.text} people={named} />
      )}
      {handover !== null && (
        <>
          <p className={styles.label}>What’s next</p>
          <TeamWords text={handover.next} people={[]} />
        </>
      )}
      {note.is_yours && <NotMailed note={note} />}
    </li>
  )
}

/** Only the author wonders why a colleague doesn't answer. */
function NotMailed({ note: { mentions, by } }: { note: TeamNote }) {
  const without = mentions.filter(({ uid, is_mailed }) => !is_mailed && uid !== by.uid)
  if (without.length === 0) return null
  return (
    <p className={styles.hint}>
      No email to {listInWords(without.map(({ name }) => name))}: too many within an hour, or no verified
      address.
    </p>
  )
}

function EditComment({
  note,
  people,
  recordId,
  onDone,
}: {
  note: TeamNote
  people: readonly TeamPerson[]
  recordId: number
  onDone: (team: Team | undefined) => void
}) {
  const [typed, setTyped] = useState(() => typedWords(note.text, people))
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  async function send() {
    if (isBusy) return
    setBusy(true)
    const input = { id: recordId, note: note.id, text: storedWords(typed, people) }
    const called = await callAccount('POST /api/admin/records/:id/team/:note', input)
    setBusy(false)
    if (called.kind === 'refused') setError(called.errors.text ?? called.message)
    else onDone(called.answer.data)
  }
  return (
    <div className={styles.edit} aria-busy={isBusy}>
      <CommentBox
        label="Edit your comment"
        hint="Only newly mentioned colleagues get an email."
        error={error}
        value={typed}
        people={people}
        hasFocusAtFirst
        onChange={setTyped}
        onSend={() => void send()}
        onEscape={() => onDone(undefined)}
      />
      <div className={styles.buttons}>
        <button
          type="button"
          className="button primary"
          aria-disabled={isBusy || undefined}
          onClick={() => void send()}
        >
          {isBusy ? 'Saving…' : 'Save'}
        </button>
        <button type="button" className="button" onClick={() => onDone(undefined)}>
          Cancel
        </button>
      </div>
    </div>
  )
}
