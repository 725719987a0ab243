import type { Kysely } from 'kysely'
import type { Vault } from '../db/at-rest/vault.ts'
import type { DB } from '../db/database.ts'
import type { MailMessage, MailOutcome } from '../mail/mail-message.ts'
import type { Poster } from './http/poster.ts'

/** What the verbs of this room work with in a web process; sending itself is the worker's. */
export interface DeliveryDesk {
  db: Kysely<DB>
  vault: Vault
  /** For test messages, which their owners wait for. */
  poster: Poster
  sendMail: (message: MailMessage) => Promise<MailOutcome>
  /** Channels may also lead to this machine, without https. */
  isLocalAllowed: boolean
}
