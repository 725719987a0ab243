import type { Publication } from '../../domain/notifying/publication.ts'
import { isAboutWholeCloud } from '../../domain/notifying/publication-words.ts'
import { changeWords } from '../../domain/record-changes.ts'
import { messageTexts } from '../../domain/record-fields.ts'
import type { MailContent } from '../../mail/mail-content.ts'
import { cutText } from '../cut-text.ts'
import { newsText } from '../email/news.ts'
import { fitting, type Room } from './fitting.ts'
import { type HttpNotification, postUrl, subscriptionsUrl } from './http-notification.ts'

/** See docs/webhooks.md. */
export function webhookMessage(notification: HttpNotification): string {
  return fitting((room) => ({
    type: typeOf(notification.publication),
    timestamp: notification.publication.createdAt.toISOString(),
    data: dataOf(notification, room),
  }))
}

export function webhookDigest(notifications: readonly HttpNotification[], { now }: { now: Date }): string {
  return fitting((room) => {
    const shortening = shorteningTo(room)
    const events = notifications.slice(-room.items).map((notification) => ({
      type: typeOf(notification.publication),
      timestamp: notification.publication.createdAt.toISOString(),
      data: headOf(notification, shortening),
    }))
    const is_shortened = notifications.length > room.items || shortening.hasCut()
    return {
      type: 'digest',
      timestamp: now.toISOString(),
      data: { count: notifications.length, is_shortened, events },
    }
  })
}

export function webhookTest({ now, publicUrl }: { now: Date; publicUrl: string }): string {
  return JSON.stringify({
    type: 'test',
    timestamp: now.toISOString(),
    data: { url: publicUrl, text: 'This is a test message. Nothing has changed.' },
  })
}

export function webhookReminder({ heading, paragraphs, action, siteUrl }: MailContent, now: Date): string {
  return JSON.stringify({
    type: 'reminder',
    timestamp: now.toISOString(),
    data: { url: action?.link ?? siteUrl, title: heading, text: paragraphs.join('\n\n') },
  })
}

/** Has the type `test`, so that programs don't act on it. `would_be` is the type of the real message. */
export function webhookOfDraft(notification: HttpNotification, marked: (title: string) => string): string {
  return fitting((room) => {
    const data = dataOf(notification, room)
    return {
      type: 'test',
      timestamp: notification.publication.createdAt.toISOString(),
      data: { ...data, title: marked(data.title), would_be: typeOf(notification.publication) },
    }
  })
}

function typeOf({ kind, step }: Publication) {
  return `${kind}.${step}`
}

interface Shortening {
  text(text: string): string
  list<Item>(items: readonly Item[]): Item[]
  hasCut(): boolean
}

function shorteningTo({ characters, items: most }: Room): Shortening {
  let hasCut = false
  return {
    text: (text) => {
      hasCut ||= text.length > characters
      return cutText(text, characters)
    },
    list: (items) => {
      hasCut ||= items.length > most
      return items.slice(0, most)
    },
    hasCut: () => hasCut,
  }
}

function headOf(notification: HttpNotification, shortening: Shortening) {
  const { publication, because } = notification
  const { content } = publication
  return {
    publication: publication.id,
    id: publication.recordId,
    url: postUrl(notification),
    kind: publication.kind,
    notification_type: publication.notificationType,
    step: publication.step,
    is_urgent: publication.isUrgent,
    title: shortening.text(content.title),
    status: content.status,
    severity: content.severity,
    clouds: shortening.list(content.clouds),
    affects_whole_cloud: isAboutWholeCloud(publication),
    no_longer_affected: because?.noLongerAffected ?? false,
  }
}

function dataOf(notification: HttpNotification, room: Room) {
  const { publication, publicUrl } = notification
  const { content } = publication
  const shortening = shorteningTo(room)
  const cut = (text: string | null) => (text === null ? null : shortening.text(text))
  return {
    ...headOf(notification, shortening),
    summary: cut(content.summary),
    text: cut(newsText(publication, publicUrl)),
    ...Object.fromEntries(messageTexts().map((name) => [name, cut(content[name] ?? null)])),
    update: content.update === null ? null : { id: content.update.id, posted_on: content.update.posted_on },
    services: shortening.list(content.services),
    data_centers: shortening.list(content.data_centers),
    terms: shortening.list(content.terms),
    posted_on: content.posted_on,
    from_time: content.from_time,
    to_time: content.to_time,
    window_before: content.window_before ?? null,
    is_put_off: content.is_put_off ?? false,
    is_reopened: content.is_reopened ?? false,
    changes: (content.changes ?? []).map((line) => ({ kind: line.kind, text: cut(changeWords(line)) })),
    closed_on: content.closed_on,
    next_update: content.next_update,
    post_mortem: postMortemOf(content.post_mortem),
    // Last, after everything that can be cut.
    is_shortened: shortening.hasCut(),
    manage_url: subscriptionsUrl(notification),
  }
}

function postMortemOf(content: Publication['content']['post_mortem']) {
  if (content === undefined) return null
  const { published_on, updated_on, actions } = content
  return { published_on, updated_on, actions: actions.length, done: actions.filter(isDone).length }
}

function isDone({ state }: { state: string }) {
  return state === 'done'
}
