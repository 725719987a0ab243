import { useState } from 'react'
import { NO_CVSS_VECTOR } from '../../../domain/csaf/cvss-metrics.ts'
import { cvssScore } from '../../../domain/csaf/cvss-score.ts'
import { RECORD_FIELDS } from '../../../domain/record-fields.ts'
import { useEditing } from '../editor-context.ts'
import { Line } from './text-fields.tsx'

/** The score is computed from the vector, so that they always match. */
export function CvssFields() {
  const { content, change, isReadOnly, idOf, errorOf, setUnreadable } = useEditing()
  const vector = content.cvss_vector ?? ''
  // An incomplete vector is not an error until the field loses focus.
  const [left, setLeft] = useState(vector)
  const computed = vector === '' ? undefined : cvssScore(vector)
  const isWrong = vector !== '' && vector === left && computed === undefined
  return (
    <>
      <Line
        id={idOf('cvss_vector')}
        label={RECORD_FIELDS.cvss_vector.label}
        hint="For example CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"
        error={errorOf('cvss_vector') ?? (isWrong ? NO_CVSS_VECTOR : undefined)}
        maxLength={RECORD_FIELDS.cvss_vector.limit}
        value={vector}
        isReadOnly={isReadOnly}
        onChange={(typed) => {
          const withScore = withScoreOf(typed.trim())
          // An invalid typed score disappears with its field.
          if ('cvss_score' in withScore) setUnreadable('cvss_score', false)
          change(withScore)
        }}
        onLeave={() => setLeft(vector)}
      />
      {typeof computed === 'object' ? (
        <Line
          id={idOf('cvss_score')}
          label="CVSS score"
          hint={`${computed.severity.toLowerCase()}, computed from the vector`}
          maxLength={4}
          error={errorOf('cvss_score')}
          value={computed.baseScore.toFixed(1)}
          isReadOnly
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
    <Line
      id={idOf('cvss_score')}
      label="CVSS score"
      hint="0.0 to 10.0, for the most severe one"
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

/** Null if empty, undefined if invalid. */
function scoreOf(text: string): number | null | undefined {
  const written = text.trim().replace(',', '.')
  if (written === '') return null
  const score = /^\d{1,2}(\.\d?)?$/.test(written) ? Number(written) : Number.NaN
  return score >= 0 && score <= 10 ? score : undefined
}
