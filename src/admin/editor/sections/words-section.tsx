import { useEditing } from '../editor-context.ts'
import { LinesOfRecord } from '../fields/text-fields.tsx'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { Section } from './section.tsx'

/** What readers read. */
export function WordsSection() {
  const { content, change, isReadOnly, idOf, errorOf } = useEditing()
  return (
    <Section title="What it says">
      <LinesOfRecord
        field="summary"
        label="Summary"
        hint="One or two sentences for lists, mails and chats. Plain text."
        maxLength={2000}
        rows={2}
      />
      <RichTextField
        id={idOf('body')}
        label="Body"
        value={content.body}
        error={errorOf('body')}
        isReadOnly={isReadOnly}
        onChange={(body) => change({ body })}
      />
    </Section>
  )
}
