import type { Throttled } from '../../accounts/throttle/throttle.ts'
import { Fault } from '../faults.ts'

export function throttledFault({ retryAfterS }: Throttled): Fault {
  const message = `Too many attempts. Please try again ${waitOf(retryAfterS)}.`
  return new Fault('throttled', { message, retryAfterS })
}

/** Whoever sets a new password by mail is let in at once, whatever others are guessing. */
export function throttledSignInFault({ retryAfterS }: Throttled): Fault {
  const message = `Too many attempts. Please try again ${waitOf(retryAfterS)}, or set a new password by "Forgot Password".`
  return new Fault('throttled', { message, retryAfterS })
}

/** Of the app's codes alone, which are few enough to guess. */
export function throttledCodesFault({ retryAfterS }: { retryAfterS: number }): Fault {
  const message = `Too many wrong codes. Please try again ${waitOf(retryAfterS)}, or use a recovery code.`
  return new Fault('throttled', { message, retryAfterS })
}

function waitOf(retryAfterS: number) {
  const minutes = Math.ceil(retryAfterS / 60)
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}
