import { type Static, Type } from 'typebox'
import { AdvisoryFacts } from '../advisory-facts.ts'
import { Moment, OptionalMoment } from '../common.ts'
import { NOTIFICATION_TYPES, POST_TYPES } from '../records.ts'

/** A body with a few pictures in it. */
export const RECORD_BYTES_AT_MOST = 2 * 1024 * 1024

const Words = (maxLength: number) => Type.String({ maxLength })
const OptionalWords = (maxLength: number) => Type.Union([Words(maxLength), Type.Null()])
/** Id or tid of a thing of the site; a larger one would be too large for its column. */
export const NumberOfThing = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const Tids = Type.Array(NumberOfThing, { maxItems: 1000, uniqueItems: true })
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 80 }), { maxItems: 50, uniqueItems: true })

/** A field that there is not is a mistake of whoever sends it. */
const STRICT = { additionalProperties: false }

/** L-09: for staff alone, wherever it is shown. */
const InternalFields = Type.Object(
  {
    internal_note: OptionalWords(20_000),
    slack_link: OptionalWords(2000),
    jira_link: OptionalWords(2000),
    sfdc_link: OptionalWords(2000),
    severity_link: OptionalWords(2000),
  },
  STRICT,
)

/**
 * The whole of a record as staff write it. Times are ISO 8601 in UTC. What follows from the rest (event type, type,
 * address, state) is not in it. It may be incomplete while it is a draft: publishing asks for what is missing.
 */
export const RecordContent = Type.Object(
  {
    kind: Type.Enum(POST_TYPES),
    notification_type: Type.Union([Type.Enum(NOTIFICATION_TYPES), Type.Null()]),
    incident_type: OptionalWords(200),
    title: Words(300),
    summary: Words(2000),
    body: Type.String({
      maxLength: RECORD_BYTES_AT_MOST,
      description: 'HTML; what may not stand is taken out',
    }),
    status_id: NumberOfThing,
    severity_tid: NumberOfThing,
    clouds: Tids,
    services: Tids,
    data_centers: Tids,
    terms: Tids,
    tags: Tags,
    clusters: Tags,
    from_time: OptionalMoment,
    to_time: OptionalMoment,
    actual_from_time: OptionalMoment,
    actual_to_time: OptionalMoment,
    closed_on: OptionalMoment,
    next_update: OptionalMoment,
    author: OptionalWords(200),
    customer_impact: OptionalWords(5000),
    available_workaround: OptionalWords(5000),
    how_found: OptionalWords(2000),
    redirect: OptionalWords(2000),
    cve_ids: Type.Array(Type.String({ maxLength: 30 }), { maxItems: 100, uniqueItems: true }),
    cvss_score: Type.Union([Type.Number({ minimum: 0, maximum: 10 }), Type.Null()]),
    cvss_vector: OptionalWords(200),
    /** Absent, as editors of the version before send it: as it is. */
    advisory: Type.Optional(Type.Union([AdvisoryFacts, Type.Null()])),
    starts_by_itself: Type.Boolean(),
    ends_by_itself: Type.Boolean(),
    remind_before_minutes: Type.Array(Type.Integer({ minimum: 1, maximum: 60 * 24 * 30 }), {
      maxItems: 5,
      uniqueItems: true,
    }),
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
