import type { ThrottleLimit } from './throttle-limits.ts'

/** What one sort of expensive call may take from the others, in one process. */
export interface CostLimits {
  /** Over all accounts together. */
  atOnce: number
  /** Of one account, beside the one that is worked on. */
  waiting: number
  /** Of one account. Programs have the rates of their tokens instead. */
  rate: ThrottleLimit
}

/**
 * What calls of people and programs who are signed in may cost. A call that names no cost is a few statements by key
 * and has no limit of its own; nor have the steps that publish, for nothing may stop those.
 */
export const CALL_COSTS = {
  /** Counts and searches over the history, and previews: up to seconds of the database. */
  query: { atOnce: 4, waiting: 8, rate: { name: 'query:account', attempts: 300, windowS: 60 } },
  /** Every publication of 90 days against the subscriptions of one account: 0.2 to 1.7 s. */
  estimate: { atOnce: 2, waiting: 2, rate: { name: 'estimate:account', attempts: 30, windowS: 60 } },
  /** Argon2, one at a time for the whole process. Wrong ones have a limit of their own. */
  password: { atOnce: 2, waiting: 2, rate: { name: 'password:account', attempts: 30, windowS: 300 } },
  /** Everything that there is, in one file. */
  export: { atOnce: 2, waiting: 1, rate: { name: 'export:account', attempts: 30, windowS: 600 } },
  /** Files of megabytes, and changes of thousands of rows. */
  bulk: { atOnce: 2, waiting: 2, rate: { name: 'bulk:account', attempts: 120, windowS: 600 } },
  /** Waits for a server that the account names. */
  network: { atOnce: 4, waiting: 1, rate: { name: 'network:account', attempts: 60, windowS: 900 } },
} as const satisfies Record<string, CostLimits>

export type CallCost = keyof typeof CALL_COSTS
