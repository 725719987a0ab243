import { type Static, Type } from 'typebox'
import { ROLES } from '../domain/access.ts'
import { PASSWORD_REQUIREMENTS } from '../domain/account/password-rule.ts'
import { SECOND_STEP_METHODS } from '../domain/account/second-step-address.ts'
import { call, Done } from './call.ts'
import { CloudName } from './common.ts'

const TAG = 'Signing in'

/** Long enough for any address or password, short enough to be harmless. */
const Name = Type.String({ maxLength: 254 })
export const Password = Type.String({ maxLength: 1024 })
export const NewPassword = Type.String({ maxLength: 1024, description: PASSWORD_REQUIREMENTS })
const Token = Type.String({ maxLength: 128, description: 'from a link that was sent by mail' })
const Roles = Type.Array(Type.Enum(ROLES))

/** The specification wraps single values like this. */
const wrapped = <T extends typeof Name>(value: T) =>
  Type.Array(Type.Object({ value }), { minItems: 1, maxItems: 1 })

export const Message = Type.Object({ data: Type.Object({ message: Type.String() }) })

export const OpenedSession = Type.Object({
  data: Type.Object({
    current_user: Type.Object({ uid: Type.String(), name: Type.String(), roles: Roles }),
    csrf_token: Type.String({
      description: 'for the header X-CSRF-Token of every call that changes something',
    }),
    logout_token: Type.String(),
  }),
})
export type OpenedSession = Static<typeof OpenedSession>

const SecondStepNeeded = Type.Object({
  data: Type.Object({
    second_step: Type.Object({
      methods: Type.Array(Type.Enum(SECOND_STEP_METHODS), {
        description: 'what the account has; a recovery code works as well',
      }),
    }),
  }),
})
export type SecondStepNeeded = Static<typeof SecondStepNeeded>

export const UserDetails = Type.Object({
  data: Type.Object({
    uid: wrapped(Name),
    name: wrapped(Name),
    mail: wrapped(Name),
    timezone: wrapped(Name),
    roles: Roles,
    interactive: Type.Union([
      Type.Object({ message: Type.String({ description: 'what the user still has to do' }) }),
      Type.Null(),
    ]),
    subscriptions_count: Type.Integer(),
  }),
})
export type UserDetails = Static<typeof UserDetails>

/** */
export const beforeLogin = call({
  summary: 'Whether signing in with this name is possible now: "success", or why not',
  tag: TAG,
  access: 'anyone',
  body: Type.Object({ name: Name }),
  answer: Message,
})

export const login = call({
  summary:
    'Sign in with email address or username and password; opens a new session, or says that a second step is needed',
  tag: TAG,
  access: 'anyone',
  body: Type.Object({ name: Name, pass: Password }),
  answer: Type.Union([OpenedSession, SecondStepNeeded]),
})

export const logout = call({
  summary: 'Sign out: ends the session',
  tag: TAG,
  access: 'signed-in',
  leastLink: 'mail-link',
  query: Type.Object({ token: Type.String({ maxLength: 128, description: 'logout_token of the session' }) }),
  answer: Done,
})

export const details = call({
  summary: 'Who is signed in',
  tag: TAG,
  access: 'signed-in',
  leastLink: 'mail-link',
  body: Type.Object({ cloud: Type.Optional(CloudName) }),
  answer: UserDetails,
})

/** the server can't see activity in the browser, so the browser reports it. */
export const reportActivity = call({
  summary: 'Report activity: the session stays open for another two hours',
  tag: TAG,
  access: 'signed-in',
  leastLink: 'mail-link',
  answer: Done,
})

export const validateEmail = call({
  summary: 'Whether this email address can be used to sign up',
  tag: TAG,
  access: 'anyone',
  body: Type.Object({ method: Type.Literal('sign-up'), email: Name }),
  answer: Type.Object({
    data: Type.Object({ valid: Type.Enum(['true', 'false']), message: Type.Optional(Type.String()) }),
  }),
})

export const register = call({
  summary: 'Sign up; opens a session and sends a verification email',
  tag: TAG,
  access: 'anyone',
  body: Type.Object({ mail: wrapped(Name), name: Type.Optional(wrapped(Name)), pass: wrapped(NewPassword) }),
  answer: OpenedSession,
})

export const resendVerification = call({
  summary: 'Send the verification email of your own account again',
  tag: TAG,
  access: 'signed-in',
  answer: Message,
})

export const verifyEmail = call({
  summary: 'Verify an email address with the link sent to it',
  tag: TAG,
  access: 'anyone',
  body: Type.Object({ token: Token }),
  answer: Type.Object({
    data: Type.Object({
      message: Type.String(),
      ends_password: Type.Boolean({
        description:
          'true if a stranger may have signed up: someone asked to follow something with this address, and this isn’t the browser that signed up',
      }),
    }),
  }),
})

/** */
export const forgotPassword = call({
  summary: 'Ask for a link to set a new password; the answer is the same for every address',
  tag: TAG,
  access: 'anyone',
  body: Type.Object({ email: Name }),
  answer: Message,
})

export const resetPassword = call({
  summary: 'Set a new password with the link sent by mail; ends all sessions',
  tag: TAG,
  access: 'anyone',
  body: Type.Object({ token: Token, pass: NewPassword }),
  answer: Message,
})

export const confirmEmail = call({
  summary: 'Confirm a new email address with the link sent to it',
  tag: TAG,
  access: 'anyone',
  body: Type.Object({ token: Token }),
  answer: Message,
})

export const useStaffLink = call({
  summary: 'Sign in with an emergency link; opens a session',
  tag: TAG,
  access: 'anyone',
  line: 'emergency',
  body: Type.Object({ token: Token }),
  answer: OpenedSession,
})
