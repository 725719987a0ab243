import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Bit, CloudName } from './common.ts'

const TAG = 'Subscriptions'
const Tid = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const Action = Type.Enum(['subscribe', 'unsubscribe'])

const Item = Type.Object({ tid: Type.Integer(), name: Type.String(), subscribed: Bit })
const Region = Type.Object({
  tid: Type.Integer(),
  title: Type.String(),
  subscribed: Bit,
  subCategory: Type.Array(Item),
})
const Centers = Type.Object({ subscribed: Bit, category: Type.Array(Region) })

const SubscriptionsCount = Type.Integer({
  description: 'U-01: number of subscriptions on all clouds and of all categories',
})
const Counts = Type.Record(Type.String(), Type.Integer(), {
  description: 'the same by the machine name of each cloud, and `notifications`',
})

export const Subscriptions = Type.Object({
  data: Type.Object({
    subscriptions_count: SubscriptionsCount,
    counts: Counts,
    maintenance: Type.Array(Item),
    advisory: Type.Array(Item),
    core_cloud_services: Type.Array(Type.Object({ subscribed: Bit, subCategory: Type.Array(Item) }), {
      minItems: 1,
      maxItems: 1,
    }),
    datacenter: Centers,
    premium_datacenters: Centers,
  }),
})
export type Subscriptions = Static<typeof Subscriptions>
export type SubscriptionItem = Static<typeof Item>

const TermGroup = Type.Object({
  notification_type: Type.String(),
  all_subscribed: Bit,
  categories: Type.Array(
    Type.Object({
      notification_subcategory_id: Type.Integer(),
      notification_subcategory_name: Type.String(),
      notification_subcategory_sub_status: Bit,
    }),
  ),
})
export type TermGroup = Static<typeof TermGroup>

export const NotificationSubscriptions = Type.Object({
  data: Type.Object({
    subscriptions_count: SubscriptionsCount,
    counts: Counts,
    all_subscribed: Bit,
    terms: Type.Intersect([
      Type.Object({ totalCount: Type.Integer({ description: 'U-11: categories that are subscribed to' }) }),
      Type.Record(Type.String(), Type.Union([TermGroup, Type.Integer()]), { description: 'groups by name' }),
    ]),
  }),
})
export type NotificationSubscriptions = Static<typeof NotificationSubscriptions>

export const DryRun = Type.Object({
  data: Type.Object({
    days: Type.Integer(),
    total: Type.Integer(),
    by_kind: Type.Object({
      incident: Type.Integer(),
      maintenance: Type.Integer(),
      advisory: Type.Integer(),
      notification: Type.Integer(),
    }),
  }),
})
export type DryRun = Static<typeof DryRun>

export const getSubscriptions = call({
  summary: 'What a cloud offers for subscription, and the user’s choices',
  tag: TAG,
  access: 'signed-in',
  leastLink: 'mail-link',
  body: Type.Object({ cloud: CloudName }),
  answer: Subscriptions,
})

export const subscribe = call({
  summary: 'Subscribe to something on a cloud, or unsubscribe from it',
  tag: TAG,
  access: 'signed-in',
  leastLink: 'mail-link',
  body: Type.Object({
    cloud: CloudName,
    tid: Type.Union(
      [
        Tid,
        Type.Array(Tid, { minItems: 1, maxItems: 1000 }),
        Type.Enum(['all', 'core_cloud_services', 'datacenter', 'premium_datacenters']),
      ],
      {
        description:
          'of an item or a region, a list of them, or a scope. Unsubscribing from a scope ends everything in it, including individual choices',
      },
    ),
    action: Action,
  }),
  answer: Subscriptions,
})

export const getNotificationSubscriptions = call({
  summary: 'The categories of notifications, and which of them the user subscribes to',
  tag: TAG,
  access: 'signed-in',
  leastLink: 'mail-link',
  answer: NotificationSubscriptions,
})

export const subscribeToNotifications = call({
  summary: 'Subscribe to categories of notifications, or unsubscribe from them',
  tag: TAG,
  access: 'signed-in',
  leastLink: 'mail-link',
  body: Type.Object({
    tid: Type.Union([Tid, Type.Array(Tid, { minItems: 1, maxItems: 1000 }), Type.Literal('all')]),
    action: Action,
  }),
  answer: NotificationSubscriptions,
})

export const DRY_RUN_DAYS = 90

export const dryRun = call({
  summary: `How many messages the current subscriptions would have caused in the last ${DRY_RUN_DAYS} days`,
  tag: TAG,
  access: 'signed-in',
  leastLink: 'mail-link',
  cost: 'estimate',
  answer: DryRun,
})
