import { RECORD_FIELDS } from '../../../domain/record-fields.ts'
import { useEditing } from '../editor-context.ts'
import { LinesOfRecord } from '../fields/record-lines.tsx'
import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { Section } from './section.tsx'

export function WordsSection() {
  const { content, change, isReadOnly, idOf, errorOf } = useEditing()
  return (
    <Section title="What it says">
      <LinesOfRecord
        field="summary"
        hint="One or two sentences for lists, mails and chats. Plain text."
        rows={2}
      />
      <RichTextField
        id={idOf('body')}
        label={RECORD_FIELDS.body.label}
        value={content.body}
        error={errorOf('body')}
        isReadOnly={isReadOnly}
        onChange={(body) => change({ body })}
      />
    </Section>
  )
}
