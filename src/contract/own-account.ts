import { type Static, Type } from 'typebox'
import { ROLES } from '../domain/access.ts'
import { call, Done } from './call.ts'
import { Moment, OptionalMoment } from './common.ts'
import { Message, NewPassword, OpenedSession, Password } from './signing-in.ts'

const TAG = 'Your account'

const Uid = Type.Object({ uid: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) })
const MaybeText = Type.Union([Type.String(), Type.Null()])

export const AccountSettings = Type.Object({
  data: Type.Object({
    uid: Type.Integer(),
    email: MaybeText,
    is_verified: Type.Boolean(),
    pending_email: Type.Union([Type.String(), Type.Null()], {
      description: 'requested, but not confirmed yet',
    }),
    username: MaybeText,
    timezone: Type.String(),
    has_password: Type.Boolean({
      description: 'false for staff, and for followers who sign in with the link in a mail',
    }),
    is_staff: Type.Boolean({ description: 'signs in with single sign-on' }),
    roles: Type.Array(Type.Enum(ROLES)),
    created_at: Moment,
    last_sign_in_at: OptionalMoment,
  }),
})
export type AccountSettings = Static<typeof AccountSettings>

export const AccountSession = Type.Object({
  id: Type.Integer(),
  opened_by: Type.Enum(['password', 'sign-on', 'staff-link', 'mail-link', 'asked-link']),
  opened_at: Moment,
  last_seen_at: Moment,
  address: MaybeText,
  user_agent: MaybeText,
  is_current: Type.Boolean(),
})
export const OwnSessions = Type.Object({ data: Type.Array(AccountSession) })
export type OwnSessions = Static<typeof OwnSessions>

/** */
export const getSettings = call({
  summary: 'Settings of your own account',
  tag: TAG,
  access: 'own-account',
  leastLink: 'mail-link',
  params: Uid,
  answer: AccountSettings,
})

export const changePassword = call({
  summary: 'Change the password; ends all sessions and opens a new one for this browser',
  tag: TAG,
  access: 'own-account',
  cost: 'password',
  params: Uid,
  body: Type.Object({ current: Password, pass: NewPassword }),
  answer: OpenedSession,
})

export const changeEmail = call({
  summary: 'Change the email address; it applies once its link is opened',
  tag: TAG,
  access: 'own-account',
  cost: 'password',
  params: Uid,
  body: Type.Object({ email: Type.String({ maxLength: 254 }), pass: Password }),
  answer: Message,
})

export const changeTimeZone = call({
  summary: 'Choose the time zone that times are shown in',
  tag: TAG,
  access: 'own-account',
  leastLink: 'mail-link',
  params: Uid,
  body: Type.Object({ timezone: Type.String({ maxLength: 64, description: 'a name of the IANA database' }) }),
  answer: AccountSettings,
})

export const listSessions = call({
  summary: 'Sessions of your own account',
  tag: TAG,
  access: 'own-account',
  params: Uid,
  answer: OwnSessions,
})

export const endSessions = call({
  summary: 'Sign out one session, or all others',
  tag: TAG,
  access: 'own-account',
  params: Uid,
  body: Type.Object({
    id: Type.Optional(Type.Integer({ description: 'absent: every session except the current one' })),
  }),
  answer: OwnSessions,
})

export const OwnCalendar = Type.Object({
  data: Type.Object({
    created_at: Type.Union([Moment, Type.Null()], {
      description: 'when the address was created; null if there is none',
    }),
    url: Type.Union([Type.String(), Type.Null()], {
      description: 'the secret address, shown once when it is created',
    }),
  }),
})
export type OwnCalendar = Static<typeof OwnCalendar>

export const getCalendar = call({
  summary: 'Whether your account has a calendar of the maintenance it subscribes to',
  tag: TAG,
  access: 'own-account',
  leastLink: 'mail-link',
  params: Uid,
  answer: OwnCalendar,
})

export const makeCalendar = call({
  summary: 'Create a new secret calendar address; the previous one stops working',
  tag: TAG,
  access: 'own-account',
  params: Uid,
  answer: OwnCalendar,
})

export const removeCalendar = call({
  summary: 'Remove your calendar; its address stops working',
  tag: TAG,
  access: 'own-account',
  params: Uid,
  answer: OwnCalendar,
})

/** Its structure follows the tables. */
export const downloadData = call({
  summary: 'Everything stored about your own account, as a file',
  tag: TAG,
  access: 'own-account',
  cost: 'export',
  params: Uid,
  answer: Type.Object({}, { additionalProperties: true }),
})

export const deleteAccount = call({
  summary: 'Delete your own account with all its data',
  tag: TAG,
  access: 'own-account',
  leastLink: 'asked-link',
  cost: 'password',
  params: Uid,
  body: Type.Object({ pass: Type.Optional(Password) }),
  answer: Done,
})
