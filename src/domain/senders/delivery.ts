/** The outcome of a payload: the first in this list that applies to any part of it. */
export const DELIVERY_OUTCOMES = [
  'opened',
  'reopened',
  'resolved',
  'updated',
  /** Published with the next update. */
  'gathered',
  'left-to-people',
  'unchanged',
  'refused',
  'ignored',
  'paused',
  'failed',
] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

export interface DeliveryResult {
  outcome: DeliveryOutcome
  record: number | null
  title: string
  why: string[]
}

export function gravestOutcome(outcomes: readonly DeliveryOutcome[]): DeliveryOutcome {
  return DELIVERY_OUTCOMES.find((outcome) => outcomes.includes(outcome)) ?? 'ignored'
}

export const SENDER_BODY_BYTES = 1024 * 1024
/** Longer payloads are processed, but not stored in the log. */
export const KEPT_PAYLOAD_BYTES = 256 * 1024
export const KEPT_PAYLOADS = 50
export const KEPT_DELIVERIES = 1000
export const DELIVERIES_KEPT_DAYS = 30
