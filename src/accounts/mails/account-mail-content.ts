import type { AccountMailKind } from '../../db/account-mails.ts'
import type { Provider } from '../../domain/account/account-forms.ts'
import type { MailContent } from '../../mail/mail-template.ts'
import type { OneTimeLink } from '../links/one-time-link.ts'

/** What a mail about an account needs to know of the site. */
export interface MailSite {
  provider: Provider & { help_url: string }
  publicUrl: string
}

/** The words of each mail. */
export function accountMailContent(
  kind: AccountMailKind,
  { provider, publicUrl }: MailSite,
  own: OneTimeLink | undefined,
): MailContent {
  const site = { provider: provider.name, siteUrl: publicUrl }
  const once = own === undefined ? [] : [`The link works once, within ${hours(own.livesHours)}.`]
  const act = (text: string) => (own === undefined ? undefined : { text, link: own.link })
  const account = `your account at ${provider.name} Trust`
  switch (kind) {
    case 'verify-email':
      return {
        ...site,
        heading: 'Verify your email address',
        paragraphs: [
          `Welcome to ${provider.name} Trust. Please confirm that this address is yours. From then on we can tell you about incidents, maintenance and advisories that concern you.`,
        ],
        action: act('Verify email address'),
        notes: once,
        smallPrint: `You get this because somebody signed up at ${provider.name} Trust with this address. If that was not you, you need not do anything: without your confirmation you are sent no notifications.`,
      }
    case 'reset-password':
      return {
        ...site,
        heading: 'Set a new password',
        paragraphs: [
          `You asked for a new password for ${account}. When you set it, you are signed out everywhere.`,
        ],
        action: act('Set a new password'),
        notes: once,
        smallPrint:
          'You get this because somebody asked for it with this address. If that was not you, you need not do anything: your password stays as it is.',
      }
    case 'change-email':
      return {
        ...site,
        heading: 'Confirm your new email address',
        paragraphs: [
          `You asked to use this address for ${account}. Please confirm that it is yours. Until then the old one stays in use.`,
        ],
        action: act('Confirm email address'),
        notes: once,
        smallPrint: `You get this because somebody with an account at ${provider.name} Trust entered this address. If that was not you, you need not do anything.`,
      }
    case 'email-changed':
      return {
        ...site,
        heading: 'Your email address was changed',
        paragraphs: [
          `The email address of ${account} was changed, and confirmed from the new one. You now sign in with the new address, and nothing more will be sent to this one.`,
          'If that was not you, somebody else has got into your account. Please contact support at once.',
        ],
        action: provider.help_url === '' ? undefined : { text: 'Contact support', link: provider.help_url },
        notes: [],
        smallPrint: `You get this because this was the address of an account at ${provider.name} Trust.`,
      }
    case 'password-changed':
      return {
        ...site,
        heading: 'Your password was changed',
        paragraphs: [
          `The password of ${account} was changed, and every earlier session was signed out.`,
          'If that was you, all is well. If not, set a new password now: it signs out whoever did it.',
        ],
        action: { text: 'Set a new password', link: `${publicUrl}/user/password` },
        notes: [],
        smallPrint: `You get this because this is the address of an account at ${provider.name} Trust.`,
      }
    case 'channel-disabled':
      return {
        ...site,
        heading: 'One of your channels was switched off',
        paragraphs: [
          'Messages to one of your channels have failed again and again, so we have switched it off. What is published from now on is not told there.',
          'Once the other side is well again, send it a test message from your settings and switch it on.',
        ],
        action: { text: 'See your channels', link: `${publicUrl}/account-settings` },
        notes: [],
        smallPrint: `You get this because you have added the channel to your account at ${provider.name} Trust.`,
      }
  }
}

function hours(count: number) {
  return count === 1 ? 'one hour' : `${count} hours`
}
