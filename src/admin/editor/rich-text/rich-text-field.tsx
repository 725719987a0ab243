import { type ReactNode, useEffect, useId, useState } from 'react'
import { linkTarget } from '../../../domain/link-target.ts'
import fieldStyles from '../../../ui/forms/field.module.css'
import { ErrorSign } from '../../../ui/parts/error-sign.tsx'
import { parseInert } from '../../parts/inert-html.tsx'
import { bodyOfDocument } from './body-of-document.ts'
import { documentOfBody } from './document-of-body.ts'
import { RichTextEditor } from './rich-text-editor.tsx'
import styles from './rich-text-field.module.css'

/** A body that the rich-text editor can't represent is edited as HTML, so that nothing is lost. */
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
          <div className={styles.modes} role="group" aria-label={`${label}: input mode`}>
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

type BodyFit = { kind: 'fits' } | { kind: 'would-lose'; what: readonly string[] }

function bodyFit(html: string): BodyFit {
  const given = parseInert(html).body
  const returned = parseInert(bodyOfDocument(documentOfBody(html))).body
  if (meaningOf(given) === meaningOf(returned)) return { kind: 'fits' }
  const before = tagsIn(given)
  const after = new Set(tagsIn(returned))
  return { kind: 'would-lose', what: before.filter((tag) => !after.has(tag)) }
}

function tagsIn(body: HTMLElement): string[] {
  const names = [...body.querySelectorAll('*')].map((element) => tagName(element))
  return [...new Set(names)].filter((name) => !SAYS_NOTHING.has(name) && !PARAGRAPHS.has(name))
}

const SAYS_NOTHING: ReadonlySet<string> = new Set(['span', 'thead', 'tbody'])
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'li'])
const PARAGRAPHS: ReadonlySet<string> = new Set(['p', 'div'])
const MARKS: ReadonlySet<string> = new Set([
  'strong',
  'em',
  'u',
  's',
  'code',
  'a',
  'sup',
  'sub',
  'kbd',
  'time',
])
const SAME_AS: Record<string, string> = { b: 'strong', i: 'em' }
const ATTRIBUTES = [
  'id',
  'href',
  'title',
  'scope',
  'colspan',
  'rowspan',
  'src',
  'alt',
  'width',
  'height',
  'datetime',
]

function tagName(element: Element) {
  const name = element.localName
  return SAME_AS[name] ?? name
}

function meaningOf(body: HTMLElement): string {
  const lines: string[] = []
  let line: { text: string; marks: string }[] = []

  function endLine() {
    const words = line.filter(({ text }) => text !== '')
    line = []
    const text = words.map(({ text, marks }) => `${marks}|${text}`).join('\u0001')
    if (words.some(({ text }) => text.trim() !== '' && text !== '\n')) lines.push(text)
  }

  function addText(text: string, marks: string) {
    const last = line.at(-1)
    if (last?.marks === marks) last.text += text
    else line.push({ text, marks })
  }

  function walk(node: Node, marks: readonly string[], isCode: boolean) {
    if (node instanceof Text) {
      const before = line.at(-1)?.text ?? ' '
      const collapsed = node.data.replace(/[ \t\n\r]+/g, ' ')
      const text = /[ \n]$/.test(before) ? collapsed.replace(/^ /, '') : collapsed
      addText(isCode ? node.data : text, marks.join(' '))
      return
    }
    if (!(node instanceof Element)) return
    const name = tagName(node)
    // An empty bullet is dropped on purpose.
    if (LISTS.has(name) && node.textContent?.trim() === '' && node.querySelector('img, hr, table') === null)
      return
    const inside = (withMarks: readonly string[], inCode = isCode) => {
      for (const child of node.childNodes) walk(child, withMarks, inCode)
    }
    if (name === 'br') return addText('\n', '')
    if (SAYS_NOTHING.has(name)) return inside(marks)
    if (name === 'code' && isCode) return inside(marks)
    if (MARKS.has(name)) return inside([...marks, `${name}${attributesOf(node)}`].sort())
    endLine()
    if (PARAGRAPHS.has(name)) {
      inside(marks)
      return endLine()
    }
    lines.push(`<${name}${attributesOf(node)}>`)
    inside(marks, isCode || name === 'pre')
    endLine()
    lines.push(`</${name}>`)
  }

  for (const child of body.childNodes) walk(child, [], false)
  endLine()
  return lines.map((part) => part.replace(/[ \n]+$/, '')).join('\u0002')
}

function attributesOf(element: Element): string {
  return ATTRIBUTES.flatMap((name) => {
    const value = element.getAttribute(name)
    if (value === null || (value === '1' && name.endsWith('span'))) return []
    return ` ${name}=${name === 'href' ? linkTarget(value) : value}`
  }).join('')
}
