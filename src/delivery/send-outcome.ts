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
