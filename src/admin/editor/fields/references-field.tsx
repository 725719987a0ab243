import {
  type AdvisoryReference,
  factsOf,
  REFERENCES_AT_MOST,
  SUMMARY_CHARACTERS,
  URL_CHARACTERS,
} from '../../../domain/csaf/advisory-facts.ts'
import { wrongReferences } from '../../../domain/csaf/check-advisory.ts'
import { useEditing } from '../editor-context.ts'
import { RowsField } from './rows-field.tsx'
import { Line } from './text-fields.tsx'
import { useAdvisory } from './use-advisory.ts'

const EMPTY: AdvisoryReference = { summary: '', url: '' }

export function ReferencesField() {
  const { content, isReadOnly, errorOf } = useEditing()
  const change = useAdvisory()
  const rows = factsOf(content.advisory).references
  const wrong = errorOf('advisory.references') === undefined ? [] : wrongReferences(rows)
  const errorAt = (at: number, of: string) =>
    wrong.find(({ row, part }) => row === at && part === of)?.sentence
  return (
    <RowsField
      field="advisory.references"
      legend="References"
      hint="More information: release notes, a researcher’s report. CVE ids are linked automatically."
      one="reference"
      rows={rows}
      most={REFERENCES_AT_MOST}
      empty={EMPTY}
      hasErrorInRow={wrong.length > 0}
      onChange={(references) => change({ references })}
    >
      {({ summary, url }, index, set) => (
        <>
          <Line
            label={`Reference ${index + 1}`}
            hint="Description"
            error={errorAt(index, 'summary')}
            maxLength={SUMMARY_CHARACTERS}
            value={summary}
            isReadOnly={isReadOnly}
            onChange={(typed) => set({ summary: typed })}
          />
          <Line
            label="URL"
            hint="https://…"
            error={errorAt(index, 'url')}
            maxLength={URL_CHARACTERS}
            value={url}
            isReadOnly={isReadOnly}
            onChange={(typed) => set({ url: typed.trim() })}
          />
        </>
      )}
    </RowsField>
  )
}
