import { useState } from 'react'
import type { AdminUpdate } from '../../../contract/admin/record-content.ts'
import { RichText } from '../../../ui/parts/rich-text.tsx'
import { Moment } from '../../../ui/times/moment.tsx'
import { useEditing } from '../editor-context.ts'
import { Section } from '../sections/section.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import styles from './update-history.module.css'

/** Z-02: the published updates, newest first. Typos are corrected in place, without notifications. */
export function UpdateHistory() {
  const { kept, choices, isReadOnly, keeper } = useEditing()
  const [correcting, setCorrecting] = useState<AdminUpdate>()
  const { record } = kept
  if (record === undefined || record.updates.length === 0) return null
  return (
    <Section title="History of updates">
      <ol className={styles.updates}>
        {record.updates.toReversed().map((update) => (
          <li key={update.id}>
            <div className={styles.head}>
              <strong>{choices.statuses.find(({ id }) => id === update.status_id)?.name}</strong>
              <Moment at={update.posted_on} precision="minute" />
              {update.created_by !== null && <span>{update.created_by}</span>}
              {!isReadOnly && (
                <button type="button" className="linkLike" onClick={() => setCorrecting(update)}>
                  Correct
                </button>
              )}
            </div>
            <RichText html={update.body} />
          </li>
        ))}
      </ol>
      {correcting !== undefined && (
        <CorrectDialog
          recordId={record.id}
          version={kept.version ?? record.version}
          update={correcting}
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
