import { useState } from 'react'
import type { AdminRecord, AdminUpdate } from '../../../contract/admin/record-content.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import { RichText } from '../../../ui/parts/rich-text.tsx'
import { Moment } from '../../../ui/times/moment.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { doneWords, useApproval } from '../../parts/use-approval.tsx'
import { useEditing } from '../editor-context.ts'
import { Section } from '../sections/section.tsx'
import { CorrectDialog, type UpdateToChange } from './correct-dialog.tsx'
import styles from './update-history.module.css'

/** Z-02: the published updates, newest first. Typos are corrected in place, without notifications. */
export function UpdateHistory() {
  const { draft, choices, isReadOnly, keeper } = useEditing()
  const [correcting, setCorrecting] = useState<AdminUpdate>()
  const [removing, setRemoving] = useState<AdminUpdate>()
  const { record } = draft
  const edits = record?.changes.filter(({ update_id }) => update_id === null) ?? []
  if (record === undefined || record.updates.length + edits.length === 0) return null
  return (
    <Section title="History of updates">
      <ol className={styles.updates}>
        {record.updates.toReversed().map((update) => (
          <li key={update.id}>
            <div className={styles.head}>
              <strong>{choices.statuses.find(({ id }) => id === update.status_id)?.name}</strong>
              <Moment at={update.posted_on} precision="minute" />
              {update.created_by !== null && <span>{update.created_by}</span>}
              {!isReadOnly && update.removed_on === null && (
                <>
                  <button type="button" className="linkLike" onClick={() => setCorrecting(update)}>
                    Correct
                  </button>
                  <button type="button" className="linkLike" onClick={() => setRemoving(update)}>
                    Remove
                  </button>
                </>
              )}
            </div>
            <Changes changes={record.changes.filter(({ update_id }) => update_id === update.id)} />
            {update.removed_on === null ? (
              <RichText html={update.body} />
            ) : (
              <p className={styles.removed}>
                Removed on <Moment at={update.removed_on} precision="minute" />. Readers see this note.
              </p>
            )}
          </li>
        ))}
      </ol>
      {edits.length > 0 && (
        <ul className={styles.changes}>
          {edits.toReversed().map(({ at, text }) => (
            <li key={`${at} ${text}`}>
              {text}, <Moment at={at} precision="minute" />
            </li>
          ))}
        </ul>
      )}
      {removing !== undefined && (
        <RemoveDialog
          recordId={record.id}
          version={draft.version ?? record.version}
          update={removing}
          needsApproval={record.approval.needs.publish}
          onDone={(changed) => {
            keeper.adopt(changed)
            setRemoving(undefined)
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {correcting !== undefined && (
        <CorrectDialog
          recordId={record.id}
          version={draft.version ?? record.version}
          update={correcting}
          needsApproval={record.approval.needs.publish}
          onDone={(changed) => {
            keeper.adopt(changed)
            setCorrecting(undefined)
          }}
          onClose={() => setCorrecting(undefined)}
        />
      )}
    </Section>
  )
}

function Changes({ changes }: { changes: AdminRecord['changes'] }) {
  if (changes.length === 0) return null
  return (
    <ul className={styles.changes}>
      {changes.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function RemoveDialog({ recordId, version, update, needsApproval, onDone, onClose }: UpdateToChange) {
  const approval = useApproval(needsApproval)
  async function remove() {
    const called = await callAccount('POST /api/admin/records/:id/updates/:update/remove', {
      id: recordId,
      update: update.id,
      version,
      ...approval.input,
    })
    if (called.kind === 'refused') return called
    showToast(doneWords(called.answer.data, 'Removed. Readers see a note instead.'))
    onDone(called.answer.data)
    return undefined
  }
  return (
    <ConfirmDialog
      question="Remove this update?"
      yes="Remove"
      busyYes="Removing…"
      approval={approval}
      onYes={remove}
      onClose={onClose}
    >
      <p>
        Its text disappears from the site, and readers see a note that an update was removed. The public log
        keeps it until an administrator redacts it. Pending messages about it are canceled; those already sent
        can’t be recalled. Status, severity and places of the record stay as they are.
      </p>
    </ConfirmDialog>
  )
}
