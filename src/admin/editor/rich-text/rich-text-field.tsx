import { type ReactNode, useEffect, useId, useState } from 'react'
import fieldStyles from '../../../ui/forms/field.module.css'
import { ErrorSign } from '../../../ui/parts/error-sign.tsx'
import { bodyFit } from './body-fit.ts'
import { RichTextEditor } from './rich-text-editor.tsx'
import styles from './rich-text-field.module.css'

/**
 * Rich text with headings, lists, links and tables, as HTML that the sanitizer doesn't change. A body that the
 * rich-text editor can't represent is edited as HTML, so that nothing is lost.
 */
export function RichTextField({
  label,
  hint,
  error,
  value,
  onChange,
  id: givenId,
  hasFocusAtFirst = false,
  isReadOnly = false,
  size = 'long',
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: string
  onChange: (html: string) => void
  /** Element id of the input, for links from error messages. */
  id?: string
  hasFocusAtFirst?: boolean
  isReadOnly?: boolean
  size?: 'long' | 'short'
}) {
  const ownId = useId()
  const id = givenId ?? ownId
  const [mode, setMode] = useState<'text' | 'html'>(() => (bodyFit(value).kind === 'fits' ? 'text' : 'html'))
  // Values that this field itself has emitted need no check.
  const [seen, setSeen] = useState(value)
  useEffect(() => {
    if (value === seen) return
    setSeen(value)
    if (mode === 'text' && bodyFit(value).kind !== 'fits') setMode('html')
  }, [value, seen, mode])

  function change(html: string) {
    setSeen(html)
    onChange(html)
  }

  const fit = mode === 'html' ? bodyFit(value) : undefined
  const note = fit?.kind === 'would-lose' ? wordsOfLoss(fit.what) : undefined
  const describedBy = error !== undefined ? `${id}-error` : hint !== undefined ? `${id}-hint` : undefined
  return (
    <div className={`${fieldStyles.field} ${styles.field}`} data-wrong={error === undefined ? undefined : ''}>
      <div className={styles.head}>
        {mode === 'text' ? (
          <span id={`${id}-label`} className={styles.label}>
            {label}
          </span>
        ) : (
          <label id={`${id}-label`} className={styles.label} htmlFor={id}>
            {label}
          </label>
        )}
        {!isReadOnly && (
          // biome-ignore lint/a11y/useSemanticElements: two buttons, not form fields.
          <div className={styles.modes} role="group" aria-label={`How to write: ${label}`}>
            <button
              type="button"
              aria-pressed={mode === 'text'}
              disabled={note !== undefined}
              onClick={() => setMode('text')}
            >
              Text
            </button>
            <button type="button" aria-pressed={mode === 'html'} onClick={() => setMode('html')}>
              HTML
            </button>
          </div>
        )}
      </div>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {mode === 'text' ? (
        <RichTextEditor
          id={id}
          describedBy={describedBy}
          isWrong={error !== undefined}
          value={value}
          onChange={change}
          hasFocusAtFirst={hasFocusAtFirst}
          isReadOnly={isReadOnly}
          size={size}
        />
      ) : (
        <textarea
          id={id}
          className={styles.html}
          rows={size === 'long' ? 12 : 6}
          value={value}
          readOnly={isReadOnly}
          spellCheck={false}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          <ErrorSign /> <span>{error}</span>
        </p>
      )}
      {error === undefined && hint !== undefined && (
        <p id={`${id}-hint`} className={fieldStyles.hint}>
          {hint}
        </p>
      )}
      {mode === 'html' && !isReadOnly && (
        <p className={fieldStyles.hint}>
          Unsafe HTML is removed when you save; the preview shows the result.
        </p>
      )}
    </div>
  )
}

function wordsOfLoss(what: readonly string[]): string {
  const named = what.length === 0 ? '' : ` (${what.join(', ')})`
  return `The text editor can’t show parts of this text${named}, so it is shown as HTML. Nothing is lost.`
}
