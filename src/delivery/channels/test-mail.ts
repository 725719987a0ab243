import { randomUUID } from 'node:crypto'
import { OWN_CHANNELS_PATH } from '../../domain/account/settings-address.ts'
import type { MailContent } from '../../mail/mail-content.ts'
import type { MailMessage } from '../../mail/mail-message.ts'
import { mailHtml, mailText } from '../../mail/mail-template.ts'

export function testMail({
  to,
  provider,
  publicUrl,
}: {
  to: string
  provider: string
  publicUrl: string
}): MailMessage {
  const content: MailContent = {
    provider,
    siteUrl: publicUrl,
    heading: 'Test message',
    paragraphs: ['This address takes our mail. What you subscribed to is told here.'],
    action: { text: 'See your channels', link: publicUrl + OWN_CHANNELS_PATH },
    notes: [],
    smallPrint: `You get this because you asked for a test message in your account at ${provider} Trust.`,
  }
  return {
    id: randomUUID(),
    to,
    senderName: `${provider} Trust`,
    subject: `${content.heading} from ${provider} Trust`,
    text: mailText(content),
    html: mailHtml(content),
    link: undefined,
  }
}
