import { useState } from 'react'
import {
  type AdvisoryReference,
  factsOf,
  PRODUCT_STATUS_WORDS,
  PRODUCT_STATUSES,
  type ProductStatus,
  REFERENCES_AT_MOST,
  SUMMARY_CHARACTERS,
  URL_CHARACTERS,
} from '../../../domain/csaf/advisory-facts.ts'
import { wrongReferences } from '../../../domain/csaf/check-advisory.ts'
import { NO_CVSS_VECTOR } from '../../../domain/csaf/cvss-metrics.ts'
import { cvssScore } from '../../../domain/csaf/cvss-score.ts'
import { RECORD_FIELDS } from '../../../domain/record-fields.ts'
import { ChoiceField } from '../../../ui/forms/choice-field.tsx'
import { InputField } from '../../parts/text-fields.tsx'
import { useEditing } from '../editor-context.ts'
import { EmbargoField } from '../fields/embargo-field.tsx'
import { RemediationsField, useAdvisory } from '../fields/remediations-field.tsx'
import { RowsField } from '../fields/rows-field.tsx'
import { SPACES_TOO, WordsListField } from '../fields/words-list-field.tsx'
import { Columns, Section } from './section.tsx'

export function AdvisorySection() {
  return (
    <Section title="Vulnerabilities">
      <EmbargoField />
      <WordsListField
        field="cve_ids"
        hint="For example CVE-2026-12345. You can paste several at once."
        separators={SPACES_TOO}
        spell={(word) => word.toUpperCase()}
      />
      <Columns>
        <CvssFields />
      </Columns>
      <ProductStatusField />
      <RemediationsField />
      <ReferencesField />
    </Section>
  )
}

function ProductStatusField() {
  const { content, isReadOnly, idOf, errorOf } = useEditing()
  const change = useAdvisory()
  return (
    <ChoiceField
      id={idOf('advisory.product_status')}
      label="The clouds and services are"
      hint="Based on its status: affected while it is open and names a vulnerability, fixed once it is closed."
      error={errorOf('advisory.product_status')}
      value={factsOf(content.advisory).product_status ?? ''}
      isDisabled={isReadOnly}
      onPick={(picked) => change({ product_status: picked === '' ? null : (picked as ProductStatus) })}
    >
      <option value="">Based on status</option>
      {PRODUCT_STATUSES.map((each) => (
        <option key={each} value={each}>
          {PRODUCT_STATUS_WORDS[each]}
        </option>
      ))}
    </ChoiceField>
  )
}

const EMPTY: AdvisoryReference = { summary: '', url: '' }

function ReferencesField() {
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
          <InputField
            label={`Reference ${index + 1}`}
            hint="Description"
            error={errorAt(index, 'summary')}
            maxLength={SUMMARY_CHARACTERS}
            value={summary}
            readOnly={isReadOnly}
            onChange={(typed) => set({ summary: typed })}
          />
          <InputField
            label="URL"
            hint="https://…"
            error={errorAt(index, 'url')}
            maxLength={URL_CHARACTERS}
            value={url}
            readOnly={isReadOnly}
            onChange={(typed) => set({ url: typed.trim() })}
          />
        </>
      )}
    </RowsField>
  )
}

function CvssFields() {
  const { content, change, isReadOnly, idOf, errorOf, setUnreadable } = useEditing()
  const vector = content.cvss_vector ?? ''
  // An incomplete vector is not an error until the field loses focus.
  const [left, setLeft] = useState(vector)
  const computed = vector === '' ? undefined : cvssScore(vector)
  const isWrong = vector !== '' && vector === left && computed === undefined
  return (
    <>
      <InputField
        id={idOf('cvss_vector')}
        label={RECORD_FIELDS.cvss_vector.label}
        hint="For example CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"
        error={errorOf('cvss_vector') ?? (isWrong ? NO_CVSS_VECTOR : undefined)}
        maxLength={RECORD_FIELDS.cvss_vector.limit}
        value={vector}
        readOnly={isReadOnly}
        onChange={(typed) => {
          const withScore = withScoreOf(typed.trim())
          // An invalid typed score disappears with its field.
          if ('cvss_score' in withScore) setUnreadable('cvss_score', false)
          change(withScore)
        }}
        onBlur={() => setLeft(vector)}
      />
      {typeof computed === 'object' ? (
        <InputField
          id={idOf('cvss_score')}
          label="CVSS score"
          hint={`${computed.severity.toLowerCase()}, computed from the vector`}
          maxLength={4}
          error={errorOf('cvss_score')}
          value={computed.baseScore.toFixed(1)}
          readOnly
          onChange={() => {}}
        />
      ) : (
        <ScoreField />
      )}
    </>
  )
}

function withScoreOf(vector: string) {
  const computed = vector === '' ? undefined : cvssScore(vector)
  return {
    cvss_vector: vector || null,
    ...(typeof computed === 'object' && { cvss_score: computed.baseScore }),
  }
}

/** A typed score: without a vector, or for CVSS 4. */
function ScoreField() {
  const { content, change, isReadOnly, idOf, errorOf, setUnreadable } = useEditing()
  const [typed, setTyped] = useState<string>()
  const read = typed === undefined ? undefined : scoreOf(typed)
  // The value may have been changed from elsewhere.
  const isOwn = typed !== undefined && (read === undefined || read === content.cvss_score)
  const shown = isOwn ? typed : content.cvss_score === null ? '' : content.cvss_score.toFixed(1)
  const isWrong = typed !== undefined && read === undefined
  return (
    <InputField
      id={idOf('cvss_score')}
      label="CVSS score"
      hint="0.0 to 10.0, for the most severe one"
      error={isWrong ? 'A CVSS score is a number from 0.0 to 10.0.' : errorOf('cvss_score')}
      maxLength={4}
      value={shown}
      readOnly={isReadOnly}
      onChange={(text) => {
        setTyped(text)
        const score = scoreOf(text)
        setUnreadable('cvss_score', score === undefined)
        if (score !== undefined) change({ cvss_score: score })
      }}
    />
  )
}

/** Null if empty, undefined if invalid. */
function scoreOf(text: string): number | null | undefined {
  const written = text.trim().replace(',', '.')
  if (written === '') return null
  const score = /^\d{1,2}(\.\d?)?$/.test(written) ? Number(written) : Number.NaN
  return score >= 0 && score <= 10 ? score : undefined
}
