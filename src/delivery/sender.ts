import type { Publication } from '../domain/telling/publication.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'

/**
 * One way out. It never throws, and sends nothing once the lease of a delivery is over. `recorded` is done when what became
 * of the message is in the database: until then a connection that took one is given no other.
 */
export interface MessageSender {
  send(delivery: ClaimedDelivery, publication: Publication, recorded?: Promise<void>): Promise<SendOutcome>
  /** One message for several publications, oldest first; told and settled as one. */
  sendDigest(
    deliveries: readonly ClaimedDelivery[],
    publications: readonly Publication[],
    recorded?: Promise<void>,
  ): Promise<SendOutcome>
  close(): Promise<void>
}

/** What became of one attempt. Reasons are short codes without anybody's address. */
export type SendOutcome =
  | { kind: 'sent'; providerId?: string }
  /** This recipient, another time. */
  | { kind: 'later'; reason: string; retryAfterS?: number }
  /** It was handed over whole and never answered: it may have arrived, and each attempt more may be a copy more. */
  | { kind: 'perhaps'; reason: string }
  /** The whole way is blocked (a mail server that is away): nobody's fault, counted against nobody. */
  | { kind: 'away'; reason: string }
  /** A setting of ours is missing for this recipient alone. Tried again later, and not counted against the channel. */
  | { kind: 'held'; reason: string }
  /** This address will never take it. */
  | { kind: 'refused'; reason: string }
  /** The other side asks to be left alone: the channel is switched off. */
  | { kind: 'gone'; reason: string }
  /** The lease ran out before anything left; somebody else has it by now. */
  | { kind: 'too-late' }

/** The code of a message that was handed over whole and never answered, as the ledger and the log have it. */
export function unansweredCode(reason: string): string {
  return `unanswered: ${reason}`
}
