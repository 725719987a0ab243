import type { Kysely } from 'kysely'
import type { Vault } from '../db/at-rest/vault.ts'
import type { DB } from '../db/database.ts'
import type { MailMessage, MailOutcome } from '../mail/mail-message.ts'
import type { Poster } from './http/poster.ts'

/** For a web process. The worker sends deliveries. */
export interface DeliveryDesk {
  db: Kysely<DB>
  vault: Vault
  /** For test messages, because their owners wait for the result. */
  poster: Poster
  sendMail: (message: MailMessage) => Promise<MailOutcome>
  /** Also allows channels on this machine, without https. */
  isLocalAllowed: boolean
}
