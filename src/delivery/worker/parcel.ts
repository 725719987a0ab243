import type { Lane } from '../../db/deliveries.ts'
import type { Publication } from '../../domain/notifying/publication.ts'
import type { ClaimedDelivery } from '../claimed-delivery.ts'

/** Sent as one message: one delivery, or the whole digest of a channel. */
export interface Parcel {
  lane: Lane
  deliveries: readonly [ClaimedDelivery, ...ClaimedDelivery[]]
  /** For a digest, oldest first and without duplicates. */
  publications: readonly [Publication, ...Publication[]]
  notBefore: Date
}

/** Sending takes at most this long. Parcels with less lease time left aren't started. */
const SENDS_WITHIN_MS = 35_000

export function isInTime({ deliveries: [{ leasedUntil }] }: Parcel, now: Date): boolean {
  return leasedUntil.getTime() - now.getTime() >= SENDS_WITHIN_MS
}
