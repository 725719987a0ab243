import { type Static, Type } from 'typebox'
import { ACTION_STATES } from '../../domain/post-mortem.ts'
import { ProductStatus, References, Remediations } from '../advisory-facts.ts'
import { Moment, OptionalMoment } from '../common.ts'
import { NOTIFICATION_TYPES, POST_TYPES } from '../records.ts'

export const V1_STATES = ['draft', 'scheduled', 'published', 'unpublished'] as const
const Place = Type.Object({ tid: Type.Integer(), name: Type.String() })

/** A record as programs see it, without its texts. L-09: contains nothing internal. */
export const V1RecordRow = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(POST_TYPES),
  notification_type: Type.Union([Type.Enum(NOTIFICATION_TYPES), Type.Null()]),
  state: Type.Enum(V1_STATES, { description: 'whether readers see it' }),
  is_open: Type.Boolean({ description: 'its status does not count as closed' }),
  title: Type.String(),
  status: Type.String(),
  severity: Place,
  clouds: Type.Array(Type.String(), { description: 'machine names' }),
  started_at: OptionalMoment,
  ends_at: OptionalMoment,
  closed_at: OptionalMoment,
  next_update_at: OptionalMoment,
  posted_at: OptionalMoment,
  updated_at: Moment,
  version: Type.Integer({ description: 'increases with every change' }),
  url: Type.Union([Type.String(), Type.Null()], {
    description: 'where readers find it; null if it is not public',
  }),
})
export type V1RecordRow = Static<typeof V1RecordRow>

const MaybeDay = Type.Union([Type.String(), Type.Null()], { description: 'a day: YYYY-MM-DD' })
const PostMortemText = Type.String({ description: 'sanitized HTML; may be empty' })

const V1PostMortem = Type.Object({
  version: Type.Integer({
    description: 'increases with every change of the post-mortem; 0 before the first',
  }),
  is_published: Type.Boolean(),
  has_draft: Type.Boolean({ description: 'some of it is not published' }),
  due_on: MaybeDay,
  is_waived: Type.Boolean({ description: 'staff decided that there will be none' }),
  what_happened: PostMortemText,
  impact: PostMortemText,
  why: PostMortemText,
  what_we_do: PostMortemText,
  actions: Type.Array(
    Type.Object({
      words: Type.String(),
      state: Type.Enum(ACTION_STATES),
      due_on: MaybeDay,
      done_on: MaybeDay,
    }),
  ),
  published_at: OptionalMoment,
  updated_at: OptionalMoment,
})
export type V1PostMortem = Static<typeof V1PostMortem>

export const V1Record = Type.Object({
  ...V1RecordRow.properties,
  summary: Type.String(),
  body: Type.String({ description: 'sanitized HTML' }),
  services: Type.Array(Place),
  data_centers: Type.Array(Place),
  affected: Type.Array(
    Type.Object({
      service: Type.Optional(Type.Integer({ description: 'its tid' })),
      data_center: Type.Optional(Type.Integer({ description: 'its tid' })),
      name: Type.String(),
      severity: Place,
      is_own: Type.Boolean({ description: 'whether it differs from that of the record' }),
    }),
    {
      description:
        'the services and data centers of an incident or maintenance, each with its severity. A place with its own severity 1361 has recovered or, for maintenance, is finished',
    },
  ),
  terms: Type.Array(Place),
  tags: Type.Array(Type.String()),
  actual_started_at: OptionalMoment,
  actual_ended_at: OptionalMoment,
  starts_by_itself: Type.Boolean(),
  ends_by_itself: Type.Boolean(),
  remind_before_minutes: Type.Array(Type.Integer()),
  cve_ids: Type.Array(Type.String()),
  cvss_score: Type.Union([Type.Number(), Type.Null()]),
  cvss_vector: Type.Union([Type.String(), Type.Null()]),
  product_status: ProductStatus,
  remediations: Remediations,
  references: References,
  withdrawn: Type.Union(
    [Type.Object({ at: Moment, reason: Type.Union([Type.String(), Type.Null()]) }), Type.Null()],
    { description: 'what its address says to readers after it was unpublished; null otherwise' },
  ),
  has_draft: Type.Boolean({ description: 'people have made changes that are not published yet' }),
  approval: Type.Union([Type.Literal('waiting'), Type.Null()], {
    description: '`waiting`: a second person must approve the latest request; null: no request is waiting',
  }),
  updates: Type.Array(
    Type.Object({
      id: Type.Integer(),
      posted_at: Moment,
      status: Type.String(),
      body: Type.String({ description: 'sanitized HTML' }),
    }),
    { description: 'oldest first, without removed ones' },
  ),
  changes: Type.Array(
    Type.Object({
      at: Moment,
      update_id: Type.Union([Type.Integer(), Type.Null()], { description: 'the update that it came with' }),
      text: Type.String({ description: 'for example `DNS Control added`' }),
    }),
    { description: 'changes of severity and affected places, oldest first' },
  ),
  post_mortem: Type.Union([V1PostMortem, Type.Null()], {
    description: 'of an incident: what readers see, or the draft if nothing is published. null: none',
  }),
})
export type V1Record = Static<typeof V1Record>

export const AboutV1Record = Type.Object({ data: V1Record })
