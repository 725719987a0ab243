import { GROUP_SHARE } from '../fair-line.ts'

/** The window begins with the first attempt. */
export interface ThrottleLimit {
  /** Together with the subject, the key of a counter. */
  name: string
  attempts: number
  windowS: number
}

export const THROTTLE_LIMITS = {
  /** Failed attempts only: a successful sign-in refunds its attempt. */
  signInPerAddress: { name: 'sign-in:address', attempts: 30, windowS: 900 },
  /** For browsers that never signed in to the account. Guessing at a name slows down only those. */
  signInPerAccount: { name: 'sign-in:account', attempts: 10, windowS: 900 },
  /** For a browser that signed in to the account before: its own counter instead of the two above. */
  signInPerDevice: { name: 'sign-in:device', attempts: 10, windowS: 900 },
  /**
   * Wrong codes of an authenticator app, across all browsers and in addition to the limits above. Six digits are few,
   * and a new browser must not mean new attempts. Passkeys and recovery codes keep working.
   */
  secondStepPerAccount: { name: 'second-step:account', attempts: 10, windowS: 3600 },
  /** Daily limit: at ten an hour for months, someone who has the password would eventually guess right. */
  secondStepPerDay: { name: 'second-step:day', attempts: 30, windowS: 86_400 },
  /** Consecutive failed second steps before the owner is warned, since someone knows the password. */
  secondStepsBeforeWarning: { name: 'second-step:in-a-row', attempts: 4, windowS: 86_400 },
  /** A separate limit, so that mails caused by strangers can't use it up. */
  secondStepWarnings: { name: 'second-step:warning', attempts: 1, windowS: 86_400 },
  setupCodesPerSession: { name: 'setup-code:session', attempts: 10, windowS: 900 },
  /** Failed employee logins: each sends a code to the identity provider. */
  signOnPerAddress: { name: 'sign-on:address', attempts: 30, windowS: 600 },

  signUpPerAddress: { name: 'sign-up:address', attempts: 10, windowS: 3600 },
  emailChecksPerAddress: { name: 'validate-email:address', attempts: 30, windowS: 600 },
  /** */
  resendPerAccount: { name: 'resend:account', attempts: 3, windowS: 3600 },

  /** */
  resetPerAddress: { name: 'reset:address', attempts: 10, windowS: 3600 },
  /**
   * Mails that strangers can cause, per mailbox. Requesting a link for someone else doesn't reveal that the limit is
   * reached.
   */
  mailsPerRecipient: { name: 'account-mail:recipient', attempts: 3, windowS: 3600 },
  /** Questions whether to follow something, per mailbox and day. Confirming one clears the counter. */
  unconfirmedFollows: { name: 'follow:recipient', attempts: 5, windowS: 86_400 },
  /** The same for someone who stopped all mail, per account and day. */
  followsDespiteStop: { name: 'follow:stopped', attempts: 1, windowS: 86_400 },
  /** Links to manage what is followed, per mailbox and day. Using one clears the counter. */
  unusedManageLinks: { name: 'manage-link:recipient', attempts: 5, windowS: 86_400 },
  /**
   * By exact address: others may use up the three, with other mails or with `kim+other@`, but the owner still gets one
   * link to a new password.
   */
  firstReset: { name: 'reset:first', attempts: 1, windowS: 3600 },
  /** By exact address: not a limit, but a note that someone asked within the day. */
  askedToFollow: { name: 'follow:asked', attempts: 1, windowS: 86_400 },
  /** By mailbox: the owner still gets one question whether to follow something. */
  firstFollow: { name: 'follow:first', attempts: 1, windowS: 3600 },
  /** Mails that strangers can cause, per client address. */
  mailsPerClient: { name: 'account-mail:address', attempts: 20, windowS: 3600 },

  /**
   * Wrong passwords when changing the user's own account: a session left open must not be enough. Per session, so that
   * someone who found one can't stop the owner from changing the password in another.
   */
  passwordChecksPerSession: { name: 'own-password:session', attempts: 10, windowS: 900 },
  /** Each sends a mail to an address that the account doesn't have yet. */
  emailChangesPerAccount: { name: 'change-email:account', attempts: 5, windowS: 3600 },
  /** Each posts to a URL that the account chose, or sends a mail. */
  channelTestsPerAccount: { name: 'test-channel:account', attempts: 20, windowS: 900 },
  /** Z-08: invalid API tokens. */
  wrongTokens: { name: 'wrong-token:address', attempts: 30, windowS: 900 },
  /** Mail relay reports, by token. Their signature is valid for half an hour before and after; this covers both. */
  relayTokens: { name: 'bounce-token', attempts: 1, windowS: 7200 },
  wrongCalendars: { name: 'wrong-calendar:address', attempts: 30, windowS: 900 },
} as const satisfies Record<string, ThrottleLimit>

/**
 * The limit for a whole IPv6 network, where a limit is per client address: a /48 may be a single client with 65,536 of
 * them. Like in the fair line, it gets the share of a few clients.
 */
export function limitOfNetwork({ name, attempts, windowS }: ThrottleLimit): ThrottleLimit {
  return { name: `${name}:network`, attempts: attempts * GROUP_SHARE, windowS }
}

export const LONGEST_THROTTLE_WINDOW_S = Math.max(
  ...Object.values(THROTTLE_LIMITS).map(({ windowS }) => windowS),
)
