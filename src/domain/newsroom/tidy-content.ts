import { cvssScore } from '../csaf/cvss-score.ts'
import { tidyStates } from '../place-states.ts'
import { emptyContent } from './empty-content.ts'
import {
  CONTENT_FIELDS,
  type ContentField,
  type RecordContent,
  TIME_FIELDS,
  withFieldOf,
  withMissingOf,
} from './record-content.ts'

/** Times outside this range are typing errors. */
const FIRST_YEAR = 1990
const LAST_YEAR = 2199

export type ContentErrors = Partial<Record<ContentField, string>>

export function tidyContent(typed: RecordContent): { content: RecordContent; errors: ContentErrors } {
  const content = storable(knownFields(typed))
  const errors: ContentErrors = {}
  for (const field of TIME_FIELDS) {
    const written = content[field]
    // Undefined if the field is new: drafts that were saved before lack it.
    if (written == null) continue
    const time = timeOf(written)
    if (time === undefined) errors[field] = 'Not a valid time.'
    else content[field] = time
  }
  for (const field of ['clouds', 'services', 'data_centers', 'terms', 'remind_before_minutes'] as const) {
    content[field] = [...new Set(content[field])].toSorted((a, b) => a - b)
  }
  if (content.place_states !== undefined) content.place_states = tidyStates(content.place_states, content)
  if (content.embargo != null) content.embargo = [...new Set(content.embargo)].toSorted((a, b) => a - b)
  if (content.kind !== 'notification') content.notification_type = null
  if (content.kind !== 'advisory') content.advisory = null
  const score = cvssScore(content.cvss_vector ?? '')
  if (typeof score === 'object') content.cvss_score = score.baseScore
  return { content, errors }
}

export function timeOf(written: string): string | undefined {
  const time = ISO_8601.test(written) ? new Date(written) : undefined
  const year = time?.getUTCFullYear() ?? Number.NaN
  return year >= FIRST_YEAR && year <= LAST_YEAR ? time?.toISOString() : undefined
}

/** Date also accepts other formats, and without a zone uses the local one. */
const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** JSON may contain more than its type says, and field names become column names. */
function knownFields(typed: RecordContent): RecordContent {
  const empty = emptyContent({ kind: typed.kind })
  const known = CONTENT_FIELDS.reduce((content, field) => withFieldOf(content, field, typed), empty)
  return withMissingOf(known, empty, typed)
}

/** PostgreSQL can store neither NUL nor lone surrogates. */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').replace(/\p{Cs}/gu, '\ufffd') as T
  if (Array.isArray(value)) return value.map(storable) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, storable(each)])) as T
}
