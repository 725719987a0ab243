import type { Lane } from '../../db/deliveries.ts'
import type { Publication } from '../../domain/telling/publication.ts'
import type { ClaimedDelivery } from '../claimed-delivery.ts'

/** What is sent as one message: a delivery with what it tells of, or all of a channel's digest. */
export interface Parcel {
  lane: Lane
  deliveries: readonly [ClaimedDelivery, ...ClaimedDelivery[]]
  /** Of a digest oldest first, each once. */
  publications: readonly [Publication, ...Publication[]]
  /** When its turn comes, where rates are limited. */
  notBefore: Date
}

/** Sending takes no longer. What has less time left is not begun. */
const SENDS_WITHIN_MS = 35_000

/** Whether it can be sent and recorded before somebody else may claim it. */
export function isInTime({ deliveries: [{ leasedUntil }] }: Parcel, now: Date): boolean {
  return leasedUntil.getTime() - now.getTime() >= SENDS_WITHIN_MS
}
