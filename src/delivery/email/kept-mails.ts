import type { ComposedMail } from './compose-mail.ts'

/** Of composed mails; one has about 20 kB. Publications are told one after another, so few are needed at a time. */
const KEPT_BYTES = 32 * 1024 * 1024

/** Mails that are composed already, those used last of all. */
export class KeptMails {
  private readonly mails = new Map<string, Promise<ComposedMail>>()
  private readonly sizes = new Map<string, number>()
  private bytes = 0

  get(key: string, compose: () => Promise<ComposedMail>): Promise<ComposedMail> {
    const kept = this.mails.get(key)
    const mail = kept ?? this.keep(key, compose())
    // The last in the order of insertion is the one used last.
    this.mails.delete(key)
    this.mails.set(key, mail)
    return mail
  }

  private keep(key: string, composing: Promise<ComposedMail>) {
    composing.then(
      ({ byteLength }) => {
        this.sizes.set(key, byteLength)
        this.bytes += byteLength
        this.makeRoom()
      },
      () => this.mails.delete(key),
    )
    return composing
  }

  private makeRoom() {
    for (const oldest of this.mails.keys()) {
      if (this.bytes <= KEPT_BYTES || this.mails.size === 1) return
      this.mails.delete(oldest)
      this.bytes -= this.sizes.get(oldest) ?? 0
      this.sizes.delete(oldest)
    }
  }
}
