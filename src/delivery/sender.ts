import type { Publication } from '../domain/telling/publication.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'
import type { SendOutcome } from './send-outcome.ts'

/**
 * One way out. It never throws, and sends nothing once the lease of a delivery is over. `recorded` is done when what became
 * of the message is in the database: until then a connection that took one is given no other.
 */
export interface Sender {
  send(delivery: ClaimedDelivery, publication: Publication, recorded?: Promise<void>): Promise<SendOutcome>
  /** One message for several publications, oldest first; told and settled as one. */
  sendDigest(
    deliveries: readonly ClaimedDelivery[],
    publications: readonly Publication[],
    recorded?: Promise<void>,
  ): Promise<SendOutcome>
  close(): Promise<void>
}
