import { type Static, Type } from 'typebox'
import { ROLES } from '../../domain/access.ts'
import { CADENCES, CHANNEL_KINDS } from '../../domain/notifying/channel.ts'
import { call } from '../call.ts'
import { Moment, OptionalMoment, PageNumber } from '../common.ts'
import { AccountSession } from '../own-account.ts'
import { Limit } from './limit.ts'

const TAG = 'Staff: people'
const OnePerson = Type.Object({ uid: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) })
const MaybeText = Type.Union([Type.String(), Type.Null()])
const Count = Type.Integer({ minimum: 0 })
const Roles = Type.Array(Type.Enum(ROLES))

/** Staff use single sign-on, customers a password. */
export const PEOPLE_FILTERS = ['staff', 'customers', 'locked', 'unverified'] as const
export type PeopleFilter = (typeof PEOPLE_FILTERS)[number]

export const PersonRow = Type.Object({
  uid: Type.Integer(),
  name: Type.String({ description: 'their name, or else their address' }),
  email: MaybeText,
  is_staff: Type.Boolean(),
  is_verified: Type.Boolean(),
  roles: Roles,
  locked_at: OptionalMoment,
  created_at: Moment,
  last_sign_in_at: OptionalMoment,
})
export type PersonRow = Static<typeof PersonRow>

export type PersonSession = Static<typeof AccountSession>

export const PersonChannel = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(CHANNEL_KINDS),
  name: Type.String(),
  /** For a webhook. The rest of its URL may be secret. */
  host: MaybeText,
  is_enabled: Type.Boolean(),
  is_verified: Type.Boolean(),
  cadence: Type.Enum(CADENCES),
  failing_since: OptionalMoment,
  last_result: MaybeText,
  last_result_at: OptionalMoment,
  disabled_reason: MaybeText,
})
export type PersonChannel = Static<typeof PersonChannel>

export const PersonDetails = Type.Object({
  person: PersonRow,
  username: MaybeText,
  timezone: Type.String(),
  identity_provider: MaybeText,
  limit: Limit,
  is_self: Type.Boolean(),
  /** The last one who can assign roles: can be neither locked nor demoted. */
  is_last_administrator: Type.Boolean(),
  /** Null: the account uses only a password, or single sign-on. */
  second_factor: Type.Union([
    Type.Object({ has_app: Type.Boolean(), passkeys: Count, recovery_codes_left: Count }),
    Type.Null(),
  ]),
  sessions: Type.Array(AccountSession),
  subscriptions: Type.Object({
    total: Count,
    by_scope: Type.Array(Type.Object({ scope: Type.String(), count: Count })),
  }),
  channels: Type.Array(PersonChannel),
  suppression: Type.Union([Type.Object({ reason: Type.String(), since: Moment }), Type.Null()]),
  deliveries: Type.Object({ waiting: Count, sent: Count, suppressed: Count, dead: Count }),
})
export type PersonDetails = Static<typeof PersonDetails>
const AboutPerson = Type.Object({ data: PersonDetails })

export const peopleCalls = {
  'GET /api/admin/people': call({
    summary: 'Accounts, newest first, 25 per page',
    tag: TAG,
    access: 'manage-people',
    cost: 'query',
    query: Type.Object({
      q: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'part of an address or a name, or the number of an account',
        }),
      ),
      of: Type.Optional(Type.Enum(PEOPLE_FILTERS)),
      page: Type.Optional(PageNumber),
    }),
    answer: Type.Object({
      data: Type.Array(PersonRow),
      total: Count,
      current_page: Type.Integer(),
      total_pages: Type.Integer(),
    }),
  }),
  'GET /api/admin/people/:uid': call({
    summary: 'An account with its roles, sessions and channels; no secrets',
    tag: TAG,
    access: 'manage-people',
    params: OnePerson,
    answer: AboutPerson,
  }),
  'POST /api/admin/people/:uid/roles': call({
    summary: 'Set the roles of a staff member, until their next sign-in. 409: they changed meanwhile',
    tag: TAG,
    access: 'manage-people',
    params: OnePerson,
    body: Type.Object({
      roles: Roles,
      before: Roles,
    }),
    answer: AboutPerson,
  }),
  'POST /api/admin/people/:uid/limit': call({
    summary:
      'Limit the rights of a staff member to records of certain clouds. The limit stays when roles change. 409: it changed meanwhile',
    tag: TAG,
    access: 'manage-people',
    params: OnePerson,
    body: Type.Object({ limit: Limit, before: Limit }),
    answer: AboutPerson,
  }),
  'POST /api/admin/people/:uid/lock': call({
    summary: 'Lock an account: it can’t sign in, and its sessions end immediately',
    tag: TAG,
    access: 'manage-people',
    params: OnePerson,
    answer: AboutPerson,
  }),
  'POST /api/admin/people/:uid/unlock': call({
    summary: 'Unlock an account',
    tag: TAG,
    access: 'manage-people',
    params: OnePerson,
    answer: AboutPerson,
  }),
  'POST /api/admin/people/:uid/second-factor/remove': call({
    summary: 'Remove the second factor of a user who lost it; they get an email',
    tag: TAG,
    access: 'manage-people',
    params: OnePerson,
    answer: AboutPerson,
  }),
  'POST /api/admin/people/:uid/sessions/end': call({
    summary: 'End one session of an account, or all of them except your own',
    tag: TAG,
    access: 'manage-people',
    params: OnePerson,
    body: Type.Object({ id: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })) }),
    answer: AboutPerson,
  }),
}
