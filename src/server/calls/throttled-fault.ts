import type { Throttled } from '../../accounts/throttle/throttle.ts'
import { Fault } from '../http/faults.ts'

/** Names the exhausted limit, so that it can be cached. */
export class ThrottledFault extends Fault {
  readonly limit: string

  constructor({ retryAfterS, limit }: Throttled, { hint = '' } = {}) {
    const message = `Too many attempts. Please try again ${waitOf(retryAfterS)}${hint}.`
    super('throttled', { message, retryAfterS })
    this.limit = limit
  }
}

export function throttledFault(throttled: Throttled): ThrottledFault {
  return new ThrottledFault(throttled)
}

/** Setting a new password by email lets the owner in immediately, no matter how many others are guessing. */
export function throttledSignInFault(throttled: Throttled): ThrottledFault {
  return new ThrottledFault(throttled, { hint: ', or set a new password with "Forgot Password"' })
}

/** Only for codes from the authenticator app, which are short enough to guess. */
export function throttledCodesFault({ retryAfterS }: { retryAfterS: number }): Fault {
  const message = `Too many wrong codes. Please try again ${waitOf(retryAfterS)}, or use a recovery code.`
  return new Fault('throttled', { message, retryAfterS })
}

function waitOf(retryAfterS: number) {
  const minutes = Math.ceil(retryAfterS / 60)
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}
