import { useState } from 'react'
import type { AdminRecord, AdminUpdate } from '../../../contract/admin/record-content.ts'
import { RichText } from '../../../ui/parts/rich-text.tsx'
import { Moment } from '../../../ui/times/moment.tsx'
import { useEditing } from '../editor-context.ts'
import { Section } from '../sections/section.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import styles from './update-history.module.css'

/** Z-02: the published updates, newest first. Typos are corrected in place, without notifications. */
export function UpdateHistory() {
  const { kept, choices, isReadOnly, keeper } = useEditing()
  const [correcting, setCorrecting] = useState<AdminUpdate>()
  const [removing, setRemoving] = useState<AdminUpdate>()
  const { record } = kept
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
          version={kept.version ?? record.version}
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
          version={kept.version ?? record.version}
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
