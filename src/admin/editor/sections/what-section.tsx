import { NOTIFICATION_TYPE_WORDS } from '../../parts/record-words.ts'
import { useEditing } from '../editor-context.ts'
import { CloudsField } from '../fields/clouds-field.tsx'
import { SeverityField } from '../fields/severity-field.tsx'
import { StatusField } from '../fields/status-field.tsx'
import { Columns } from './section.tsx'
import { TitleField } from './title-field.tsx'
import styles from './what-section.module.css'

/** All that it takes to publish an incident. */
export function WhatSection({ hasFocusAtFirst }: { hasFocusAtFirst: boolean }) {
  const { content } = useEditing()
  return (
    <div className={styles.what}>
      <TitleField hasFocusAtFirst={hasFocusAtFirst} />
      {content.kind === 'notification' && content.notification_type !== null && (
        <p className={styles.type}>{NOTIFICATION_TYPE_WORDS[content.notification_type].one}</p>
      )}
      <SeverityField />
      <Columns>
        <StatusField />
      </Columns>
      <CloudsField />
    </div>
  )
}
