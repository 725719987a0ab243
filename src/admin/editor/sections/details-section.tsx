import { useState } from 'react'
import { fieldNames, PAGE_TEXTS } from '../../../domain/record-fields.ts'
import { useEditing } from '../editor-context.ts'
import { LineOfRecord, LinesOfRecord } from '../fields/record-lines.tsx'
import { WordsListField } from '../fields/words-list-field.tsx'
import { Columns, FoldedSection } from './section.tsx'

const TEXTS = fieldNames(PAGE_TEXTS)
const DETAILS = [...TEXTS, 'tags', 'clusters', 'author', 'incident_type', 'redirect'] as const

export function DetailsSection() {
  const { content, choices, errorOf } = useEditing()
  const [isOpen] = useState(() =>
    DETAILS.some((field) => {
      const value = content[field] ?? ''
      // Advisories always have a type.
      return field !== 'incident_type' && value.length > 0
    }),
  )
  const isWrong = DETAILS.some((field) => errorOf(field) !== undefined)
  return (
    <FoldedSection
      title="More details"
      hint="Impact, workaround, tags, clusters, redirect"
      isOpen={isOpen || isWrong}
    >
      {TEXTS.map((field) => (
        <LinesOfRecord key={field} field={field} rows={PAGE_TEXTS[field].rows} />
      ))}
      <Columns>
        <WordsListField field="tags" known={choices.tags} />
        <WordsListField field="clusters" known={choices.clusters} />
      </Columns>
      <Columns>
        <LineOfRecord field="author" />
        <LineOfRecord field="incident_type" />
      </Columns>
      <LineOfRecord
        field="redirect"
        hint="A path of this site or an allowed https address. Readers who open the record are sent there instead."
      />
    </FoldedSection>
  )
}
