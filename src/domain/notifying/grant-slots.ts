import { limitsOf, type MailRates, type RateLimit } from './mail-rates.ts'

/** In milliseconds, for each limit. Unused limits are absent. */
export type SlotTimes = ReadonlyMap<string, number>

interface Slot {
  at: number
  /** False: `at` is only an estimate of when to ask again. */
  isGranted: boolean
}

export interface Granted {
  slots: Slot[]
  next: Map<string, number>
  /** When mails without a slot should ask again, so that the next ones get later times. */
  later: Map<string, number>
}

export interface SlotsAsked {
  rates: MailRates
  times: SlotTimes
  /** From the previous result for mails of the same urgency: others have times of their own. */
  later: SlotTimes
  nowMs: number
  /** Slots granted too early would delay more urgent mails. */
  horizonMs: number
}

export function grantSlots(addresses: readonly string[], asked: SlotsAsked): Granted {
  const { rates, times, nowMs, horizonMs } = asked
  const next = new Map<string, number>()
  const later = new Map<string, number>()
  const untilMs = nowMs + horizonMs
  const laterOf = ({ key }: RateLimit) => Math.max(later.get(key) ?? asked.later.get(key) ?? 0, untilMs)
  const nextOf = ({ key }: RateLimit) => Math.max(next.get(key) ?? times.get(key) ?? nowMs, nowMs)

  const slots = addresses.map((): Slot => ({ at: nowMs, isGranted: true }))
  for (const index of inOrderOfDomains(addresses, asked)) {
    const limits = limitsOf(rates, addresses[index] ?? '')
    const at = Math.max(nowMs, ...limits.map(nextOf))
    const isGranted = at < untilMs
    // A mail that waits for a full domain must not hold up mails to others that share a limit with it.
    const full = limits.filter((limit) => nextOf(limit) >= untilMs)
    const booked = Math.max(at, ...full.map(laterOf))
    for (const { key, perSecond } of isGranted ? limits : full)
      (isGranted ? next : later).set(key, booked + 1000 / perSecond)
    slots[index] = { at: booked, isGranted }
  }
  return { slots, next, later }
}

/**
 * Spends the overall limit in the order in which the domains accept mails, so that a slow domain doesn't delay others.
 */
function inOrderOfDomains(addresses: readonly string[], { rates, times, nowMs }: SlotsAsked): number[] {
  const next = new Map<string, number>()
  const earliest = addresses.map((address) => {
    const domain = limitsOf(rates, address).at(-1)
    if (domain === undefined) return nowMs
    const at = Math.max(next.get(domain.key) ?? times.get(domain.key) ?? nowMs, nowMs)
    next.set(domain.key, at + 1000 / domain.perSecond)
    return at
  })
  return addresses
    .map((_, index) => index)
    .sort((one, other) => (earliest[one] ?? 0) - (earliest[other] ?? 0))
}
