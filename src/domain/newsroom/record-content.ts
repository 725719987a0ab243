import { type AdvisoryFacts, factsOf, factsToStore } from '../csaf/advisory-facts.ts'
import {
  type FieldsWith,
  type FieldValues,
  fieldNames,
  fieldsWith,
  INTERNAL_FIELDS,
  type InternalFieldName,
  type NewInternalField,
  RECORD_FIELDS,
  type RecordFieldName,
  type ValueOfField,
} from '../record-fields.ts'

type NewField = FieldsWith<{ isNew: true }>
type UsualFields = { [Name in Exclude<RecordFieldName, NewField>]: ValueOfField<Name> }
type NewFields = { [Name in NewField]?: ValueOfField<Name> }

/** The API has the same shape. Times are ISO 8601 in UTC. */
export interface RecordContent extends UsualFields, NewFields {
  /** For security advisories. Absent in records written before this field existed. */
  advisory?: AdvisoryFacts | null
  internal: InternalContent
}

/** L-09: for staff only. */
export type InternalContent = Record<Exclude<InternalFieldName, NewInternalField>, string | null> &
  Partial<Record<NewInternalField, string | null>>

type AdvisoryField = keyof AdvisoryFacts

export type ContentField = RecordFieldName | `internal.${InternalFieldName}` | `advisory.${AdvisoryField}`

const INTERNAL_NAMES = fieldNames(INTERNAL_FIELDS)
export const INTERNAL_LINKS = INTERNAL_NAMES.filter((name) => INTERNAL_FIELDS[name].isLink)

const ADVISORY_FIELDS = [
  'product_status',
  'remediations',
  'references',
] as const satisfies readonly AdvisoryField[]

export const TIME_FIELDS = fieldsWith({ holds: 'time' })

export const CONTENT_FIELDS: readonly ContentField[] = [
  ...fieldNames(RECORD_FIELDS),
  ...ADVISORY_FIELDS.map((name) => `advisory.${name}` as const),
  ...INTERNAL_NAMES.map((name) => `internal.${name}` as const),
]

export type ContentValue = FieldValues[keyof FieldValues] | AdvisoryFacts[AdvisoryField]

export function valueOfField(content: RecordContent, field: ContentField): ContentValue {
  const internal = internalName(field)
  // Earlier releases didn't write fields that were added since.
  if (internal !== undefined) return content.internal[internal] ?? null
  const fact = advisoryName(field)
  return fact === undefined ? (content[field as RecordFieldName] ?? null) : factsOf(content.advisory)[fact]
}

export function withFieldOf(
  content: RecordContent,
  field: ContentField,
  other: RecordContent,
): RecordContent {
  const internal = internalName(field)
  if (internal !== undefined)
    return { ...content, internal: { ...content.internal, [internal]: other.internal[internal] } }
  const fact = advisoryName(field)
  if (fact === undefined) return { ...content, [field]: other[field as RecordFieldName] }
  const facts = { ...factsOf(content.advisory), [fact]: factsOf(other.advisory)[fact] }
  return { ...content, advisory: factsToStore(facts) }
}

/** Drafts saved by an earlier release lack newer fields, and its editors don't send them. */
export function withMissingOf(
  content: RecordContent,
  before: RecordContent,
  sent: RecordContent = content,
): RecordContent {
  const isMissing = ([name]: [string, unknown]) => sent[name as keyof RecordContent] === undefined
  const isInternalMissing = ([name]: [string, unknown]) =>
    sent.internal[name as InternalFieldName] === undefined
  return {
    ...content,
    ...Object.fromEntries(Object.entries(before).filter(isMissing)),
    advisory: (sent.advisory === undefined ? before.advisory : content.advisory) ?? null,
    internal: {
      ...content.internal,
      ...Object.fromEntries(Object.entries(before.internal).filter(isInternalMissing)),
    },
  }
}

function internalName(field: ContentField): InternalFieldName | undefined {
  return INTERNAL_NAMES.find((name) => field === `internal.${name}`)
}

function advisoryName(field: ContentField): AdvisoryField | undefined {
  return ADVISORY_FIELDS.find((name) => field === `advisory.${name}`)
}
