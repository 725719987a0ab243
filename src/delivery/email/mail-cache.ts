import type { ComposedMail } from './compose-mail.ts'

/**
 * Composed mails have about 20 kB each. Publications are sent one after another, so few are needed at a
 * time.
 */
const KEPT_BYTES = 32 * 1024 * 1024

interface Kept {
  mail: Promise<ComposedMail>
  /** 0 while it is being composed. */
  bytes: number
}

/** An LRU cache of composed mails. */
export class MailCache {
  private readonly room: number
  private readonly kept = new Map<string, Kept>()
  private bytes = 0

  constructor(room = KEPT_BYTES) {
    this.room = room
  }

  get(key: string, compose: () => Promise<ComposedMail>): Promise<ComposedMail> {
    const kept = this.kept.get(key) ?? this.begin(key, compose())
    // A map iterates in insertion order, so the last entry is the most recently used.
    this.kept.delete(key)
    this.kept.set(key, kept)
    return kept.mail
  }

  private begin(key: string, mail: Promise<ComposedMail>): Kept {
    const kept = { mail, bytes: 0 }
    mail.then(
      ({ byteLength }) => {
        if (this.kept.get(key) !== kept) return
        kept.bytes = byteLength
        this.bytes += byteLength
        this.makeRoom()
      },
      // So that the next request tries again.
      () => this.kept.delete(key),
    )
    return kept
  }

  private makeRoom() {
    for (const [oldest, { bytes }] of this.kept) {
      if (this.bytes <= this.room) return
      this.kept.delete(oldest)
      this.bytes -= bytes
    }
  }
}
