import { useState } from 'react'
import { useEditing } from '../editor-context.ts'
import { Line, LineOfRecord } from '../fields/text-fields.tsx'
import { WordsListField } from '../fields/words-list-field.tsx'
import { Columns, Section } from './section.tsx'

/** Which vulnerabilities an advisory is about, and how grave they are. */
export function AdvisorySection() {
  return (
    <Section title="Vulnerabilities">
      <WordsListField
        field="cve_ids"
        label="CVE ids"
        hint="For example CVE-2026-12345. Several may be pasted at once."
        spell={(word) => word.toUpperCase()}
      />
      <Columns>
        <ScoreField />
        <LineOfRecord
          field="cvss_vector"
          label="CVSS vector"
          hint="For example CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"
          maxLength={200}
        />
      </Columns>
    </Section>
  )
}

function ScoreField() {
  const { content, change, isReadOnly, idOf, errorOf, setUnreadable } = useEditing()
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? (content.cvss_score === null ? '' : content.cvss_score.toFixed(1))
  const isWrong = typed !== undefined && scoreOf(typed) === undefined
  return (
    <Line
      id={idOf('cvss_score')}
      label="CVSS score"
      hint="0.0 to 10.0, of the gravest of them"
      error={isWrong ? 'A CVSS score is a number from 0.0 to 10.0.' : errorOf('cvss_score')}
      maxLength={4}
      value={shown}
      isReadOnly={isReadOnly}
      onChange={(text) => {
        setTyped(text)
        const score = scoreOf(text)
        setUnreadable('cvss_score', score === undefined)
        if (score !== undefined) change({ cvss_score: score })
      }}
    />
  )
}

/** Null where nothing is said; undefined for what is no score. */
function scoreOf(text: string): number | null | undefined {
  const written = text.trim().replace(',', '.')
  if (written === '') return null
  const score = /^\d{1,2}(\.\d?)?$/.test(written) ? Number(written) : Number.NaN
  return score >= 0 && score <= 10 ? score : undefined
}
