import { GROUP_SHARE } from '../fair-line.ts'

/** So many attempts within a window, which begins with the first. */
export interface ThrottleLimit {
  /** What is limited; together with whom it is limited for, the key of a counter. */
  name: string
  attempts: number
  windowS: number
}

export const THROTTLE_LIMITS = {
  /** Failed ones only: a sign-in that succeeds gives its attempt back. */
  signInPerAddress: { name: 'sign-in:address', attempts: 30, windowS: 900 },
  /** For browsers that never signed in to it. Whoever guesses at a name slows down only those. */
  signInPerAccount: { name: 'sign-in:account', attempts: 10, windowS: 900 },
  /** For a browser that has signed in to the account before: a counter of its own instead of the two above. */
  signInPerDevice: { name: 'sign-in:device', attempts: 10, windowS: 900 },
  /**
   * Wrong codes of an authenticator app, from all browsers together and beside the limits above: six digits are few, and
   * a new browser must not mean new tries. Passkeys and recovery codes go on working.
   */
  secondStepPerAccount: { name: 'second-step:account', attempts: 10, windowS: 3600 },
  /** The same over a day: with ten an hour for months, somebody who has the password would be right at some time. */
  secondStepPerDay: { name: 'second-step:day', attempts: 30, windowS: 86_400 },
  /** Failed second steps in a row: the next one after these is told to the owner, since somebody knows the password. */
  secondStepsBeforeWarning: { name: 'second-step:in-a-row', attempts: 4, windowS: 86_400 },
  /** Counts by itself, so that mails which strangers cause cannot use it up. */
  secondStepWarnings: { name: 'second-step:warning', attempts: 1, windowS: 86_400 },
  /** Wrong codes while an authenticator app is added. */
  setupCodesPerSession: { name: 'setup-code:session', attempts: 10, windowS: 900 },
  /** Employee logins that come to nothing: each asks the identity provider about a code. */
  signOnPerAddress: { name: 'sign-on:address', attempts: 30, windowS: 600 },

  signUpPerAddress: { name: 'sign-up:address', attempts: 10, windowS: 3600 },
  emailChecksPerAddress: { name: 'validate-email:address', attempts: 30, windowS: 600 },
  /** */
  resendPerAccount: { name: 'resend:account', attempts: 3, windowS: 3600 },

  /** */
  resetPerAddress: { name: 'reset:address', attempts: 10, windowS: 3600 },
  /** Mails that strangers can cause, by mailbox: one who asks for somebody else's link is not told of it. */
  mailsPerRecipient: { name: 'account-mail:recipient', attempts: 3, windowS: 3600 },
  /**
   * By the exact address: others may have used up the three, with mails about something else or to `kim+other@`, but the
   * owner still gets one link to a new password.
   */
  firstReset: { name: 'reset:first', attempts: 1, windowS: 3600 },
  /** The same mails, by the client address that causes them. */
  mailsPerClient: { name: 'account-mail:address', attempts: 20, windowS: 3600 },

  /**
   * Wrong passwords at a change of the own account: a session that was left open is no key to it. By session, so that
   * whoever found one cannot keep the owner from changing the password in another.
   */
  passwordChecksPerSession: { name: 'own-password:session', attempts: 10, windowS: 900 },
  /** Each sends a mail to an address that the account does not have yet. */
  emailChangesPerAccount: { name: 'change-email:account', attempts: 5, windowS: 3600 },
  /** Each posts to an address that the account names, or sends a mail. */
  channelTestsPerAccount: { name: 'test-channel:account', attempts: 20, windowS: 900 },
  /** Z-08: tokens of programs that open nothing. */
  wrongTokens: { name: 'wrong-token:address', attempts: 30, windowS: 900 },
  /** Reports of a mail relay, by token. Its signature counts for half an hour before and after; this covers both. */
  relayTokens: { name: 'bounce-token', attempts: 1, windowS: 7200 },
  /** Addresses of calendars that are nobody's. */
  wrongCalendars: { name: 'wrong-calendar:address', attempts: 30, windowS: 900 },
} as const satisfies Record<string, ThrottleLimit>

/**
 * The same for a whole network of IPv6, where a limit counts by client address: a /48 may be one client with 65,536 of
 * them. As in a line, it gets as much as a few clients do.
 */
export function limitOfNetwork({ name, attempts, windowS }: ThrottleLimit): ThrottleLimit {
  return { name: `${name}:network`, attempts: attempts * GROUP_SHARE, windowS }
}

/** Older counters count nothing any more. */
export const LONGEST_THROTTLE_WINDOW_S = Math.max(
  ...Object.values(THROTTLE_LIMITS).map(({ windowS }) => windowS),
)
