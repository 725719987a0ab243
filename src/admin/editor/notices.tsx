import { type ReactNode, useState } from 'react'
import { becauseWords } from '../../domain/newsroom/withdrawal-words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { clockReading } from '../parts/clock-reading.ts'
import { useEditorZone } from '../parts/editor-zone.ts'
import { DeedLines } from '../records/colleagues/colleagues.tsx'
import { FIELD_NAMES } from './diff/field-words.ts'
import { useEditing } from './editor-context.ts'
import { isChangedSince } from './keep/draft-state.ts'
import type { LocalCopy } from './keep/local-copy.ts'
import styles from './notices.module.css'

export function RestoreNotice({
  copy,
  onRestore,
  onDiscard,
}: {
  copy: LocalCopy
  onRestore: () => void
  onDiscard: () => void
}) {
  const { zone } = useEditorZone()
  return (
    <Notice>
      <p>
        This browser has unsaved text from {clockReading(new Date(copy.at), zone)}
        {copy.content.title === '' ? '' : <>: “{copy.content.title}”</>}.
      </p>
      <div className={styles.buttons}>
        {/* biome-ignore lint/a11y/noAutofocus: it must be answered before anything else. */}
        <button type="button" className="button primary" autoFocus onClick={onRestore}>
          Restore
        </button>
        <button type="button" className="button" onClick={onDiscard}>
          Discard
        </button>
      </div>
    </Notice>
  )
}

/** Z-07: someone changed the record while this editor was open. What is typed here stays. */
export function MovedNotice() {
  const { keeper, draft, content } = useEditing()
  if (draft.news === undefined) return null
  return (
    <Notice>
      <div>
        <DeedLines {...draft.news} kind={content.kind} />
      </div>
      <button type="button" className="button" onClick={() => void keeper.lookAgain()}>
        Show it here
      </button>
    </Notice>
  )
}

/** Z-07: changes by another user that were merged while typing. */
export function TakenInNotice() {
  const { keeper, draft, content } = useEditing()
  if (draft.takenIn === undefined) return null
  const { by = 'someone else', fields, state, news } = draft.takenIn
  const taken =
    fields.length === 0
      ? ''
      : `Changes by ${by} were merged: ${fields.map((field) => FIELD_NAMES[field]).join(', ')}.`
  return (
    <Notice>
      <div>
        {news !== undefined && <DeedLines {...news} kind={content.kind} />}
        <p role="status">
          {state === 'published' && news === undefined && 'It was published in the meantime. '}
          {state === 'published' && 'Readers see your further changes once you publish them. '}
          {state === 'unpublished' && 'It was withdrawn in the meantime. Readers no longer see it. '}
          {state === 'unscheduled' && 'It is no longer scheduled. '}
          {state === 'unscheduled' &&
            content.embargo != null &&
            'Setting an embargo cancels the schedule. You can schedule it again. '}
          {taken}
        </p>
      </div>
      <button type="button" className="button" onClick={() => keeper.forgetTakenIn()}>
        OK
      </button>
    </Notice>
  )
}

/** Z-02: what was scheduled is what goes out. Later edits need a confirmation. */
export function ScheduledNotice({ onConfirm }: { onConfirm: () => void }) {
  const { draft, isReadOnly } = useEditing()
  const [isKept, setKept] = useState(false)
  const confirmed = draft.record?.scheduled ?? null
  if (confirmed === null || isReadOnly || isKept || !isChangedSince(draft)) return null
  return (
    <Notice isSaid>
      <p>
        The latest changes are not in the scheduled version, which {confirmed.confirmed_by?.name ?? 'someone'}{' '}
        confirmed <Moment at={confirmed.confirmed_at} precision="minute" />.
      </p>
      <div className={styles.buttons}>
        <button type="button" className="button" onClick={() => setKept(true)}>
          Keep the scheduled version
        </button>
        <button type="button" className="button primary" onClick={onConfirm}>
          Publish the new version…
        </button>
      </div>
    </Notice>
  )
}

export function WithdrawnNotice() {
  const { draft } = useEditing()
  const withdrawn = draft.record?.withdrawn ?? null
  if (withdrawn === null) return null
  return (
    <Notice>
      <p>
        Its address says: “Withdrawn on <Moment at={withdrawn.on} />
        {becauseWords(withdrawn.reason)}” Publishing it again removes this note.
      </p>
    </Notice>
  )
}

export function ConflictNotice({ onLook }: { onLook: () => void }) {
  const { draft } = useEditing()
  if (draft.theirs === undefined) return null
  return (
    <Notice isSaid>
      <p>
        {draft.theirs.draft?.saved_by?.name ?? 'Someone else'} changed the same fields. Your changes aren’t
        saved until you choose.
      </p>
      <button type="button" className="button primary" onClick={onLook}>
        Compare
      </button>
    </Notice>
  )
}

export function GoneNotice() {
  const { keeper, draft, colleagues } = useEditing()
  const isRefused = draft.saving.kind === 'refused' && draft.saving.status === 404
  if (!isRefused && colleagues.gone === undefined) return null
  return (
    <Notice isSaid>
      <p>
        {colleagues.gone ?? 'Someone discarded this record in the meantime.'} What you typed is still here.
      </p>
      <button type="button" className="button primary" onClick={() => keeper.saveAsNew()}>
        Save it as a new record
      </button>
    </Notice>
  )
}

function Notice({ isSaid = false, children }: { isSaid?: boolean; children: ReactNode }) {
  return (
    <div className={styles.notice} data-notice="" role={isSaid ? 'status' : undefined}>
      {children}
    </div>
  )
}
