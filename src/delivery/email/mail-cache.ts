import type { ComposedMail } from './compose-mail.ts'

/**
 * Composed mails have about 20 kB each. Publications are sent one after another, so few are needed at a
 * time.
 */
const CACHE_BYTES = 32 * 1024 * 1024

interface CachedMail {
  mail: Promise<ComposedMail>
  /** 0 while it is being composed. */
  bytes: number
}

export class MailCache {
  private readonly room: number
  private readonly mails = new Map<string, CachedMail>()
  private bytes = 0

  constructor(room = CACHE_BYTES) {
    this.room = room
  }

  get(key: string, compose: () => Promise<ComposedMail>): Promise<ComposedMail> {
    const cached = this.mails.get(key) ?? this.begin(key, compose())
    this.mails.delete(key)
    this.mails.set(key, cached)
    return cached.mail
  }

  private begin(key: string, mail: Promise<ComposedMail>): CachedMail {
    const cached = { mail, bytes: 0 }
    mail.then(
      ({ byteLength }) => {
        if (this.mails.get(key) !== cached) return
        cached.bytes = byteLength
        this.bytes += byteLength
        this.makeRoom()
      },
      () => this.mails.delete(key),
    )
    return cached
  }

  private makeRoom() {
    for (const [oldest, { bytes }] of this.mails) {
      if (this.bytes <= this.room) return
      this.mails.delete(oldest)
      this.bytes -= bytes
    }
  }
}
