import type { Kysely } from 'kysely'
import type { Vault } from '../db/at-rest/vault.ts'
import type { DB } from '../db/database.ts'
import type { MailMessage, MailOutcome } from '../mail/mail-message.ts'
import type { Poster } from './http/poster.ts'

export interface DeliveryDesk {
  db: Kysely<DB>
  vault: Vault
  poster: Poster
  sendMail: (message: MailMessage) => Promise<MailOutcome>
  /** Also allows channels on this machine, without https. */
  isLocalAllowed: boolean
}
