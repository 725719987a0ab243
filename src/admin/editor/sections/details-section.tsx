import { useState } from 'react'
import { useEditing } from '../editor-context.ts'
import { LineOfRecord, LinesOfRecord } from '../fields/text-fields.tsx'
import { WordsListField } from '../fields/words-list-field.tsx'
import { Columns, FoldedSection } from './section.tsx'

/** What some records have. */
export function DetailsSection() {
  const { content, choices, kept } = useEditing()
  const [isOpen] = useState(() =>
    [
      content.customer_impact,
      content.available_workaround,
      content.how_found,
      content.author,
      content.redirect,
      ...content.tags,
      ...content.clusters,
    ].some((value) => value !== null),
  )
  const isWrong = DETAILS.some((field) => kept.errors[field] !== undefined)
  return (
    <FoldedSection
      title="More details"
      hint="Impact, workaround, tags, clusters, redirect"
      isOpen={isOpen || isWrong}
    >
      <LinesOfRecord field="customer_impact" label="Customer impact" maxLength={5000} />
      <LinesOfRecord field="available_workaround" label="Available workaround" maxLength={5000} />
      <LinesOfRecord field="how_found" label="How it was found" maxLength={2000} rows={2} />
      <Columns>
        <WordsListField field="tags" label="Tags" known={choices.tags} />
        <WordsListField field="clusters" label="Clusters" known={choices.clusters} />
      </Columns>
      <Columns>
        <LineOfRecord field="author" label="Author" maxLength={200} />
        <LineOfRecord field="incident_type" label="Type, as readers see it" maxLength={200} />
      </Columns>
      <LineOfRecord
        field="redirect"
        label="Send readers to"
        hint="A path on this site or an allowed https address. Readers who open the record are redirected there."
        maxLength={2000}
      />
    </FoldedSection>
  )
}

const DETAILS = [
  'customer_impact',
  'available_workaround',
  'how_found',
  'tags',
  'clusters',
  'author',
  'incident_type',
  'redirect',
]
