import type { Throttled } from '../../accounts/throttle/throttle.ts'
import { Fault } from '../faults.ts'

export function throttledFault({ retryAfterS }: Throttled): Fault {
  const minutes = Math.ceil(retryAfterS / 60)
  const wait = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
  return new Fault('throttled', { message: `Too many attempts. Please try again ${wait}.`, retryAfterS })
}
