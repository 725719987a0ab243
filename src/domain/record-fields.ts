import type { NotificationType } from './notification-type.ts'
import type { PlaceState } from './place-states.ts'
import type { RecordKind } from './record.ts'

/*
 * The fields of a record, each described once. These tables define what staff write (`newsroom/record-content.ts`) and
 * its schema, the columns to read, the public API, `/api/v1`, messages, the editor and the record's page. Nothing is
 * computed when this file loads, so that public pages bundle `PAGE_TEXTS` and leave out the rest.
 */

export interface FieldValues {
  kind: RecordKind
  'notification type': NotificationType | null
  text: string
  'optional text': string | null
  /** ISO 8601 in UTC. */
  time: string | null
  /** The id of a status or a severity. */
  number: number
  numbers: number[]
  'place states': PlaceState[]
  tags: string[]
  'CVE ids': string[]
  score: number | null
  minutes: number[]
  choice: boolean
  /** Account ids. Null: not restricted to people. */
  people: number[] | null
}

interface DescribedField {
  label: string
  /** Whether readers may see it. Otherwise it is in no edition. */
  isPublic: boolean
  /**
   * True in the release that adds the field: older drafts lack it, and editors that were open during the upgrade don't
   * send it. It then keeps its current value.
   */
  isNew?: true
}

export const LIST_LIMITS = { numbers: 1000, tags: 50 }

/** `limit` is in characters. */
type TextField = DescribedField & { holds: 'text' | 'optional text'; limit: number }
type OtherField = DescribedField & { holds: Exclude<keyof FieldValues, TextField['holds']> }

type PageText = DescribedField & {
  holds: 'optional text'
  limit: number
  isPublic: true
  place: 'before the body' | 'after the body'
  rows: number
  isInMessages: boolean
  /** Record kinds for which `/api/v1` accepts it. */
  programs: readonly RecordKind[]
}

export const PAGE_TEXTS = {
  customer_impact: {
    label: 'Customer impact',
    holds: 'optional text',
    limit: 5000,
    isPublic: true,
    place: 'before the body',
    rows: 3,
    isInMessages: true,
    programs: ['incident', 'maintenance', 'advisory', 'notification'],
  },
  available_workaround: {
    label: 'Available workaround',
    holds: 'optional text',
    limit: 5000,
    isPublic: true,
    place: 'before the body',
    rows: 3,
    isInMessages: true,
    programs: ['incident', 'advisory', 'notification'],
  },
  how_found: {
    label: 'How it was found',
    holds: 'optional text',
    limit: 2000,
    isPublic: true,
    place: 'after the body',
    rows: 2,
    isInMessages: false,
    programs: [],
  },
} as const satisfies Record<string, PageText>

/** For a body with a few images. */
export const RECORD_BYTES_AT_MOST = 2 * 1024 * 1024

/** In the order of the editor. Advisory facts are described in `csaf/advisory-facts.ts`. */
export const RECORD_FIELDS = {
  kind: { label: 'Kind', holds: 'kind', isPublic: true },
  notification_type: { label: 'Kind of notification', holds: 'notification type', isPublic: true },
  incident_type: {
    label: 'Type, as readers see it',
    holds: 'optional text',
    limit: 200,
    isPublic: true,
  },
  title: { label: 'Title', holds: 'text', limit: 300, isPublic: true },
  severity_tid: { label: 'Severity', holds: 'number', isPublic: true },
  status_id: { label: 'Status', holds: 'number', isPublic: true },
  clouds: { label: 'Clouds', holds: 'numbers', isPublic: true },
  services: { label: 'Services', holds: 'numbers', isPublic: true },
  data_centers: { label: 'Data centers', holds: 'numbers', isPublic: true },
  place_states: {
    label: 'States of services and data centers',
    holds: 'place states',
    isPublic: true,
    isNew: true,
  },
  terms: { label: 'Categories', holds: 'numbers', isPublic: false },
  from_time: { label: 'Starts', holds: 'time', isPublic: true },
  to_time: { label: 'Ends', holds: 'time', isPublic: true },
  actual_from_time: { label: 'Actual start', holds: 'time', isPublic: true },
  actual_to_time: { label: 'Actual end', holds: 'time', isPublic: true },
  closed_on: { label: 'Closed', holds: 'time', isPublic: true },
  next_update: { label: 'Next update by', holds: 'time', isPublic: true },
  starts_by_itself: { label: 'Starts automatically', holds: 'choice', isPublic: false },
  ends_by_itself: { label: 'Ends automatically', holds: 'choice', isPublic: false },
  remind_before_minutes: { label: 'Reminders', holds: 'minutes', isPublic: false },
  summary: { label: 'Summary', holds: 'text', limit: 2000, isPublic: true },
  body: { label: 'Body', holds: 'text', limit: RECORD_BYTES_AT_MOST, isPublic: true },
  ...PAGE_TEXTS,
  tags: { label: 'Tags', holds: 'tags', isPublic: true },
  clusters: { label: 'Clusters', holds: 'tags', isPublic: true },
  author: { label: 'Author', holds: 'optional text', limit: 200, isPublic: true },
  redirect: { label: 'Redirect readers to', holds: 'optional text', limit: 2000, isPublic: true },
  cve_ids: { label: 'CVE ids', holds: 'CVE ids', isPublic: true },
  cvss_score: { label: 'CVSS score', holds: 'score', isPublic: true },
  cvss_vector: { label: 'CVSS vector', holds: 'optional text', limit: 200, isPublic: true },
  /** Decides who may read it, so it applies as soon as it is saved. See `may-edit.ts`. */
  embargo: { label: 'Under embargo; readable for', holds: 'people', isPublic: false, isNew: true },
} as const satisfies Record<string, TextField | OtherField | PageText>

type InternalField = Omit<DescribedField, 'isPublic'> & { limit: number; isLink: boolean }

/** L-09: for staff only. All are optional texts in a separate table. Links must be full URLs. */
export const INTERNAL_FIELDS = {
  internal_note: { label: 'Internal note', limit: 20_000, isLink: false },
  slack_link: { label: 'Slack', limit: 2000, isLink: true },
  jira_link: { label: 'Jira', limit: 2000, isLink: true },
  sfdc_link: { label: 'SFDC', limit: 2000, isLink: true },
  severity_link: { label: 'Severity', limit: 2000, isLink: true },
} as const satisfies Record<string, InternalField>

type PageTexts = typeof PAGE_TEXTS
type RecordFields = typeof RECORD_FIELDS

export type RecordFieldName = keyof RecordFields
export type PageTextName = keyof PageTexts
export type InternalFieldName = keyof typeof INTERNAL_FIELDS
export type NewInternalField = {
  [Name in InternalFieldName]: (typeof INTERNAL_FIELDS)[Name] extends { isNew: true } ? Name : never
}[InternalFieldName]

export type FieldsWith<Description> = {
  [Name in RecordFieldName]: RecordFields[Name] extends Description ? Name : never
}[RecordFieldName]

export type MessageTextName = {
  [Name in PageTextName]: PageTexts[Name]['isInMessages'] extends true ? Name : never
}[PageTextName]

export type TextForPrograms<Kind extends RecordKind> = {
  [Name in PageTextName]: Kind extends PageTexts[Name]['programs'][number] ? Name : never
}[PageTextName]

export type ValueOfField<Name extends RecordFieldName> = FieldValues[RecordFields[Name]['holds']]

export function fieldNames<Fields extends object>(fields: Fields): (keyof Fields & string)[] {
  return Object.keys(fields) as (keyof Fields & string)[]
}

export function fieldsWith<Description extends Partial<TextField | OtherField>>(
  description: Description,
): FieldsWith<Description>[] {
  return fieldNames(RECORD_FIELDS).filter((name): name is FieldsWith<Description> => {
    const field: Readonly<Record<string, unknown>> = RECORD_FIELDS[name]
    return Object.entries(description).every(([key, value]) => field[key] === value)
  })
}

export function messageTexts(): MessageTextName[] {
  return fieldNames(PAGE_TEXTS).filter((name): name is MessageTextName => PAGE_TEXTS[name].isInMessages)
}
