import type { Choices } from '../../../contract/admin/choices.ts'
import type { RecordContent } from '../../../contract/admin/record-content.ts'
import { changedFields } from '../../../domain/newsroom/changed-fields.ts'
import { CONTENT_FIELDS, type ContentField } from '../../../domain/newsroom/record-content.ts'
import { useEditorZone } from '../fields/editor-zone.ts'
import { bodyText } from './body-text.ts'
import styles from './content-diff.module.css'
import { FIELD_NAMES, fieldWords } from './field-words.ts'
import { WordsDiff } from './words-diff.tsx'

/** What readers will find changed, field by field. */
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
  if (fields.length === 0) return <p className={styles.none}>Nothing is changed.</p>
  return (
    <dl className={styles.fields}>
      {fields.map((field) => (
        <div key={field} data-internal={field.startsWith('internal.') ? '' : undefined}>
          <dt>{FIELD_NAMES[field]}</dt>
          <dd>
            {words(before, field) === words(after, field) ? (
              'Only how it looks.'
            ) : (
              <WordsDiff before={words(before, field)} after={words(after, field)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What it says, the first time: only what says something. */
export function ContentSaid({ content, choices }: { content: RecordContent; choices: Choices }) {
  const words = useWords(choices)
  const said = CONTENT_FIELDS.map((field) => [field, words(content, field)] as const).filter(
    ([field, text]) => text !== '' && !isTakenForGranted(field, content),
  )
  return (
    <dl className={styles.fields}>
      {said.map(([field, text]) => (
        <div key={field} data-internal={field.startsWith('internal.') ? '' : undefined}>
          <dt>{FIELD_NAMES[field]}</dt>
          <dd className={styles.said}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

export function useWords(choices: Choices) {
  const { zone } = useEditorZone()
  return (content: RecordContent, field: ContentField) =>
    field === 'body' ? bodyText(content.body) : fieldWords(content, field, { choices, zone })
}

/** Only a maintenance begins and ends by itself. */
function isTakenForGranted(field: ContentField, { kind }: RecordContent) {
  const isAboutWindows = field === 'starts_by_itself' || field === 'ends_by_itself'
  return field === 'kind' || field === 'notification_type' || (isAboutWindows && kind !== 'maintenance')
}
