import type { Kysely } from 'kysely'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import type { DB } from '../../src/db/database.ts'
import { unsubscribeKey } from '../../src/db/secrets.ts'
import { emailSender } from '../../src/delivery/email/email-sender.ts'
import type { Senders } from '../../src/delivery/worker/start-delivery.ts'
import { openSmtpLanes } from '../../src/mail/smtp-lanes.ts'

export const CONNECTIONS = 3
export const SLICE_USERS = 4

export async function crashSenders(
  db: Kysely<DB>,
  { smtpUrl, clock }: { smtpUrl: string; clock: () => Date },
): Promise<Senders> {
  const mail = emailSender({
    way: openSmtpLanes({ url: smtpUrl, host: 'trust.example', connections: CONNECTIONS }),
    publicUrl: 'https://trust.example',
    provider: () => ({ name: 'Northwall', feedback_email: 'feedback@northwall.example' }),
    from: undefined,
    unsubscribeKey: await unsubscribeKey(db, OPEN_VAULT),
    clock,
  })
  return { mail, http: mail }
}
