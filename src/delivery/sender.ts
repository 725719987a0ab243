import type { Publication } from '../domain/notifying/publication.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'

/**
 * One way out. It never throws, and sends nothing after the lease of a delivery expires. `recorded` resolves when the
 * outcome is in the database; until then the connection gets no other message.
 */
export interface MessageSender {
  send(delivery: ClaimedDelivery, publication: Publication, recorded?: Promise<void>): Promise<SendOutcome>
  /** One message for several publications, oldest first. Sent and settled as one. */
  sendDigest(
    deliveries: readonly ClaimedDelivery[],
    publications: readonly Publication[],
    recorded?: Promise<void>,
  ): Promise<SendOutcome>
  close(): Promise<void>
}

/** The outcome of one attempt. Reasons are short codes without personal data. */
export type SendOutcome =
  | { kind: 'sent'; providerId?: string }
  | { kind: 'later'; reason: string; retryAfterS?: number }
  /** Sent completely but never answered. It may have arrived, and each retry may send another copy. */
  | { kind: 'perhaps'; reason: string }
  /** The whole way is blocked, for example by a mail server that is down. Doesn't count against any channel. */
  | { kind: 'away'; reason: string }
  /** A setting on our side is missing for this recipient. Retried later, and not counted against the channel. */
  | { kind: 'held'; reason: string }
  | { kind: 'refused'; reason: string }
  /** The other side asks us to stop, so the channel is switched off. */
  | { kind: 'gone'; reason: string }
  /** The lease expired before anything was sent. Another worker may have it by now. */
  | { kind: 'too-late' }

/** The code in the ledger and the log for a message that was sent completely but never answered. */
export function unansweredCode(reason: string): string {
  return `unanswered: ${reason}`
}
