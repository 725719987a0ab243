import { type TProperties, Type } from 'typebox'
import { RecordId } from '../common.ts'

/** What a program misspells must not be left out without a word. */
export function Exactly<P extends TProperties>(properties: P, options: { examples?: unknown[] } = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

export const OneRecord = Type.Object({ id: RecordId })

/** As people know it, or its number. */
export const Name = Type.Union([
  Type.String({ minLength: 1, maxLength: 300 }),
  Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
])
const Names = Type.Array(Name, { maxItems: 1000 })

const Title = Type.String({ minLength: 1, maxLength: 300 })
const Summary = Type.String({ maxLength: 2000, description: 'plain text, a sentence or two' })
const Body = Type.String({
  maxLength: 200_000,
  description: 'what there is to say; see `body_format`',
})
export const BodyFormat = Type.Enum(['text', 'html'] as const, {
  description:
    '`text` if absent: blank lines part paragraphs, and nothing in it is markup. `html`: what may not stand is taken out',
})
const Clouds = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: 100,
  description: 'machine names',
})
const Services = {
  ...Names,
  description: 'of these clouds: tid, `Category/Name`, or the name alone where it is the only one',
} as typeof Names
const DataCenters = { ...Names, description: 'tid or name' } as typeof Names
export const Severity = {
  ...Name,
  description: 'name or tid, for example `Service Degradation`',
} as typeof Name
export const Status = { ...Name, description: 'name or id, for example `Monitoring`' } as typeof Name
export const Time = Type.String({ maxLength: 40, description: 'ISO 8601 with a time zone' })
export const OptionalTime = Type.Union([Time, Type.Null()])
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 80 }), {
  maxItems: 50,
  uniqueItems: true,
})
export const Notify = Type.Boolean({ description: 'whether subscribers are told; true if absent' })
export const Publish = Type.Boolean({
  description: 'true if absent: on the site at once. false: a draft for people to look at',
})
const InternalNote = Type.Union([Type.String({ maxLength: 20_000 }), Type.Null()], {
  description: 'for staff; no answer of this API tells it',
})
export const Version = Type.Integer({
  minimum: 1,
  description: 'of the record that the change is based on; 409 if it has another. `If-Match` does the same',
})

/** What every record may be given, whatever its kind. */
export const RecordFields = {
  title: Title,
  summary: Summary,
  body: Body,
  clouds: Clouds,
  services: Services,
  data_centers: DataCenters,
  tags: Tags,
  internal_note: InternalNote,
}

/** What a step in the life of a record says. */
export const StepFields = {
  body: Type.String({
    minLength: 1,
    maxLength: 200_000,
    description: 'what there is to say; see `body_format`',
  }),
  body_format: Type.Optional(BodyFormat),
  notify: Type.Optional(Notify),
}
