import { type Static, Type } from 'typebox'
import { call } from '../call.ts'
import { Day, Moment } from '../common.ts'
import { ErrorBody } from '../endpoint.ts'
import { PersonChannel } from './people.ts'

const TAG = 'Staff: subscribers'
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const OneSubscriber = Type.Object({ uid: Id })
const MaybeText = Type.Union([Type.String(), Type.Null()])
const Count = Type.Integer({ minimum: 0 })

export const SUBSCRIBER_STATES = ['confirmed', 'unconfirmed', 'suppressed', 'follows-nothing'] as const
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number]

export const SubscribersQuery = Type.Object({
  cloud: Type.Optional(Id),
  service: Type.Optional(Type.Integer({ ...Id, description: 'of the cloud; all of its services count' })),
  state: Type.Optional(Type.Enum(SUBSCRIBER_STATES)),
})
export type SubscribersQuery = Static<typeof SubscribersQuery>

export const SubscriberRow = Type.Object({
  uid: Type.Integer(),
  email: MaybeText,
  /** Null if it is the same as the address. */
  name: MaybeText,
  is_staff: Type.Boolean(),
  came_by: Type.Union([Type.Enum(['sign-up', 'follow', 'import', 'staff']), Type.Null()], {
    description: 'how the account was created; null for staff and older accounts',
  }),
  has_password: Type.Boolean({ description: 'false: signs in with the link in a mail, or as staff' }),
  is_confirmed: Type.Boolean(),
  is_suppressed: Type.Boolean(),
  is_locked: Type.Boolean(),
  follows: Count,
  created_at: Moment,
})
export type SubscriberRow = Static<typeof SubscriberRow>

const Followed = Type.Object({
  id: Type.Integer(),
  name: Type.String({ description: 'for example "DNS on Northwall Cloud"' }),
  since: Moment,
})
export type Followed = Static<typeof Followed>

export const SubscriberDetails = Type.Object({
  subscriber: SubscriberRow,
  follows: Type.Array(Followed),
  channels: Type.Array(PersonChannel),
  suppression: Type.Union([Type.Object({ reason: Type.String(), since: Moment }), Type.Null()]),
  deliveries: Type.Object({ waiting: Count, sent: Count, suppressed: Count, dead: Count }),
})
export type SubscriberDetails = Static<typeof SubscriberDetails>
const AboutSubscriber = Type.Object({ data: SubscriberDetails })

const Counted = { confirmed: Count, unconfirmed: Count }

export const SubscriberFigures = Type.Object({
  from: Day,
  to: Day,
  /** Of the chosen cloud or service, else of the site. Days that were not counted have no row. */
  days: Type.Array(Type.Object({ day: Day, ...Counted })),
  now: Type.Object(Counted),
  clouds: Type.Array(Type.Object({ cloud: Type.Integer(), ...Counted })),
  services: Type.Array(Type.Object({ service: Type.Integer(), ...Counted })),
})
export type SubscriberFigures = Static<typeof SubscriberFigures>

export const subscriberCalls = {
  'POST /api/admin/subscribers/search': call({
    summary: 'Subscribers, newest account first, 25 at a time; a POST, so that no address appears in a URL',
    tag: TAG,
    access: 'see-subscribers',
    cost: 'query',
    body: Type.Object({
      ...SubscribersQuery.properties,
      q: Type.Optional(
        Type.String({
          maxLength: 254,
          description: 'the beginning of an address or of its domain, or the number of an account',
        }),
      ),
      before: Type.Optional(Type.Integer({ ...Id, description: 'accounts with a smaller number' })),
    }),
    answer: Type.Object({
      data: Type.Array(SubscriberRow),
      /** Pass as `before` for the next page. Null on the last page. */
      older: Type.Union([Type.Integer(), Type.Null()]),
    }),
  }),
  'GET /api/admin/subscribers/figures': call({
    summary: 'How many people follow the site, each cloud and each service of a cloud, now and by day in UTC',
    tag: TAG,
    access: 'see-subscribers',
    cost: 'query',
    query: Type.Object({
      cloud: Type.Optional(Id),
      service: Type.Optional(Id),
      days: Type.Optional(Type.Union([Type.Literal(7), Type.Literal(30), Type.Literal(90)])),
    }),
    answer: Type.Object({ data: SubscriberFigures }),
  }),
  'GET /api/admin/subscribers/:uid': call({
    summary: 'What a subscriber follows and where their messages go; never a secret',
    tag: TAG,
    access: 'see-subscribers',
    params: OneSubscriber,
    answer: AboutSubscriber,
  }),
  'POST /api/admin/subscribers': call({
    summary:
      'Add a subscriber. They get one email to confirm, and nothing else until they do. 409: a confirmed account exists',
    tag: TAG,
    access: 'manage-subscribers',
    body: Type.Object({
      email: Type.String({ maxLength: 254 }),
      cloud: Id,
      services: Type.Optional(
        Type.Array(Id, { minItems: 1, maxItems: 500, description: 'absent: everything on the cloud' }),
      ),
    }),
    answer: AboutSubscriber,
  }),
  'POST /api/admin/subscribers/:uid/confirmation': call({
    summary: 'Send the email that asks to confirm the address again; three an hour to one mailbox',
    tag: TAG,
    access: 'manage-subscribers',
    params: OneSubscriber,
    answer: AboutSubscriber,
  }),
  'POST /api/admin/subscribers/:uid/end': call({
    summary: 'End subscriptions: the named ones, or all',
    tag: TAG,
    access: 'manage-subscribers',
    params: OneSubscriber,
    body: Type.Object({
      ids: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
          minItems: 1,
          maxItems: 1000,
        }),
      ),
    }),
    answer: AboutSubscriber,
  }),
  'POST /api/admin/subscribers/:uid/erase': call({
    summary: 'Delete the account of a customer with everything stored about them',
    tag: TAG,
    access: 'manage-subscribers',
    params: OneSubscriber,
    answer: Type.Object({ data: Type.Object({ erased: Type.Boolean() }) }),
  }),
}

export const leftOutCsvResponses = {
  200: {
    description: 'A row for each line: its number in the file, and why it was left out (RFC 4180).',
    content: { 'text/csv': { schema: Type.String() } },
  },
  '4xx': ErrorBody,
  503: ErrorBody,
}

export const subscribersCsvResponses = {
  200: {
    description: 'A row for each subscriber, newest account first (RFC 4180).',
    content: { 'text/csv': { schema: Type.String() } },
  },
  '4xx': ErrorBody,
  503: ErrorBody,
}
