import type { Publication } from '../domain/telling/publication.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'
import type { SendOutcome } from './send-outcome.ts'

/** One way out. It never throws, and sends nothing once the lease of a delivery is over. */
export interface Sender {
  send(delivery: ClaimedDelivery, publication: Publication): Promise<SendOutcome>
  /** One message for several publications, oldest first; told and settled as one. */
  sendDigest(
    deliveries: readonly ClaimedDelivery[],
    publications: readonly Publication[],
  ): Promise<SendOutcome>
  close(): Promise<void>
}
