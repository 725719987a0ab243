import { useEffect, useRef } from 'react'
import { CONTENT_FIELDS, type ContentField } from '../../domain/newsroom/record-content.ts'
import { ErrorSign } from '../../ui/parts/error-sign.tsx'
import { FIELD_NAMES } from './diff/field-words.ts'
import { useEditing } from './editor-context.ts'
import styles from './error-summary.module.css'

export function ErrorSummary({ asked }: { asked: number }) {
  const { errorOf, idOf } = useEditing()
  const box = useRef<HTMLDivElement>(null)
  const fields = CONTENT_FIELDS.filter((field) => errorOf(field) !== undefined)
  useEffect(() => {
    if (asked > 0) box.current?.querySelector('button')?.focus()
  }, [asked])
  if (fields.length === 0) return null

  function goTo(field: ContentField) {
    const control = document.getElementById(idOf(field))
    control?.closest('details')?.setAttribute('open', '')
    control?.scrollIntoView({ block: 'center' })
    const first = control?.querySelector<HTMLElement>('input:not([tabindex="-1"])')
    ;(control instanceof HTMLFieldSetElement ? (first ?? control) : control)?.focus()
  }
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <p>
        <ErrorSign />{' '}
        {fields.length === 1 ? 'Please fix one thing first:' : `Please fix ${fields.length} things first:`}
      </p>
      <ul>
        {fields.map((field) => (
          <li key={field}>
            <button type="button" className="linkLike" onClick={() => goTo(field)}>
              {FIELD_NAMES[field]}
            </button>
            : {errorOf(field)}
          </li>
        ))}
      </ul>
    </div>
  )
}
