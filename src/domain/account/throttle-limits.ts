/** So many attempts within a window, which begins with the first. */
export interface ThrottleLimit {
  /** What is limited; together with whom it is limited for, the key of a counter. */
  name: string
  attempts: number
  windowS: number
}

/** Failed ones only: a sign-in that succeeds gives its attempt back. */
export const SIGN_IN_PER_ADDRESS: ThrottleLimit = { name: 'sign-in:address', attempts: 30, windowS: 900 }
/** For browsers that never signed in to it. Whoever guesses at a name slows down only those. */
export const SIGN_IN_PER_ACCOUNT: ThrottleLimit = { name: 'sign-in:account', attempts: 10, windowS: 900 }
/** For a browser that has signed in to the account before: a counter of its own instead of the two above. */
export const SIGN_IN_PER_DEVICE: ThrottleLimit = { name: 'sign-in:device', attempts: 10, windowS: 900 }

export const SIGN_UP_PER_ADDRESS: ThrottleLimit = { name: 'sign-up:address', attempts: 10, windowS: 3600 }
export const EMAIL_CHECKS_PER_ADDRESS: ThrottleLimit = {
  name: 'validate-email:address',
  attempts: 30,
  windowS: 600,
}

/** No window is longer, so older counters count nothing any more. */
export const LONGEST_THROTTLE_WINDOW_S = 86_400
