import type { AccountMailKind, WantedFollow } from '../../db/account-mails.ts'
import type { Provider } from '../../domain/account/account-forms.ts'
import { OWN_CHANNELS_PATH, OWN_SETTINGS_PATH } from '../../domain/account/settings-address.ts'
import type { BrandLook } from '../../domain/brand/brand.ts'
import { FOLLOWED_AFTER_END_DAYS } from '../../domain/follow-choice.ts'
import { type HelpSites, helpSite } from '../../domain/help-links.ts'
import type { ChannelKind } from '../../domain/notifying/channel.ts'
import type { MailContent } from '../../mail/mail-content.ts'
import type { OneTimeLink } from '../links/one-time-link.ts'
import { type TeamMail, teamMailContent, UNDER_EMBARGO } from './team-mail.ts'

export interface MailSite {
  provider: Provider & HelpSites & { brand?: BrandLook | undefined }
  publicUrl: string
  /** G-03: the whole deployment is for government. Account mails don't belong to a cloud. */
  isGov: boolean
}

export interface OwnOfMail {
  link?: OneTimeLink
  channel?: { kind: ChannelKind; name: string; address: string | null }
  approval?: MailedApproval
  team?: TeamMail
  follow?: WantedFollow & { refuseLink: string }
}

export interface MailedApproval {
  recordId: number
  title: string
  /** The record is under embargo, and mailboxes are not part of it. */
  isSecret: boolean
  what: string
  requester: string
  note: string
  isApproved: boolean
  decider: string
  decision: string
}

function titleOf(approval: MailedApproval | undefined): string {
  return approval?.isSecret ? UNDER_EMBARGO.title : (approval?.title ?? 'a record')
}

function quotedOf(approval: MailedApproval | undefined, words: string | undefined): string[] {
  if (words === undefined || words === '') return []
  return approval?.isSecret ? [UNDER_EMBARGO.words] : [`“${words}”`]
}

export function accountMailContent(
  kind: AccountMailKind,
  { provider, publicUrl, isGov }: MailSite,
  { link, channel, approval, team, follow }: OwnOfMail,
): MailContent {
  const site = { provider: provider.name, brand: provider.brand, siteUrl: publicUrl }
  const help = helpSite(provider, isGov)
  const once = link === undefined ? [] : [`The link works once, within ${hours(link.livesHours)}.`]
  const act = (text: string) => (link === undefined ? undefined : { text, link: link.link })
  const account = `your account at ${provider.name} Trust`
  const ofOwner = {
    ...site,
    action: { text: 'See your settings', link: `${publicUrl}${OWN_SETTINGS_PATH}#two-step` },
    notes: [],
    smallPrint: `You’re receiving this because this is the address of an account at ${provider.name} Trust.`,
  }
  switch (kind) {
    case 'verify-email':
      return {
        ...site,
        heading: 'Verify your email address',
        paragraphs: [
          `Welcome to ${provider.name} Trust. Please confirm that this address is yours. After that, we can notify you of incidents, maintenance and advisories that affect you.`,
        ],
        action: act('Verify email address'),
        notes: once,
        smallPrint: `You’re receiving this because someone signed up at ${provider.name} Trust with this address. If that wasn’t you, you can ignore this: without your confirmation we send no notifications.`,
      }
    case 'reset-password':
      return {
        ...site,
        heading: 'Set a new password',
        paragraphs: [
          `You asked for a new password for ${account}. When you set it, you’re signed out on all devices, and your calendar address (if you have one) stops working.`,
        ],
        action: act('Set a new password'),
        notes: once,
        smallPrint:
          'You’re receiving this because someone asked for it with this address. If that wasn’t you, you can ignore this: your password stays the same.',
      }
    case 'change-email':
      return {
        ...site,
        heading: 'Confirm your new email address',
        paragraphs: [
          `You asked to use this address for ${account}. Please confirm that it is yours. Until you do, your old address stays in use.`,
        ],
        action: act('Confirm email address'),
        notes: once,
        smallPrint: `You’re receiving this because someone with an account at ${provider.name} Trust entered this address. If that wasn’t you, you can ignore this.`,
      }
    case 'confirm-follow':
      return {
        ...site,
        heading: `Confirm: follow ${follow?.name ?? 'this'}`,
        paragraphs: [
          `Someone, probably you, asked ${provider.name} Trust to send email about ${follow?.name ?? 'a post'} to this address. Confirm it and you’re done: there is no password to choose.`,
          ...(follow?.choice.kind === 'record' && !follow.choice.isLasting ? [UNTIL_RESOLVED] : []),
        ],
        action: act('Confirm'),
        notes: once,
        smallPrint:
          'You’re receiving this because someone entered this address. If that wasn’t you, you can ignore this: without your confirmation we send nothing about it.',
        ...(follow !== undefined && {
          links: [{ text: 'Never ask this address again', link: follow.refuseLink }],
        }),
      }
    case 'manage-follow':
      return {
        ...site,
        heading: 'Manage what you follow',
        paragraphs: [
          `You asked for a link to see and change what ${provider.name} Trust sends you. It signs you in without a password.`,
        ],
        action: act('Manage subscriptions'),
        notes: [...once, 'Don’t forward this mail: anyone with the link can change what you follow.'],
        smallPrint:
          'You’re receiving this because someone asked for it with this address. If that wasn’t you, you can ignore this: nothing changes.',
      }
    case 'email-changed':
      return {
        ...site,
        heading: 'Your email address was changed',
        paragraphs: [
          `The email address of ${account} was changed and confirmed from the new address. Sign in with the new address from now on; we won’t send anything more to this one.`,
          'If that wasn’t you, someone else has access to your account. Please contact support immediately.',
        ],
        action: help === '' ? undefined : { text: 'Contact support', link: help },
        notes: [],
        smallPrint: `You’re receiving this because this was the address of an account at ${provider.name} Trust.`,
      }
    case 'password-changed':
      return {
        ...site,
        heading: 'Your password was changed',
        paragraphs: [
          `The password of ${account} was changed, and every earlier session was signed out.`,
          'If that was you, there is nothing to do. If not, set a new password now: it signs everyone else out.',
        ],
        action: { text: 'Set a new password', link: `${publicUrl}/user/password` },
        notes: [],
        smallPrint: `You’re receiving this because this is the address of an account at ${provider.name} Trust.`,
      }
    case 'two-step-on':
      return {
        ...ofOwner,
        heading: 'Two-step sign-in is on',
        paragraphs: [
          `From now on, ${account} asks for a second step after your password. All other browsers were signed out. Keep your recovery codes in a safe place: you’ll need them if you lose your phone or your passkeys.`,
          IF_NOT_YOU,
        ],
      }
    case 'two-step-changed':
      return {
        ...ofOwner,
        heading: 'Your two-step sign-in was changed',
        paragraphs: [
          `An authenticator app, a passkey or the recovery codes of ${account} were added, replaced or removed. Your settings show your current methods.`,
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
          'If you didn’t ask for this, set a new password now and contact support.',
        ],
      }
    case 'second-step-failed':
      return {
        ...ofOwner,
        heading: 'Failed sign-ins with your password',
        paragraphs: [
          `Someone entered the correct password for ${account} and then failed the second step several times. They did not get in.`,
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
          `Someone signed in to ${account} with your password and one of your recovery codes. That code no longer works. You can create new codes in your settings.`,
          IF_NOT_YOU,
        ],
      }
    case 'mentioned':
    case 'handed-over':
    case 'update-due':
      if (team === undefined) throw new Error(`A mail of the kind ${kind} needs its note or promise.`)
      return teamMailContent(site, team)
    case 'channel-disabled':
      return {
        ...site,
        heading: 'One of your channels was switched off',
        paragraphs: [
          `Messages to ${channelWords(channel)} kept failing, so we switched it off. It won’t get any more messages.`,
          'Once it works again, send a test message from your settings. When it arrives, the channel is switched on again.',
        ],
        action: { text: 'See your channels', link: publicUrl + OWN_CHANNELS_PATH },
        notes: [],
        smallPrint: `You’re receiving this because you added the channel to your account at ${provider.name} Trust.`,
      }
    case 'channel-added':
      return {
        ...site,
        heading: 'A channel was added to your account',
        paragraphs: [
          `${sentenceCase(channelWords(channel))} was added to ${account}. Once a test message has arrived there, it gets the messages you subscribe to.`,
          'If that was you, there is nothing to do. If not, remove the channel in your settings and set a new password.',
        ],
        action: { text: 'See your channels', link: publicUrl + OWN_CHANNELS_PATH },
        notes: [],
        smallPrint: `You’re receiving this because this is the address of an account at ${provider.name} Trust.`,
      }
    case 'approval-asked':
      return {
        ...site,
        heading: `Please review: ${titleOf(approval)}`,
        paragraphs: [
          `${approval?.requester ?? 'Someone'} is asking for approval to ${approval?.what ?? 'make a change'}.`,
          ...quotedOf(approval, approval?.note),
        ],
        action: { text: 'Review it', link: `${publicUrl}/admin/records/${approval?.recordId ?? ''}` },
        notes: ['Nothing is public until someone approves it.'],
        smallPrint: `You’re receiving this because you may publish such records at ${provider.name} Trust.`,
      }
    case 'approval-decided':
      return {
        ...site,
        heading: approval?.isApproved ? `Approved: ${titleOf(approval)}` : `Sent back: ${titleOf(approval)}`,
        paragraphs: [
          approval?.isApproved
            ? `${approval.decider} approved what you asked for: ${approval.what}.`
            : `${approval?.decider ?? 'A colleague'} sent back what you asked for: ${approval?.what ?? 'a change'}.`,
          ...quotedOf(approval, approval?.decision),
        ],
        action: { text: 'Open it', link: `${publicUrl}/admin/records/${approval?.recordId ?? ''}` },
        notes: [],
        smallPrint: `You’re receiving this because you asked for approval at ${provider.name} Trust.`,
      }
    case 'calendar-added':
      return {
        ...site,
        heading: 'A calendar address was created for your account',
        paragraphs: [
          `A personal calendar address was created for ${account}. Anyone who has it can see the maintenance you subscribe to, without signing in.`,
          'If that was you, there is nothing to do. If not, set a new password now: the calendar address stops working, and everyone is signed out.',
        ],
        action: { text: 'Set a new password', link: `${publicUrl}/user/password` },
        notes: [],
        smallPrint: `You’re receiving this because this is the address of an account at ${provider.name} Trust.`,
      }
  }
}

const UNTIL_RESOLVED = `You’ll get email until it is resolved, and for ${FOLLOWED_AFTER_END_DAYS} days after that if it is reopened or more is published about it.`

const IF_NOT_YOU =
  'If this wasn’t you, set a new password now: it signs everyone else out. Then check your settings.'

/** Shows only the host: anyone who knows the whole URL can post to it. */
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
