import { type Static, Type } from 'typebox'
import { CADENCES, CHANNEL_KINDS, POSTED_KINDS } from '../domain/notifying/channel.ts'
import { call, Done } from './call.ts'
import { Moment, OptionalMoment } from './common.ts'

const TAG = 'Channels'

const Uid = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const OwnAccount = Type.Object({ uid: Uid })
const OwnChannel = Type.Object({ uid: Uid, channel: Type.Integer({ minimum: 1 }) })
const Name = Type.String({ maxLength: 100, description: 'the user’s name for it; may be empty' })
const Address = Type.String({ maxLength: 2000, description: 'the URL that messages are posted to' })
const Secret = Type.String({ description: 'whsec_…, shown only once' })

const Channel = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(CHANNEL_KINDS),
  name: Type.String(),
  address: Type.Union([Type.String(), Type.Null()], {
    description: 'email: the account’s address; others: the address without its secret',
  }),
  is_enabled: Type.Boolean(),
  is_verified: Type.Boolean({ description: 'false: only test messages are sent there' }),
  cadence: Type.Enum(CADENCES),
  min_severity_rank: Type.Integer({ description: 'incidents that were never this severe are left out' }),
  gets_reminders: Type.Boolean({
    description:
      'staff: reminders of promised updates are also sent here while it is on. They are mailed in any case',
  }),
  last_result: Type.Union([Type.String(), Type.Null()]),
  last_result_at: OptionalMoment,
  is_failing: Type.Boolean(),
  disabled_reason: Type.Union([Type.String(), Type.Null()]),
  previous_secret_until: OptionalMoment,
  created_at: Moment,
})
export type Channel = Static<typeof Channel>

const SeverityChoice = Type.Object({ rank: Type.Integer(), name: Type.String() })

export const Channels = Type.Object({
  data: Type.Object({
    channels: Type.Array(Channel),
    severities: Type.Array(SeverityChoice, { description: 'allowed thresholds, most severe first' }),
  }),
})
export type Channels = Static<typeof Channels>

export const listChannels = call({
  summary: 'Channels of your own account, with their last results',
  tag: TAG,
  access: 'own-account',
  leastLink: 'mail-link',
  params: OwnAccount,
  answer: Channels,
})

export const addChannel = call({
  summary: 'Add a webhook, Slack or Teams channel. It is used once a test message has arrived',
  tag: TAG,
  access: 'own-account',
  params: OwnAccount,
  body: Type.Object({ kind: Type.Enum(POSTED_KINDS), name: Name, address: Address }),
  answer: Type.Object({
    data: Type.Intersect([
      Channels.properties.data,
      Type.Object({ id: Type.Integer(), secret: Type.Union([Secret, Type.Null()]) }),
    ]),
  }),
})

export const changeChannel = call({
  summary: 'Switch a channel on or off, or change what it receives',
  tag: TAG,
  access: 'own-account',
  leastLink: 'mail-link',
  params: OwnChannel,
  body: Type.Object({
    name: Type.Optional(Name),
    is_enabled: Type.Optional(Type.Boolean()),
    cadence: Type.Optional(Type.Enum(CADENCES)),
    min_severity_rank: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    gets_reminders: Type.Optional(Type.Boolean({ description: 'not for email' })),
  }),
  answer: Channels,
})

export const testChannel = call({
  summary: 'Send a test message now; one that arrives verifies the channel',
  tag: TAG,
  access: 'own-account',
  cost: 'network',
  params: OwnChannel,
  answer: Type.Object({
    data: Type.Intersect([
      Channels.properties.data,
      Type.Object({ has_arrived: Type.Boolean(), message: Type.String() }),
    ]),
  }),
})

export const rotateSecret = call({
  summary:
    'Create a new signing secret for a webhook; messages are also signed with the old one for 24 hours',
  tag: TAG,
  access: 'own-account',
  params: OwnChannel,
  answer: Type.Object({ data: Type.Intersect([Channels.properties.data, Type.Object({ secret: Secret })]) }),
})

export const removeChannel = call({
  summary: 'Remove a channel; mail can only be switched off',
  tag: TAG,
  access: 'own-account',
  params: OwnChannel,
  answer: Done,
})
