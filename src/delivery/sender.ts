import type { Publication } from '../domain/notifying/publication.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'

/**
 * Never throws, and sends nothing after the lease of a delivery expires. `recorded` resolves when the
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

/** Of one attempt. Reasons are short codes without personal data. */
export type SendOutcome =
  | { kind: 'sent'; providerId?: string }
  | { kind: 'later'; reason: string; retryAfterS?: number }
  /** Sent completely but never answered. It may have arrived, and each retry may send another copy. */
  | { kind: 'perhaps'; reason: string }
  /**
   * Nothing can be sent this way, for example because the mail server is down. Doesn't count against any
   * channel.
   */
  | { kind: 'away'; reason: string }
  /** A setting on our side is missing for this recipient. Retried later, not counted against the channel. */
  | { kind: 'held'; reason: string }
  | { kind: 'refused'; reason: string }
  /** The other side asks us to stop, so the channel is switched off. */
  | { kind: 'gone'; reason: string }
  /** The lease expired before anything was sent. Another worker may have it by now. */
  | { kind: 'too-late' }

/** Stored and logged for a message that was sent completely but never answered. */
export function unansweredCode(reason: string): string {
  return `unanswered: ${reason}`
}
