import type { ReactNode } from 'react'
import type { Choices } from '../../../contract/admin/choices.ts'
import type { RecordContent } from '../../../contract/admin/record-content.ts'
import { changedFields } from '../../../domain/newsroom/changed-fields.ts'
import { CONTENT_FIELDS, type ContentField } from '../../../domain/newsroom/record-content.ts'
import { useEditorZone } from '../../parts/editor-zone.ts'
import { parseInert } from '../../parts/inert-html.tsx'
import styles from './content-diff.module.css'
import { FIELD_NAMES, fieldWords } from './field-words.ts'
import { WordsDiff } from './words-diff.tsx'

export function ContentDiff({
  before,
  after,
  choices,
}: {
  before: RecordContent
  after: RecordContent
  choices: Choices
}) {
  const words = useWords(choices)
  const fields = changedFields(before, after)
  if (fields.length === 0) return <p className={styles.none}>Nothing has changed.</p>
  return (
    <Scroller label="All changes">
      {fields.map((field) => (
        <div key={field} data-internal={field.startsWith('internal.') ? '' : undefined}>
          <dt>{FIELD_NAMES[field]}</dt>
          <dd>
            {words(before, field) === words(after, field) ? (
              'Only formatting.'
            ) : (
              <WordsDiff before={words(before, field)} after={words(after, field)} />
            )}
          </dd>
        </div>
      ))}
    </Scroller>
  )
}

export function WholeContent({ content, choices }: { content: RecordContent; choices: Choices }) {
  const words = useWords(choices)
  const said = CONTENT_FIELDS.map((field) => [field, words(content, field)] as const).filter(
    ([field, text]) => text !== '' && !isTakenForGranted(field, content),
  )
  return (
    <Scroller label="Full content">
      {said.map(([field, text]) => (
        <div key={field} data-internal={field.startsWith('internal.') ? '' : undefined}>
          <dt>{FIELD_NAMES[field]}</dt>
          <dd className={styles.said}>{text}</dd>
        </div>
      ))}
    </Scroller>
  )
}

function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles.scroller} aria-label={label} tabIndex={0}>
      <dl className={styles.fields}>{children}</dl>
    </section>
  )
}

export function useWords(choices: Choices) {
  const { zone } = useEditorZone()
  return (content: RecordContent, field: ContentField) =>
    field === 'body' ? bodyText(content.body) : fieldWords(content, field, { choices, zone })
}

/** Only maintenance starts and ends automatically. */
function isTakenForGranted(field: ContentField, { kind }: RecordContent) {
  const isAboutWindows = field === 'starts_by_itself' || field === 'ends_by_itself'
  return field === 'kind' || field === 'notification_type' || (isAboutWindows && kind !== 'maintenance')
}

function bodyText(html: string): string {
  const { body } = parseInert(html)
  for (const link of body.querySelectorAll('a[href]')) link.append(` (${link.getAttribute('href')})`)
  for (const image of body.querySelectorAll('img')) image.replaceWith(`[Picture: ${image.alt}]`)
  for (const cell of body.querySelectorAll('td, th')) cell.append(' | ')
  for (const item of body.querySelectorAll('li')) item.prepend('• ')
  for (const block of body.querySelectorAll(BLOCKS)) block.append('\n')
  return (body.textContent ?? '').replace(/\n{2,}/g, '\n').trim()
}

const BLOCKS = 'p, h2, h3, h4, li, tr, pre, blockquote, div, dt, dd, summary, br, hr'
