import { useEffect, useRef } from 'react'
import { RECORD_FIELDS } from '../../../domain/record-fields.ts'
import { NOTIFICATION_TYPE_WORDS } from '../../parts/record-words.ts'
import { useEditing } from '../editor-context.ts'
import { CloudsField } from '../fields/clouds-field.tsx'
import { SetError } from '../fields/set-error.tsx'
import { SeverityField } from '../fields/severity-field.tsx'
import { StatusField } from '../fields/status-field.tsx'
import { Columns } from './section.tsx'
import styles from './what-section.module.css'

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

function TitleField({ hasFocusAtFirst }: { hasFocusAtFirst: boolean }) {
  const { content, change, isReadOnly, idOf, errorOf } = useEditing()
  const input = useRef<HTMLTextAreaElement>(null)
  const error = errorOf('title')
  const id = idOf('title')
  useEffect(() => {
    if (hasFocusAtFirst) input.current?.focus()
  }, [hasFocusAtFirst])
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{RECORD_FIELDS.title.label}</label>
      <textarea
        ref={input}
        id={id}
        className={styles.input}
        dir="auto"
        rows={1}
        value={content.title}
        maxLength={RECORD_FIELDS.title.limit}
        readOnly={isReadOnly}
        autoComplete="off"
        placeholder={PLACEHOLDERS[content.kind]}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        // A title is always one line.
        onChange={(event) => change({ title: event.currentTarget.value.replace(/\s*\n\s*/g, ' ') })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
        }}
      />
      <SetError id={`${id}-error`} error={error} />
    </div>
  )
}

const PLACEHOLDERS = {
  incident: 'What is broken, and where',
  maintenance: 'What is being worked on, and where',
  advisory: 'Which vulnerability, in which product',
  notification: 'What changes',
}
