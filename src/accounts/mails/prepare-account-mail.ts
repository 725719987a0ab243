import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type ClaimedMail, findMailAccount } from '../../db/account-mails.ts'
import type { DB } from '../../db/database.ts'
import type { MailMessage } from '../../mail/mail-message.ts'
import { mailHtml, mailText } from '../../mail/mail-template.ts'
import { type LinkPurpose, makeOneTimeLink } from '../links/one-time-link.ts'
import { accountMailContent, type MailSite } from './account-mail-content.ts'

/** A queued mail with its link, made now. Undefined: there is nobody to send it to, or nothing left to say. */
export async function prepareAccountMail(
  db: Kysely<DB>,
  mail: ClaimedMail,
  { site, now }: { site: MailSite; now: Date },
): Promise<MailMessage | undefined> {
  const account = await findMailAccount(db, mail)
  if (account === undefined) return undefined
  const isVerifiedAlready = mail.kind === 'verify-email' && account.isVerified
  if (isVerifiedAlready) return undefined

  const { publicUrl } = site
  const purpose = PURPOSES[mail.kind]
  const link =
    purpose === undefined
      ? undefined
      : await makeOneTimeLink(db, { purpose, userId: account.userId, email: mail.email, publicUrl, now })
  const content = accountMailContent(mail.kind, site, link)
  return {
    // Each attempt has a link of its own, so each is a mail of its own.
    id: randomUUID(),
    to: mail.email,
    senderName: `${content.provider} Trust`,
    subject: content.heading,
    text: mailText(content),
    html: mailHtml(content),
    link: content.action?.link,
  }
}

const PURPOSES: { [Kind in ClaimedMail['kind']]: LinkPurpose | undefined } = {
  'verify-email': 'verify-email',
  'reset-password': 'reset-password',
  'change-email': 'change-email',
  'email-changed': undefined,
  'password-changed': undefined,
}
