import type { Lane } from '../../db/deliveries.ts'
import type { Publication } from '../../domain/notifying/publication.ts'
import type { ClaimedDelivery } from '../claimed-delivery.ts'

/** What is sent as one message: one delivery, or the whole digest of a channel. */
export interface Parcel {
  lane: Lane
  deliveries: readonly [ClaimedDelivery, ...ClaimedDelivery[]]
  /** In a digest oldest first, without duplicates. */
  publications: readonly [Publication, ...Publication[]]
  /** Its scheduled time if rates are limited. */
  notBefore: Date
}

/** Sending never takes longer. Parcels with less time left aren't started. */
const SENDS_WITHIN_MS = 35_000

export function isInTime({ deliveries: [{ leasedUntil }] }: Parcel, now: Date): boolean {
  return leasedUntil.getTime() - now.getTime() >= SENDS_WITHIN_MS
}
