import { useEffect, useRef } from 'react'
import { useEditing } from '../editor-context.ts'
import { SetError } from '../fields/set-error.tsx'
import styles from './title-field.module.css'

/** The first thing that is written. */
export function TitleField({ hasFocusAtFirst }: { hasFocusAtFirst: boolean }) {
  const { content, change, isReadOnly, idOf, errorOf } = useEditing()
  const input = useRef<HTMLTextAreaElement>(null)
  const error = errorOf('title')
  const id = idOf('title')
  useEffect(() => {
    if (hasFocusAtFirst) input.current?.focus()
  }, [hasFocusAtFirst])
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Title</label>
      <textarea
        ref={input}
        id={id}
        className={styles.input}
        dir="auto"
        rows={1}
        value={content.title}
        maxLength={300}
        readOnly={isReadOnly}
        autoComplete="off"
        placeholder={PLACEHOLDERS[content.kind]}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        // A title is one line, however wide the screen.
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
  maintenance: 'What is worked on, and where',
  advisory: 'Which vulnerability, in which product',
  notification: 'What changes',
}
