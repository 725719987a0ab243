import { type TProperties, Type } from 'typebox'
import type { RecordKind } from '../../domain/record.ts'
import {
  fieldNames,
  INTERNAL_FIELDS,
  PAGE_TEXTS,
  RECORD_FIELDS,
  type TextForPrograms,
} from '../../domain/record-fields.ts'
import { FieldSchemas } from '../admin/record-content.ts'
import { RecordId } from '../common.ts'

/** Refuses unknown fields, so that a misspelled one is not ignored silently. */
export function Exactly<P extends TProperties>(properties: P, options: { examples?: unknown[] } = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

export const OneRecord = Type.Object({ id: RecordId })

export const Name = Type.Union([
  Type.String({ minLength: 1, maxLength: 300 }),
  Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
])
const Names = Type.Array(Name, { maxItems: 1000 })

const Title = Type.String({ minLength: 1, maxLength: RECORD_FIELDS.title.limit })
const Summary = Type.String({
  maxLength: RECORD_FIELDS.summary.limit,
  description: 'plain text, a sentence or two',
})
const Body = Type.String({
  maxLength: 200_000,
  description: 'the text; see `body_format`',
})
export const BodyFormat = Type.Enum(['text', 'html', 'markdown'] as const, {
  description:
    'default `text`: blank lines separate paragraphs, no markup. `html` and `markdown`: unsafe HTML is removed',
})
const Clouds = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: 100,
  description: 'machine names',
})
const Services = {
  ...Names,
  description: 'of these clouds: tid, `Category/Name`, or the name alone if it is unique',
} as typeof Names
const DataCenters = { ...Names, description: 'tid or name' } as typeof Names
export const Severity = {
  ...Name,
  description: 'name or tid, for example `Service Degradation`',
} as typeof Name
export const AffectedPlaces = Type.Array(
  Exactly({
    service: Type.Optional(Name),
    data_center: Type.Optional(Name),
    severity: Type.Union([Name, Type.Null()]),
  }),
  {
    maxItems: 2000,
    description:
      'single services and data centers in a better state than the record: each with `service` or `data_center`, and a lower severity, or `recovered` (for maintenance: `finished`). null: the same as the record again. One that was not affected before is added',
  },
)
export const Status = { ...Name, description: 'name or id, for example `Monitoring`' } as typeof Name
export const Time = Type.String({ maxLength: 40, description: 'ISO 8601 with a time zone' })
export const OptionalTime = Type.Union([Time, Type.Null()])
export const Notify = Type.Boolean({ description: 'whether subscribers are notified; default true' })
export const Publish = Type.Boolean({
  description: 'default true: published immediately. false: a draft for people to review',
})
const InternalNote = Type.Union(
  [Type.String({ maxLength: INTERNAL_FIELDS.internal_note.limit }), Type.Null()],
  {
    description: 'for staff; never included in answers of this API',
  },
)
export const Version = Type.Integer({
  minimum: 1,
  description: 'of the record that the change is based on; 409 if it differs. `If-Match` does the same',
})

type TextsForPrograms<Kind extends RecordKind> = {
  [Name in TextForPrograms<Kind>]: (typeof FieldSchemas)[Name]
}

export function textsForPrograms<Kind extends RecordKind>(kind: Kind): TextsForPrograms<Kind> {
  const open = fieldNames(PAGE_TEXTS).filter((name) =>
    PAGE_TEXTS[name].programs.some((accepting) => accepting === kind),
  )
  return Object.fromEntries(open.map((name) => [name, FieldSchemas[name]])) as TextsForPrograms<Kind>
}

export const RecordFields = {
  title: Title,
  summary: Summary,
  body: Body,
  clouds: Clouds,
  services: Services,
  data_centers: DataCenters,
  tags: FieldSchemas.tags,
  internal_note: InternalNote,
}

/** An update adds and removes places; others stay. */
export const UpdatePlaces = {
  add_services: Type.Optional(Services),
  remove_services: Type.Optional(Services),
  add_data_centers: Type.Optional(DataCenters),
  remove_data_centers: Type.Optional(DataCenters),
  affected: Type.Optional(AffectedPlaces),
}
export const UpdateTime = {
  ...Time,
  description:
    'ISO 8601 with a time zone: the time that it describes, from the beginning until now. Absent: now. If that is before a newer update or the end, it only fills a gap in the history',
} as typeof Time

export const StepFields = {
  body: Type.String({
    minLength: 1,
    maxLength: 200_000,
    description: 'the text; see `body_format`',
  }),
  body_format: Type.Optional(BodyFormat),
  notify: Type.Optional(Notify),
  version: Type.Optional(Version),
}
