import MailComposer from 'nodemailer/lib/mail-composer'
import { emailAddress } from '../../domain/account/email-address.ts'
import { unsubscribeAddress } from '../../domain/notifying/unsubscribe-address.ts'
import type { MailContent } from '../../mail/mail-content.ts'
import type { Sender } from '../../mail/mail-message.ts'
import { onOneLine, senderHeaders } from '../../mail/mail-options.ts'
import { mailHtml, mailText } from '../../mail/mail-template.ts'
import type { NotificationSite } from './mail-site.ts'
import { type SlottedMail, slotMark, slottedMail } from './mail-slots.ts'

export interface MailToCompose {
  subject: string
  content: MailContent
  id: string
  thread: { root: string; isFirst: boolean } | undefined
  /** What the unsubscribe button of the mail program ends. */
  unsubscribesFrom: 'thing' | 'everything'
}

export interface MailManner {
  site: NotificationSite
  from: Sender
  host: string
}

export interface ComposedMail extends SlottedMail {
  note: string
}

/** Contains nothing personal. */
export async function composeMail(
  mail: MailToCompose,
  { site, from, host }: MailManner,
): Promise<ComposedMail> {
  const { subject, content, id, thread, unsubscribesFrom } = mail
  const bytes = await new MailComposer({
    ...senderHeaders(from, { brand: site.provider.brand, usualName: `${site.provider.name} Trust` }),
    to: slotMark('to'),
    subject: onOneLine(subject),
    messageId: `<${id}@${host}>`,
    ...(thread && { references: `<${thread.root}@${host}>` }),
    ...(thread && !thread.isFirst && { inReplyTo: `<${thread.root}@${host}>` }),
    date: slotMark('date'),
    text: mailText(content),
    html: mailHtml(content),
    textEncoding: 'quoted-printable',
    // Even for plain ASCII: the slots rely on it.
    encoding: 'quoted-printable',
    newline: 'windows',
    headers: {
      'List-Id': { prepared: true, value: listId(site, host) },
      'List-Unsubscribe': { prepared: true, value: listUnsubscribe(site, unsubscribesFrom) },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // Prevents automatic replies. `list` marks bulk mail.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      Precedence: 'list',
    },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
  return { ...slottedMail(bytes), note: [onOneLine(subject), content.action?.link].join(' ') }
}

/** RFC 2919 */
function listId({ provider }: NotificationSite, host: string) {
  const name = onOneLine(provider.name).replace(/[^\w .-]/g, '')
  return `${name} Trust <notifications.${host}>`
}

/** RFC 8058 for programs that post, and an address for those that only send mail. */
function listUnsubscribe(
  { provider, publicUrl }: NotificationSite,
  first: MailToCompose['unsubscribesFrom'],
) {
  const token = slotMark('token')
  const byPost = `<${publicUrl}${unsubscribeAddress({ token, first })}>`
  const mailbox = emailAddress(provider.feedback_email)
  if (mailbox === undefined || !/^[\x21-\x7e]+$/.test(mailbox)) return byPost
  return `${byPost},\r\n <mailto:${encodeURIComponent(mailbox).replace('%40', '@')}?subject=Unsubscribe%20${token}>`
}

/** RFC 5322, 3.3 */
export function mailDate(moment: Date): string {
  return moment.toUTCString().replace('GMT', '+0000')
}
