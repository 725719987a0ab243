import { type ReactNode, useEffect, useRef } from 'react'
import type { AdminRecord } from '../../../contract/admin/record-content.ts'
import { Moment } from '../../../ui/times/moment.tsx'
import { useEditorZone } from '../../parts/editor-zone.ts'
import { RecordStateChip } from '../../parts/record-state-chip.tsx'
import { recordKindName } from '../../parts/record-words.ts'
import { PeopleHere } from '../../records/colleagues/colleagues.tsx'
import { useEditing } from '../editor-context.ts'
import { isChangedSince, isUnpublishedChange } from '../keep/draft-state.ts'
import { savingWords } from '../keep/saving-words.ts'
import styles from './editor-bar.module.css'
import { SavingLine } from './saving-line.tsx'

export function EditorBar({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  const { draft, content, isReadOnly, colleagues } = useEditing()
  const { zone } = useEditorZone()
  const { record } = draft
  const title = useFocusLeft(record)
  const isChanged = record?.state === 'scheduled' ? isChangedSince(draft) : isUnpublishedChange(draft)
  return (
    <div className={styles.bar}>
      <header className={styles.line}>
        <div className={styles.about}>
          <h1 ref={title} tabIndex={-1}>
            {recordKindName(content)}
          </h1>
          <RecordStateChip record={{ state: record?.state ?? 'draft', has_draft: isChanged }} />
          {record?.state === 'scheduled' && record.publish_at !== null && (
            <span className={styles.said}>
              publishes automatically <Moment at={record.publish_at} precision="minute" />
            </span>
          )}
          {record?.state === 'published' && record.path !== null && (
            <a className={styles.said} href={record.path} target="_blank" rel="noreferrer">
              See it on the site
            </a>
          )}
          <SavingLine said={savingWords(draft, zone)} isReadOnly={isReadOnly} />
          <PeopleHere people={colleagues.people} />
        </div>
        <div className={styles.actions}>{actions}</div>
      </header>
      {/* Below the buttons and always in view, however long the form is. */}
      {children}
    </div>
  )
}

/** An action may remove the button that triggered it. Focus then moves here instead of the top of the page. */
function useFocusLeft(record: AdminRecord | undefined) {
  const title = useRef<HTMLHeadingElement>(null)
  const before = useRef(record)
  useEffect(() => {
    const isNews = before.current !== undefined && before.current !== record
    before.current = record
    if (isNews && document.activeElement === document.body) title.current?.focus({ preventScroll: true })
  }, [record])
  return title
}
