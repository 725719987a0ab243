import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Team, TeamNote } from '../../contract/admin/team.ts'
import { COMMENT_CHARACTERS, storedWords } from '../../domain/newsroom/team-words.ts'
import type { RecordKind } from '../../domain/record.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { NotLoaded } from '../../ui/parts/not-loaded.tsx'
import { newKey } from '../editor/keep/draft-calls.ts'
import { keysWords } from '../editor/keys-words.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { LoadingLines } from '../parts/loading-lines.tsx'
import { useStoredWords } from '../records/life/use-stored-words.ts'
import { CommentBox } from './comment-box.tsx'
import { HandoverDialog } from './handover-dialog.tsx'
import styles from './team.module.css'
import { TeamEntryLine } from './team-entry.tsx'
import { pendingHandover, timelineOf } from './timeline.ts'
import type { TeamState } from './use-team.ts'

export function TeamPanel({
  recordId,
  kind,
  isClosed,
  state: { team, trouble, reload, show },
}: {
  recordId: number
  kind: RecordKind
  isClosed: boolean
  state: TeamState
}) {
  const [removing, setRemoving] = useState<TeamNote>()
  const [isHandingOver, setHandingOver] = useState(false)
  const titleId = useId()
  const entries = team === undefined ? [] : timelineOf(team)
  const list = useEndInView(entries.length)
  if (team === undefined)
    return trouble === undefined ? (
      <LoadingLines lines={4} />
    ) : (
      <NotLoaded message={trouble} onRetry={reload} />
    )
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className="hidden">
          Team
        </h2>
        <p>For staff who can read internal notes. Readers never see this.</p>
        {team.can_hand_over && !isClosed && (
          <button type="button" className="button" onClick={() => setHandingOver(true)}>
            Hand over…
          </button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard. */}
      <div ref={list} className={styles.log} role="log" aria-label="Comments and changes" tabIndex={0}>
        <ol className={styles.entries}>
          {entries.length === 0 && <li className={styles.earlier}>Nothing yet.</li>}
          {team.has_earlier && <li className={styles.earlier}>Older entries are in the audit log.</li>}
          {entries.map((entry, place) => (
            <TeamEntryLine
              key={
                entry.kind === 'deed' ? `${entry.at} ${entry.deed.action}` : `${entry.kind} ${entry.note.id}`
              }
              entry={entry}
              before={entries[place - 1]?.at}
              kind={kind}
              people={team.people}
              recordId={recordId}
              onChanged={show}
              onRemove={setRemoving}
            />
          ))}
        </ol>
      </div>
      <NewComment recordId={recordId} team={team} onDone={show} />
      {removing !== undefined && (
        <ConfirmDialog
          question={removing.kind === 'comment' ? 'Remove this comment?' : 'Remove this handover note?'}
          yes="Remove"
          busyYes="Removing…"
          onYes={async () => {
            const input = { id: recordId, note: removing.id }
            const called = await callAccount('POST /api/admin/records/:id/team/:note/remove', input)
            if (called.kind === 'refused') return called
            show(called.answer.data)
            return undefined
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>Its text is deleted for good. Colleagues see that you removed it.</p>
        </ConfirmDialog>
      )}
      {isHandingOver && (
        <HandoverDialog
          recordId={recordId}
          team={team}
          replaces={pendingHandover(team.notes)}
          onDone={(changed) => {
            show(changed)
            setHandingOver(false)
          }}
          onClose={() => setHandingOver(false)}
        />
      )}
    </section>
  )
}

function NewComment({
  recordId,
  team,
  onDone,
}: {
  recordId: number
  team: Team
  onDone: (team: Team) => void
}) {
  const stored = useStoredWords(`comment-${recordId}`)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  // The same words keep their key, so that a retry after a lost answer doesn't post them twice.
  const key = useRef({ words: '', key: '' })
  async function send() {
    const text = storedWords(stored.words, team.people)
    if (isBusy || text.trim() === '') return
    if (key.current.words !== text) key.current = { words: text, key: newKey() }
    setBusy(true)
    const input = { id: recordId, text, idempotency_key: key.current.key }
    const called = await callAccount('POST /api/admin/records/:id/team', input)
    setBusy(false)
    if (called.kind === 'refused') return setError(called.errors.text ?? called.message)
    setError(undefined)
    key.current = { words: '', key: '' }
    stored.drop()
    onDone(called.answer.data)
  }
  const left = COMMENT_CHARACTERS - stored.words.length
  return (
    <div className={styles.write} aria-busy={isBusy}>
      <CommentBox
        label="Comment"
        hint={
          left < 200 ? `${left} characters left.` : 'Type @ to mention a colleague, who then gets an email.'
        }
        error={error}
        value={stored.words}
        people={team.people}
        onChange={(words) => {
          setError(undefined)
          stored.write(words)
        }}
        onSend={() => void send()}
      />
      <div className={styles.buttons}>
        <button
          type="button"
          className="button"
          aria-disabled={isBusy || undefined}
          aria-keyshortcuts="Control+Enter"
          onClick={() => void send()}
        >
          {isBusy ? 'Sending…' : 'Comment'}
        </button>
        <span>{keysWords('Ctrl+Enter')} sends.</span>
      </div>
    </div>
  )
}

function useEndInView(count: number) {
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useEffect(() => {
    const element = list.current
    if (element === null) return
    const onScroll = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < AT_END_PX
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every new entry.
  useLayoutEffect(() => {
    const element = list.current
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight
  }, [count])
  return list
}

const AT_END_PX = 40
