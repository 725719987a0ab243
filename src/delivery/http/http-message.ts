import type { PostedKind } from '../../domain/notifying/channel.ts'
import type { MailContent } from '../../mail/mail-content.ts'
import { cardOf, digestCardOf, reminderCardOf, testCardOf } from './chat-card.ts'
import { fitting } from './fitting.ts'
import type { HttpNotification } from './http-notification.ts'
import { slackMessage } from './slack-message.ts'
import { teamsMessage } from './teams-message.ts'
import {
  webhookDigest,
  webhookMessage,
  webhookOfDraft,
  webhookReminder,
  webhookTest,
} from './webhook-message.ts'

export function messageFor(kind: PostedKind, notification: HttpNotification): string {
  if (kind === 'webhook') return webhookMessage(notification)
  return fitting((room) => CHATS[kind](cardOf(notification, room)))
}

export function digestFor(
  kind: PostedKind,
  notifications: readonly HttpNotification[],
  of: { now: Date; publicUrl: string },
): string {
  if (kind === 'webhook') return webhookDigest(notifications, of)
  return fitting((room) => CHATS[kind](digestCardOf(notifications, { room, publicUrl: of.publicUrl })))
}

export function testFor(kind: PostedKind, of: { now: Date; publicUrl: string }): string {
  return kind === 'webhook' ? webhookTest(of) : JSON.stringify(CHATS[kind](testCardOf(of)))
}

export const IS_A_TEST = 'Test of a draft, sent only to you.'

export function testSubject(subject: string): string {
  return `[Test] ${subject}`
}

export function draftTestFor(kind: PostedKind, notification: HttpNotification): string {
  if (kind === 'webhook') return webhookOfDraft(notification, testSubject)
  return fitting((room) => {
    const card = cardOf(notification, room)
    return CHATS[kind]({
      ...card,
      subject: testSubject(card.subject),
      title: { ...card.title, text: testSubject(card.title.text) },
      paragraphs: [IS_A_TEST, ...card.paragraphs],
      small: 'You’re receiving this because you asked for a test of this draft.',
    })
  })
}

export function reminderFor(kind: PostedKind, content: MailContent, now: Date): string {
  return kind === 'webhook'
    ? webhookReminder(content, now)
    : JSON.stringify(CHATS[kind](reminderCardOf(content)))
}

const CHATS = { slack: slackMessage, teams: teamsMessage }
