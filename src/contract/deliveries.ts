import { type Static, Type } from 'typebox'
import { CHANNEL_KINDS } from '../domain/notifying/channel.ts'
import { PUBLICATION_STEPS } from '../domain/notifying/publication.ts'
import { call } from './call.ts'
import { Moment, OptionalMoment, RecordId } from './common.ts'

const TAG = 'Deliveries'
const Count = Type.Integer({ minimum: 0 })
/** Also for deliveries, whose IDs must stay within safe integers. */
const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

const ByKind = Type.Array(Type.Object({ kind: Type.Enum(CHANNEL_KINDS), people: Count }))

/** Z-03 */
export const RecipientsPreview = Type.Object({
  data: Type.Object({ people: Count, by_channel: ByKind }),
})
export type RecipientsPreview = Static<typeof RecipientsPreview>

const Result = Type.Object({
  kind: Type.Enum(CHANNEL_KINDS),
  waiting: Count,
  sent: Count,
  suppressed: Count,
  dead: Count,
})
const SentPublication = Type.Object({
  publication: Id,
  record: Type.Integer(),
  title: Type.String(),
  path: Type.String({ description: 'where the record is on this site' }),
  step: Type.Enum(PUBLICATION_STEPS),
  news: Type.String({ description: 'the step in words, for example Incident resolved' }),
  words: Type.String({ description: 'the first words of the message' }),
  is_urgent: Type.Boolean(),
  published_at: Moment,
  /** Null: still finding recipients. */
  expanded_at: OptionalMoment,
  results: Type.Array(Result),
})
export type SentPublication = Static<typeof SentPublication>

export const DeadDelivery = Type.Object({
  id: Type.Integer(),
  publication: Id,
  title: Type.String(),
  kind: Type.Enum(CHANNEL_KINDS),
  uid: Type.Integer({ description: 'the account; addresses are not included' }),
  attempts: Type.Integer(),
  reason: Type.String(),
  created_at: Moment,
})
export type DeadDelivery = Static<typeof DeadDelivery>

export const previewRecipients = call({
  summary: 'How many people would be notified if a record were published now, by channel',
  tag: TAG,
  /** Permission to edit records or to see deliveries is also required. */
  access: 'see-admin-area',
  cost: 'query',
  params: Type.Object({ id: RecordId }),
  query: Type.Object({
    step: Type.Optional(
      Type.Enum(PUBLICATION_STEPS, {
        description: 'opened if absent; some channels get only the opening and the resolution',
      }),
    ),
    reopens: Type.Optional(
      Type.Boolean({
        description:
          'true if a closed record would be open again: channels that were notified of its end are notified of the reopening',
      }),
    ),
    draft: Type.Optional(
      Type.Boolean({
        description:
          'true if its unpublished changes would be published, too; steps such as updates leave them unpublished',
      }),
    ),
  }),
  answer: RecipientsPreview,
})

/** A delivery lane that is paused because it is blocked as a whole. */
export const PausedWay = Type.Object({
  way: Type.Union([Type.Literal('mail'), Type.Literal('http')]),
  reason: Type.String({ description: 'a code, such as `ECONNREFUSED` or `unanswered: dropped`' }),
  since: Moment,
})
export type PausedWay = Static<typeof PausedWay>

export const listSentPublications = call({
  summary: 'The latest publications with the progress of their messages, twenty at a time',
  tag: TAG,
  access: 'see-deliveries',
  cost: 'query',
  query: Type.Object({
    record: Type.Optional(RecordId),
    before: Type.Optional(Type.Integer({ ...Id, description: 'older than this publication' })),
  }),
  answer: Type.Object({ data: Type.Array(SentPublication), paused: Type.Array(PausedWay) }),
})

export const getSentPublication = call({
  summary: 'One publication with the progress of its messages',
  tag: TAG,
  access: 'see-deliveries',
  cost: 'query',
  params: Type.Object({ id: Id }),
  answer: Type.Object({ data: SentPublication }),
})

export const listDeadDeliveries = call({
  summary: 'Messages that failed for good, newest first, ten per page',
  tag: TAG,
  access: 'see-deliveries',
  cost: 'query',
  query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })) }),
  answer: Type.Object({ data: Type.Array(DeadDelivery), total: Count }),
})

export const retryDeliveries = call({
  summary: 'Retry failed messages: some, those of a publication, or all, up to 50,000 at a time',
  tag: TAG,
  access: 'retry-deliveries',
  cost: 'bulk',
  body: Type.Object({
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000 })),
    publication: Type.Optional(Id),
    all: Type.Optional(Type.Literal(true)),
  }),
  answer: Type.Object({ data: Type.Object({ retried: Count }) }),
})

export const DELIVERY_STATES = ['waiting', 'sent', 'suppressed', 'dead'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

const FoundDelivery = Type.Object({
  id: Type.Integer(),
  publication: Id,
  record: Type.Integer(),
  title: Type.String(),
  news: Type.String(),
  kind: Type.Enum(CHANNEL_KINDS),
  uid: Type.Integer({ description: 'the account; addresses are not included' }),
  state: Type.Enum(DELIVERY_STATES),
  attempts: Type.Integer(),
  /** Why it was not sent. Null if there is no reason. */
  reason: Type.Union([Type.String(), Type.Null()]),
  created_at: Moment,
  due_at: OptionalMoment,
  sent_at: OptionalMoment,
})
export type FoundDelivery = Static<typeof FoundDelivery>

export const searchDeliveries = call({
  summary: 'Messages to a recipient or about a record; a POST, so that no email address appears in a URL',
  tag: TAG,
  access: 'see-deliveries',
  cost: 'query',
  body: Type.Object({
    recipient: Type.Optional(Type.String({ maxLength: 254 })),
    record: Type.Optional(RecordId),
    publication: Type.Optional(Id),
    state: Type.Optional(Type.Enum(DELIVERY_STATES)),
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 200 })),
  }),
  answer: Type.Object({
    data: Type.Array(FoundDelivery),
    has_more: Type.Boolean(),
    /** Accounts that match the recipient. Null if none was given. */
    uids: Type.Union([Type.Array(Type.Integer()), Type.Null()]),
  }),
})
