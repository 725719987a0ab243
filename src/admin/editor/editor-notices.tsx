import { useEffect, useRef, useState } from 'react'
import type { ContentField } from '../../domain/newsroom/record-content.ts'
import { FormButtons } from '../parts/form-buttons.tsx'
import { Modal } from '../parts/modal.tsx'
import { useStaff } from '../shell/staff.ts'
import { useWords } from './diff/content-diff.tsx'
import { FIELD_NAMES } from './diff/field-words.ts'
import { WordsDiff } from './diff/words-diff.tsx'
import { useEditing } from './editor-context.ts'
import styles from './editor-notices.module.css'
import { workingCopyOf } from './keep/draft-state.ts'
import { dropLocalCopy, type LocalCopy } from './keep/local-copy.ts'
import { mergeContent } from './merge-content.ts'
import { ConflictNotice, GoneNotice, RestoreNotice, WithdrawnNotice } from './notices.tsx'

export function EditorNotices({ copy, onDecided }: { copy: LocalCopy | undefined; onDecided: () => void }) {
  const { keeper, draft, content, idOf } = useEditing()
  const { uid } = useStaff()
  const [isMerging, setMerging] = useState(false)
  const hasConflict = draft.theirs !== undefined
  useEffect(() => setMerging(hasConflict), [hasConflict])

  function decided() {
    onDecided()
    // The form is editable from the next frame on.
    requestAnimationFrame(() => document.getElementById(idOf('title'))?.focus())
  }
  return (
    <>
      {copy !== undefined && (
        <RestoreNotice
          copy={copy}
          onRestore={() => {
            keeper.restore(copy)
            decided()
          }}
          onDiscard={() => {
            dropLocalCopy({ uid, id: copy.id, kind: content.kind })
            decided()
          }}
        />
      )}
      <WithdrawnNotice />
      <GoneNotice />
      <ConflictNotice onLook={() => setMerging(true)} />
      {isMerging && hasConflict && <MergeDialog onClose={() => setMerging(false)} />}
    </>
  )
}

type Side = 'mine' | 'theirs'

/** Z-07. Nothing is saved before the user has chosen. */
function MergeDialog({ onClose }: { onClose: () => void }) {
  const { keeper, draft, choices } = useEditing()
  const { theirs, base, content: mine } = draft
  const [chosen, setChosen] = useState<Partial<Record<ContentField, Side>>>({})
  const words = useWords(choices)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  if (theirs === undefined) return null
  const theirContent = workingCopyOf(theirs)
  const { conflicts } = mergeContent({ base, mine, theirs: theirContent })
  const by = theirs.draft?.saved_by?.name ?? 'someone else'
  const open = conflicts.filter((field) => chosen[field] === undefined).length

  function save() {
    if (open > 0) return
    keeper.settle(conflicts.filter((field) => chosen[field] === 'theirs'))
    onClose()
  }
  return (
    <Modal
      title="You both changed the same fields"
      lead={`You and ${by} edited at the same time. Choose which version to keep for each field; the other one is lost.`}
      width="wide"
      onClose={onClose}
    >
      <div ref={form} className={styles.merge}>
        {conflicts.map((field) => (
          <fieldset key={field} className={styles.field}>
            <legend>{FIELD_NAMES[field]}</legend>
            <div className={styles.sides}>
              {(['mine', 'theirs'] as const).map((side) => (
                <label key={side} className={styles.side}>
                  <span className={styles.name}>
                    <input
                      type="radio"
                      name={field}
                      checked={chosen[field] === side}
                      onChange={() => setChosen({ ...chosen, [field]: side })}
                    />
                    {side === 'mine' ? 'Keep mine' : `Take ${by}’s`}
                  </span>
                  <span className={styles.words}>
                    <WordsDiff
                      before={words(base, field)}
                      after={words(side === 'mine' ? mine : theirContent, field) || 'Empty'}
                    />
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        <FormButtons
          note={
            open === 0
              ? 'Everything is chosen.'
              : open === 1
                ? 'One field is left.'
                : `${open} fields are left.`
          }
        >
          <button
            type="button"
            className="button primary"
            aria-disabled={open > 0 || undefined}
            onClick={save}
          >
            Save my choices
          </button>
          <button
            type="button"
            className="button"
            onClick={() => setChosen(Object.fromEntries(conflicts.map((field) => [field, 'mine'])))}
          >
            All mine
          </button>
          <button
            type="button"
            className="button"
            onClick={() => setChosen(Object.fromEntries(conflicts.map((field) => [field, 'theirs'])))}
          >
            All theirs
          </button>
        </FormButtons>
      </div>
    </Modal>
  )
}
