import { type Static, type TOptional, type TSchema, Type } from 'typebox'
import { PLACE_KINDS } from '../../domain/place-address.ts'
import {
  type FieldsWith,
  fieldNames,
  INTERNAL_FIELDS,
  type InternalFieldName,
  LIST_LIMITS,
  type NewInternalField,
  RECORD_FIELDS,
  type RecordFieldName,
} from '../../domain/record-fields.ts'
import { AdvisoryFacts } from '../advisory-facts.ts'
import { Moment, OptionalMoment } from '../common.ts'
import { NOTIFICATION_TYPES, POST_TYPES } from '../records.ts'
import { RecordApproval } from './approval-fields.ts'

/** An id or tid of the site, limited to the range of its column. */
export const NumberOfThing = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

const OptionalText = (maxLength: number) => Type.Union([Type.String({ maxLength }), Type.Null()])

const SCHEMAS = {
  kind: () => Type.Enum(POST_TYPES),
  'notification type': () => Type.Union([Type.Enum(NOTIFICATION_TYPES), Type.Null()]),
  text: (maxLength: number) => Type.String({ maxLength }),
  'optional text': OptionalText,
  time: () => OptionalMoment,
  number: () => NumberOfThing,
  numbers: () => Type.Array(NumberOfThing, { maxItems: LIST_LIMITS.numbers, uniqueItems: true }),
  'place states': () =>
    Type.Array(
      Type.Object(
        { place: Type.Enum(PLACE_KINDS), tid: NumberOfThing, severity_tid: NumberOfThing },
        { additionalProperties: false },
      ),
      { maxItems: 2 * LIST_LIMITS.numbers },
    ),
  tags: () =>
    Type.Array(Type.String({ minLength: 1, maxLength: 80 }), {
      maxItems: LIST_LIMITS.tags,
      uniqueItems: true,
    }),
  'CVE ids': () => Type.Array(Type.String({ maxLength: 30 }), { maxItems: 100, uniqueItems: true }),
  score: () => Type.Union([Type.Number({ minimum: 0, maximum: 10 }), Type.Null()]),
  minutes: () =>
    Type.Array(Type.Integer({ minimum: 1, maximum: 60 * 24 * 30 }), { maxItems: 5, uniqueItems: true }),
  choice: () => Type.Boolean(),
  people: () => Type.Union([Type.Array(NumberOfThing, { maxItems: 100, uniqueItems: true }), Type.Null()]),
}

type FieldSchema<Name extends RecordFieldName> = ReturnType<
  (typeof SCHEMAS)[(typeof RECORD_FIELDS)[Name]['holds']]
>

export const FieldSchemas = Object.fromEntries(
  Object.entries(RECORD_FIELDS).map(([name, field]) => [
    name,
    'limit' in field ? SCHEMAS[field.holds](field.limit) : SCHEMAS[field.holds](),
  ]),
) as { [Name in RecordFieldName]: FieldSchema<Name> }

type Added<Schema> = Schema extends TSchema ? TOptional<Schema> : never

/** Fields added in this release are optional; see `isNew`. */
const FieldsOfContent = Object.fromEntries(
  fieldNames(RECORD_FIELDS).map((name): [string, TSchema] => [
    name,
    'isNew' in RECORD_FIELDS[name] ? Type.Optional(FieldSchemas[name]) : FieldSchemas[name],
  ]),
) as {
  [Name in RecordFieldName]: Name extends FieldsWith<{ isNew: true }>
    ? Added<FieldSchema<Name>>
    : FieldSchema<Name>
}

/** Unknown fields are refused. Otherwise they would be lost silently. */
const STRICT = { additionalProperties: false }

type OptionalTextSchema = ReturnType<typeof OptionalText>

/** L-09: visible to staff only. */
const InternalFields = Type.Object(
  Object.fromEntries(
    Object.entries(INTERNAL_FIELDS).map(([name, field]): [string, TSchema] => [
      name,
      'isNew' in field ? Type.Optional(OptionalText(field.limit)) : OptionalText(field.limit),
    ]),
  ) as {
    [Name in InternalFieldName]: Name extends NewInternalField
      ? TOptional<OptionalTextSchema>
      : OptionalTextSchema
  },
  STRICT,
)

/**
 * A whole record as staff enter it. Times are ISO 8601 in UTC. Derived values (event type, type, address, state) are
 * not included. A draft may be incomplete; publishing requires the missing fields.
 */
export const RecordContent = Type.Object(
  {
    ...FieldsOfContent,
    body: Type.String({
      maxLength: RECORD_FIELDS.body.limit,
      description: 'HTML; unsafe parts are removed',
    }),
    /** Absent: unchanged. Editors of the previous version don't send it. */
    advisory: Type.Optional(Type.Union([AdvisoryFacts, Type.Null()])),
    internal: InternalFields,
  },
  STRICT,
)
export type RecordContent = Static<typeof RecordContent>

export const RECORD_STATES = ['draft', 'scheduled', 'published', 'unpublished'] as const

export const Person = Type.Object({ uid: Type.Union([Type.Integer(), Type.Null()]), name: Type.String() })
export type Person = Static<typeof Person>

export const AdminUpdate = Type.Object({
  id: Type.Integer(),
  posted_on: Moment,
  status_id: Type.Integer(),
  severity_tid: Type.Union([Type.Integer(), Type.Null()]),
  /** The text of a removed update is in the audit log. */
  body: Type.String(),
  created_by: Type.Union([Type.String(), Type.Null()]),
  removed_on: OptionalMoment,
})
export type AdminUpdate = Static<typeof AdminUpdate>

export const AdminRecord = Type.Object({
  id: Type.Integer(),
  /** Incremented by every save. Changes based on an older version get a 409. */
  version: Type.Integer(),
  /** The edition of its last publication. Null before the first. */
  edition: Type.Union([Type.Integer(), Type.Null()]),
  state: Type.Enum(RECORD_STATES),
  alias: Type.String(),
  path: Type.Union([Type.String(), Type.Null()]),
  /** The current content: what readers see, or the draft if it was never published. */
  content: RecordContent,
  /** Unpublished changes and who saved them. For a record that was never published, this is its content. */
  draft: Type.Union([
    Type.Object({ content: RecordContent, saved_at: Moment, saved_by: Type.Union([Person, Type.Null()]) }),
    Type.Null(),
  ]),
  updates: Type.Array(AdminUpdate),
  /** Changes of severity and places that readers see in the history. */
  changes: Type.Array(
    Type.Object({ at: Moment, update_id: Type.Union([Type.Integer(), Type.Null()]), text: Type.String() }),
  ),
  /**
   * This version will be published, whatever is edited later. Null if it isn't scheduled, or was scheduled
   * by an earlier release: then the draft will be published.
   */
  scheduled: Type.Union([
    Type.Object({
      content: RecordContent,
      confirmed_at: Moment,
      confirmed_by: Type.Union([Person, Type.Null()]),
    }),
    Type.Null(),
  ]),
  publish_at: OptionalMoment,
  publish_notifies: Type.Boolean(),
  created_at: Moment,
  posted_on: OptionalMoment,
  updated_on: Moment,
  series_id: Type.Union([Type.Integer(), Type.Null()]),
  /** The note at the address of a withdrawn record. Null: it is not withdrawn. */
  withdrawn: Type.Union([
    Type.Object({ on: Moment, reason: Type.Union([Type.String(), Type.Null()]) }),
    Type.Null(),
  ]),
  can_edit: Type.Boolean(),
  approval: RecordApproval,
})
export type AdminRecord = Static<typeof AdminRecord>
