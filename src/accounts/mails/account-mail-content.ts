import type { AccountMailKind } from '../../db/account-mails.ts'
import type { Provider } from '../../domain/account/account-forms.ts'
import { OWN_CHANNELS_PATH, OWN_SETTINGS_PATH } from '../../domain/account/settings-address.ts'
import { type HelpSites, helpSite } from '../../domain/help-links.ts'
import type { ChannelKind } from '../../domain/telling/channel.ts'
import type { MailContent } from '../../mail/mail-content.ts'
import type { OneTimeLink } from '../links/one-time-link.ts'

/** What a mail about an account needs to know of the site. */
export interface MailSite {
  provider: Provider & HelpSites
  publicUrl: string
  /** G-03: the whole deployment is governmental. A mail about an account is of no cloud. */
  isGov: boolean
}

/** What one mail has and others of its kind have not. */
export interface OwnOfMail {
  link?: OneTimeLink
  /** The one that was added or switched off. */
  channel?: { kind: ChannelKind; name: string; address: string | null }
}

/** The words of each mail. */
export function accountMailContent(
  kind: AccountMailKind,
  { provider, publicUrl, isGov }: MailSite,
  { link, channel }: OwnOfMail,
): MailContent {
  const site = { provider: provider.name, siteUrl: publicUrl }
  const help = helpSite(provider, isGov)
  const once = link === undefined ? [] : [`The link works once, within ${hours(link.livesHours)}.`]
  const act = (text: string) => (link === undefined ? undefined : { text, link: link.link })
  const account = `your account at ${provider.name} Trust`
  const ofOwner = {
    ...site,
    action: { text: 'See your settings', link: `${publicUrl}${OWN_SETTINGS_PATH}#two-step` },
    notes: [],
    smallPrint: `You get this because this is the address of an account at ${provider.name} Trust.`,
  }
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
          `You asked for a new password for ${account}. When you set it, you are signed out everywhere, and your calendar address stops working if you have one.`,
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
        action: help === '' ? undefined : { text: 'Contact support', link: help },
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
    case 'two-step-on':
      return {
        ...ofOwner,
        heading: 'Two-step sign-in is on',
        paragraphs: [
          `From now on, ${account} asks for a second step after your password, and other browsers that were signed in are signed out. Keep your recovery codes in a safe place: they let you in if you lose your phone or your passkeys.`,
          IF_NOT_YOU,
        ],
      }
    case 'two-step-changed':
      return {
        ...ofOwner,
        heading: 'Your two-step sign-in was changed',
        paragraphs: [
          `An authenticator app, a passkey or the recovery codes of ${account} were added, replaced or removed. Your settings show what you have now.`,
          IF_NOT_YOU,
        ],
      }
    case 'two-step-off':
      return {
        ...ofOwner,
        heading: 'Two-step sign-in is off',
        paragraphs: [`Your password alone now signs in to ${account}.`, IF_NOT_YOU],
      }
    case 'two-step-removed-by-staff':
      return {
        ...ofOwner,
        heading: 'Two-step sign-in was removed by support',
        paragraphs: [
          `An administrator of ${provider.name} removed the second step of ${account}, so your password alone signs in. You can set it up again in your settings.`,
          'If you did not ask for this, set a new password now and contact support.',
        ],
      }
    case 'second-step-failed':
      return {
        ...ofOwner,
        heading: 'Failed sign-ins with your password',
        paragraphs: [
          `Someone entered the right password of ${account} and then failed the second step several times. They did not get in.`,
          'If that was you, there is nothing to do. If not, someone knows your password: set a new one now, and change it wherever else you use it.',
        ],
        action: { text: 'Set a new password', link: `${publicUrl}/user/password` },
        notes: ['We send this at most once a day.'],
      }
    case 'recovery-code-used':
      return {
        ...ofOwner,
        heading: 'A recovery code was used',
        paragraphs: [
          `Somebody signed in to ${account} with your password and one of your recovery codes. That code does not work any more. You can make new ones in your settings.`,
          IF_NOT_YOU,
        ],
      }
    case 'channel-disabled':
      return {
        ...site,
        heading: 'One of your channels was switched off',
        paragraphs: [
          `Messages to ${channelWords(channel)} have failed again and again, so we have switched it off. What is published from now on is not told there.`,
          'Once the other side is well again, send a test message from your settings: when it arrives, the channel is on again.',
        ],
        action: { text: 'See your channels', link: publicUrl + OWN_CHANNELS_PATH },
        notes: [],
        smallPrint: `You get this because you have added the channel to your account at ${provider.name} Trust.`,
      }
    case 'channel-added':
      return {
        ...site,
        heading: 'A channel was added to your account',
        paragraphs: [
          `${sentenceCase(channelWords(channel))} was added to ${account}. Once a test message has arrived there, what you subscribe to is sent there, too.`,
          'If that was you, there is nothing to do. If not, remove the channel in your settings and set a new password.',
        ],
        action: { text: 'See your channels', link: publicUrl + OWN_CHANNELS_PATH },
        notes: [],
        smallPrint: `You get this because this is the address of an account at ${provider.name} Trust.`,
      }
    case 'calendar-added':
      return {
        ...site,
        heading: 'A calendar address was made for your account',
        paragraphs: [
          `A personal calendar address was made for ${account}. People who know it can see the maintenance that you subscribe to, without signing in.`,
          'If that was you, there is nothing to do. If not, set a new password now: the calendar address stops working, and everyone is signed out.',
        ],
        action: { text: 'Set a new password', link: `${publicUrl}/user/password` },
        notes: [],
        smallPrint: `You get this because this is the address of an account at ${provider.name} Trust.`,
      }
  }
}

const IF_NOT_YOU =
  'If this was not you, set a new password now: it signs out everybody else. Then check your settings.'

/** By its host alone: whoever knows the whole address may post to it. */
function channelWords(channel: OwnOfMail['channel']) {
  if (channel === undefined) return 'one of your channels'
  const { kind, name, address } = channel
  const named = name === '' ? `your ${CHANNEL_WORDS[kind]}` : `your ${CHANNEL_WORDS[kind]} "${name}"`
  return address === null ? named : `${named} at ${new URL(address).host}`
}

const CHANNEL_WORDS: Record<ChannelKind, string> = {
  email: 'email address',
  webhook: 'webhook',
  slack: 'Slack channel',
  teams: 'Microsoft Teams channel',
}

function sentenceCase(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function hours(count: number) {
  return count === 1 ? 'one hour' : `${count} hours`
}
