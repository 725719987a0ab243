import type { ThrottleLimit } from './throttle-limits.ts'

export interface CostLimits {
  /** Across all accounts. The other two are per account. */
  atOnce: number
  waiting: number
  /** Programs have the rates of their tokens instead. */
  rate: ThrottleLimit
}

/** A call without a cost runs a few statements by key and has no limit. */
export const CALL_COSTS = {
  /** Counts and searches over the history, and previews: up to seconds of database time. */
  query: { atOnce: 4, waiting: 8, rate: { name: 'query:account', attempts: 300, windowS: 60 } },
  /** All publications of 90 days against the subscriptions of one account: 0.2 to 1.7 s. */
  estimate: { atOnce: 2, waiting: 2, rate: { name: 'estimate:account', attempts: 30, windowS: 60 } },
  /** Argon2, one at a time per process. Wrong passwords have a separate limit. */
  password: { atOnce: 2, waiting: 2, rate: { name: 'password:account', attempts: 30, windowS: 300 } },
  export: { atOnce: 2, waiting: 1, rate: { name: 'export:account', attempts: 30, windowS: 600 } },
  /** Files of several megabytes, and changes to thousands of rows. */
  bulk: { atOnce: 2, waiting: 2, rate: { name: 'bulk:account', attempts: 120, windowS: 600 } },
  /** Decoding and encoding: up to seconds of processor time and a hundred megabytes each. */
  image: { atOnce: 1, waiting: 10, rate: { name: 'image:account', attempts: 60, windowS: 600 } },
  network: { atOnce: 4, waiting: 1, rate: { name: 'network:account', attempts: 60, windowS: 900 } },
} as const satisfies Record<string, CostLimits>

export type CallCost = keyof typeof CALL_COSTS

/**
 * Calls of these costs occupy a database connection, for seconds. A download lasts as long as its reader takes, but needs
 * one only for each of its parts.
 */
export const COSTS_WITH_CONNECTION: ReadonlySet<CallCost> = new Set(['query', 'estimate', 'bulk'])
/** For sign-ins and publishing, however many long calls there are. */
const CONNECTIONS_LEFT = 2

export function connectedCallsAtOnce(connections: number): number {
  return Math.max(1, connections - CONNECTIONS_LEFT)
}
