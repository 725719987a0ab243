import { OWN_CHANNELS_PATH } from '../../domain/account/settings-address.ts'
import { noLongerAffectedWords, whyReceived } from '../../domain/notifying/because.ts'
import {
  type Fact,
  headline,
  labeledTexts,
  publicationFacts,
  publicationSubject,
  statusInWords,
} from '../../domain/notifying/publication-words.ts'
import type { MailContent } from '../../mail/mail-content.ts'
import { cutText } from '../cut-text.ts'
import { newsText } from '../email/news.ts'
import type { Room } from './fitting.ts'
import { type HttpNotification, postUrl, subscriptionsUrl } from './http-notification.ts'

export interface ChatCard {
  subject: string
  title: ChatLink
  paragraphs: readonly string[]
  facts: readonly Fact[]
  items: readonly ChatItem[]
  small: string
  links: readonly ChatLink[]
}

export interface ChatLink {
  text: string
  url: string
}

export interface ChatItem {
  heading: string
  title: ChatLink
}

const TITLE_CHARACTERS = 300
/** Per text; Slack refuses longer ones. */
const TEXT_CHARACTERS = 2_500
const FACT_CHARACTERS = 900
/** Chats limit the number of parts in a message. */
const MOST_ITEMS = 40

export function cardOf(notification: HttpNotification, { characters }: Room): ChatCard {
  const { publication, because, zone, publicUrl } = notification
  const cut = (text: string) => cutText(text, Math.min(characters, TEXT_CHARACTERS))
  return {
    subject: cutText(publicationSubject(publication, because, zone), TITLE_CHARACTERS),
    title: linkToPost(notification),
    paragraphs: [
      headingOf(notification),
      ...noLongerAffectedWords(publication, because),
      cut(newsText(publication, publicUrl)),
      ...labeledTexts(publication).map(({ label, text }) => cut(`${label}: ${text}`)),
    ].filter((words) => words !== ''),
    facts: publicationFacts(publication, zone).map(({ label, value }) => ({
      label,
      value: cutText(value, Math.min(characters, FACT_CHARACTERS)),
    })),
    items: [],
    small: whyReceived(publication, because),
    links: [{ text: 'Manage subscriptions', url: subscriptionsUrl({ publicUrl }) }],
  }
}

export function digestCardOf(
  notifications: readonly HttpNotification[],
  { room, publicUrl }: { room: Room; publicUrl: string },
): ChatCard {
  const shown = notifications.slice(-Math.min(room.items, MOST_ITEMS))
  const left = notifications.length - shown.length
  const subject = `Daily digest: ${notifications.length} ${notifications.length === 1 ? 'message' : 'messages'}`
  return {
    subject,
    title: { text: subject, url: publicUrl },
    paragraphs:
      left === 0
        ? []
        : [left === 1 ? 'One earlier message is on the site.' : `${left} earlier messages are on the site.`],
    facts: [],
    items: shown.map((notification) => ({
      heading: [
        headingOf(notification),
        ...noLongerAffectedWords(notification.publication, notification.because),
      ].join(' · '),
      title: linkToPost(notification),
    })),
    small: 'You’re receiving this because you chose a daily digest.',
    links: [{ text: 'Manage subscriptions', url: subscriptionsUrl({ publicUrl }) }],
  }
}

export function testCardOf({ publicUrl }: { publicUrl: string }): ChatCard {
  const { host } = new URL(publicUrl)
  return {
    subject: `Test message from ${host}`,
    title: { text: `Test message from ${host}`, url: publicUrl },
    paragraphs: ['This channel works. It now gets the messages you subscribe to.'],
    facts: [],
    items: [],
    small: 'You’re receiving this because someone asked for a test message.',
    links: [{ text: 'Manage subscriptions', url: subscriptionsUrl({ publicUrl }) }],
  }
}

export function reminderCardOf({ heading, paragraphs, action, siteUrl, smallPrint }: MailContent): ChatCard {
  return {
    subject: cutText(heading, TITLE_CHARACTERS),
    title: { text: cutText(heading, TITLE_CHARACTERS), url: action?.link ?? siteUrl },
    paragraphs,
    facts: [],
    items: [],
    small: smallPrint,
    links: [{ text: 'Manage channels', url: siteUrl + OWN_CHANNELS_PATH }],
  }
}

function headingOf({ publication, because }: HttpNotification) {
  const words = [headline(publication, because), statusInWords(publication)]
  return words.filter((part) => part !== '').join(' · ')
}

function linkToPost(notification: HttpNotification): ChatLink {
  return {
    text: cutText(notification.publication.content.title, TITLE_CHARACTERS),
    url: postUrl(notification),
  }
}
