import { type AdvisoryFacts, factsOf, factsToKeep } from '../csaf/advisory-facts.ts'
import type { NotificationType } from '../notification-type.ts'
import type { RecordKind } from '../record.ts'

/** The whole of a record as staff write it; on the wire it has the same shape. Times are ISO 8601 in UTC. */
export interface RecordContent {
  kind: RecordKind
  notification_type: NotificationType | null
  incident_type: string | null
  title: string
  summary: string
  /** HTML */
  body: string
  status_id: number
  severity_tid: number
  clouds: number[]
  services: number[]
  data_centers: number[]
  terms: number[]
  tags: string[]
  clusters: string[]
  from_time: string | null
  to_time: string | null
  actual_from_time: string | null
  actual_to_time: string | null
  closed_on: string | null
  next_update: string | null
  author: string | null
  customer_impact: string | null
  available_workaround: string | null
  how_found: string | null
  redirect: string | null
  cve_ids: string[]
  cvss_score: number | null
  cvss_vector: string | null
  /** Of a security advisory. Absent where it was written before there was such a thing: nothing is said of it. */
  advisory?: AdvisoryFacts | null
  starts_by_itself: boolean
  ends_by_itself: boolean
  remind_before_minutes: number[]
  internal: InternalContent
}

/** L-09: for staff alone. */
export interface InternalContent {
  internal_note: string | null
  slack_link: string | null
  jira_link: string | null
  sfdc_link: string | null
  severity_link: string | null
}

type PublicField = Exclude<keyof RecordContent, 'internal' | 'advisory'>
type InternalField = keyof InternalContent
type AdvisoryField = keyof AdvisoryFacts

/** A field by its name on the wire; internal ones and facts of advisories one by one. */
export type ContentField = PublicField | `internal.${InternalField}` | `advisory.${AdvisoryField}`

export const INTERNAL_FIELDS = [
  'internal_note',
  'slack_link',
  'jira_link',
  'sfdc_link',
  'severity_link',
] as const satisfies readonly InternalField[]

const ADVISORY_FIELDS = [
  'product_status',
  'remediations',
  'references',
] as const satisfies readonly AdvisoryField[]

export const TIME_FIELDS = [
  'from_time',
  'to_time',
  'actual_from_time',
  'actual_to_time',
  'closed_on',
  'next_update',
] as const satisfies readonly PublicField[]

/** In the order in which an editor shows them. */
export const CONTENT_FIELDS: readonly ContentField[] = [
  'kind',
  'notification_type',
  'incident_type',
  'title',
  'severity_tid',
  'status_id',
  'clouds',
  'services',
  'data_centers',
  'terms',
  ...TIME_FIELDS,
  'starts_by_itself',
  'ends_by_itself',
  'remind_before_minutes',
  'summary',
  'body',
  'customer_impact',
  'available_workaround',
  'how_found',
  'tags',
  'clusters',
  'author',
  'redirect',
  'cve_ids',
  'cvss_score',
  'cvss_vector',
  ...ADVISORY_FIELDS.map((name) => `advisory.${name}` as const),
  ...INTERNAL_FIELDS.map((name) => `internal.${name}` as const),
]

export type ContentValue =
  | RecordContent[PublicField]
  | InternalContent[InternalField]
  | AdvisoryFacts[AdvisoryField]

export function valueOfField(content: RecordContent, field: ContentField): ContentValue {
  const internal = internalName(field)
  if (internal !== undefined) return content.internal[internal]
  const fact = advisoryName(field)
  return fact === undefined ? content[field as PublicField] : factsOf(content.advisory)[fact]
}

/** The same content with the field as it is in the other. */
export function withFieldOf(
  content: RecordContent,
  field: ContentField,
  other: RecordContent,
): RecordContent {
  const internal = internalName(field)
  if (internal !== undefined)
    return { ...content, internal: { ...content.internal, [internal]: other.internal[internal] } }
  const fact = advisoryName(field)
  if (fact === undefined) return { ...content, [field]: other[field as PublicField] }
  const facts = { ...factsOf(content.advisory), [fact]: factsOf(other.advisory)[fact] }
  return { ...content, advisory: factsToKeep(facts) }
}

/** What an editor of an earlier version has sent or kept says nothing of these facts, so they stay as they are. */
export function withUnsaidOf(content: RecordContent, before: RecordContent): RecordContent {
  return content.advisory === undefined ? { ...content, advisory: before.advisory ?? null } : content
}

function internalName(field: ContentField): InternalField | undefined {
  return INTERNAL_FIELDS.find((name) => field === `internal.${name}`)
}

function advisoryName(field: ContentField): AdvisoryField | undefined {
  return ADVISORY_FIELDS.find((name) => field === `advisory.${name}`)
}
