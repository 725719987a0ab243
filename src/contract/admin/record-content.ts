import { type Static, type TOptional, type TSchema, Type } from 'typebox'
import {
  type FieldsWith,
  fieldNames,
  INTERNAL_FIELDS,
  type InternalFieldName,
  type NewInternalField,
  RECORD_FIELDS,
  type RecordFieldName,
} from '../../domain/record-fields.ts'
import { AdvisoryFacts } from '../advisory-facts.ts'
import { Moment, OptionalMoment } from '../common.ts'
import { NOTIFICATION_TYPES, POST_TYPES } from '../records.ts'

/** Id or tid of a thing of the site; a larger one would be too large for its column. */
export const NumberOfThing = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

const OptionalText = (maxLength: number) => Type.Union([Type.String({ maxLength }), Type.Null()])

/** The schema of a field, by what it holds. */
const SCHEMAS = {
  kind: () => Type.Enum(POST_TYPES),
  'notification type': () => Type.Union([Type.Enum(NOTIFICATION_TYPES), Type.Null()]),
  text: (maxLength: number) => Type.String({ maxLength }),
  'optional text': OptionalText,
  time: () => OptionalMoment,
  number: () => NumberOfThing,
  numbers: () => Type.Array(NumberOfThing, { maxItems: 1000, uniqueItems: true }),
  tags: () => Type.Array(Type.String({ minLength: 1, maxLength: 80 }), { maxItems: 50, uniqueItems: true }),
  'CVE ids': () => Type.Array(Type.String({ maxLength: 30 }), { maxItems: 100, uniqueItems: true }),
  score: () => Type.Union([Type.Number({ minimum: 0, maximum: 10 }), Type.Null()]),
  minutes: () =>
    Type.Array(Type.Integer({ minimum: 1, maximum: 60 * 24 * 30 }), { maxItems: 5, uniqueItems: true }),
  choice: () => Type.Boolean(),
}

type FieldSchema<Name extends RecordFieldName> = ReturnType<
  (typeof SCHEMAS)[(typeof RECORD_FIELDS)[Name]['holds']]
>

/** The schema of each field on its own, as staff write it. */
export const FieldSchemas = Object.fromEntries(
  Object.entries(RECORD_FIELDS).map(([name, field]) => [
    name,
    'limit' in field ? SCHEMAS[field.holds](field.limit) : SCHEMAS[field.holds](),
  ]),
) as { [Name in RecordFieldName]: FieldSchema<Name> }

type Added<Schema> = Schema extends TSchema ? TOptional<Schema> : never

/** A field that was added in this release may be absent: see `isNew`. */
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

/** Unknown fields are refused: they would be lost without a word. */
const STRICT = { additionalProperties: false }

type OptionalTextSchema = ReturnType<typeof OptionalText>

/** L-09: for staff alone, wherever it is shown. */
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
 * The whole of a record as staff write it. Times are ISO 8601 in UTC. What follows from the rest (event type, type,
 * address, state) is not in it. It may be incomplete while it is a draft: publishing asks for what is missing.
 */
export const RecordContent = Type.Object(
  {
    ...FieldsOfContent,
    body: Type.String({
      maxLength: RECORD_FIELDS.body.limit,
      description: 'HTML; unsafe parts are removed',
    }),
    /** Absent, as editors of the version before send it: as it is. */
    advisory: Type.Optional(Type.Union([AdvisoryFacts, Type.Null()])),
    internal: InternalFields,
  },
  STRICT,
)
export type RecordContent = Static<typeof RecordContent>

export const RECORD_STATES = ['draft', 'scheduled', 'published', 'unpublished'] as const

/** Who did something, as colleagues know them. */
export const Person = Type.Object({ uid: Type.Union([Type.Integer(), Type.Null()]), name: Type.String() })
export type Person = Static<typeof Person>

export const AdminUpdate = Type.Object({
  id: Type.Integer(),
  posted_on: Moment,
  status_id: Type.Integer(),
  severity_tid: Type.Union([Type.Integer(), Type.Null()]),
  body: Type.String(),
  created_by: Type.Union([Type.String(), Type.Null()]),
})
export type AdminUpdate = Static<typeof AdminUpdate>

/** A record as its editors see it. */
export const AdminRecord = Type.Object({
  id: Type.Integer(),
  /** Raised by every save. What is sent with an older one is refused with 409. */
  version: Type.Integer(),
  /** Of its last publication; null before the first. */
  edition: Type.Union([Type.Integer(), Type.Null()]),
  state: Type.Enum(RECORD_STATES),
  alias: Type.String(),
  /** Where readers find it; null before it was ever published. */
  path: Type.Union([Type.String(), Type.Null()]),
  /** As it is now: what readers see, or the draft of what they never saw. */
  content: RecordContent,
  /** What was typed and is not published, with who saved it; of what readers never saw it is the content. Null: nothing. */
  draft: Type.Union([
    Type.Object({ content: RecordContent, saved_at: Moment, saved_by: Type.Union([Person, Type.Null()]) }),
    Type.Null(),
  ]),
  /** Oldest first. */
  updates: Type.Array(AdminUpdate),
  publish_at: OptionalMoment,
  publish_notifies: Type.Boolean(),
  created_at: Moment,
  posted_on: OptionalMoment,
  updated_on: Moment,
  series_id: Type.Union([Type.Integer(), Type.Null()]),
  /** Whether whoever asks may change it. */
  can_edit: Type.Boolean(),
})
export type AdminRecord = Static<typeof AdminRecord>
