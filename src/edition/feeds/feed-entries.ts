import type { FeedName } from '../../domain/feed-name.ts'
import { formatTime } from '../../domain/format-time.ts'
import type { Edition, SiteCloud } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { notificationsOfType, recordsOfCloud, whenOf } from '../record-shelf.ts'

const ENTRIES_AT_MOST = 50

/** One thing that a reader's program shows: a record with all its updates, or one update by itself. */
export interface FeedEntry {
  /** Stable for ever: readers know an entry again by it. */
  id: string
  url: string
  title: string
  html: string
  publishedAt: Date
  updatedAt: Date
}

export interface FeedWish {
  feed: FeedName
  cloud: SiteCloud | undefined
  publicUrl: string
  /** Some programs post an entry again when it changes; they ask for an entry per update. */
  isPerUpdate: boolean
}

export function feedEntries(
  edition: Edition,
  { feed, cloud, publicUrl, isPerUpdate }: FeedWish,
): FeedEntry[] {
  const records = recordsOfFeed(edition, feed, cloud)
  const entries = isPerUpdate
    ? records.flatMap((record) => updateEntries(edition, record, cloud, publicUrl))
    : records.map((record) => recordEntry(edition, record, cloud, publicUrl))
  return entries
    .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || b.id.localeCompare(a.id))
    .slice(0, ENTRIES_AT_MOST)
}

/** Without a cloud, of all clouds, each record once; notifications concern everyone, but for those about cloud apps. */
function recordsOfFeed({ records, site }: Edition, { kind, notificationType }: FeedName, cloud?: SiteCloud) {
  const clouds = cloud === undefined ? site.clouds : [cloud]
  const posts =
    kind === 'notification'
      ? []
      : clouds.flatMap(({ id }) => recordsOfCloud(records, kind, id).slice(0, ENTRIES_AT_MOST))
  const isHere = (record: EditionRecord) =>
    cloud === undefined || record.notification_type !== 'cloud_app' || record.clouds.includes(cloud.id)
  const notifications =
    notificationType === undefined ? [] : notificationsOfType(records, notificationType).filter(isHere)
  return [...new Set([...posts, ...notifications])]
    .sort((a, b) => whenOf(b) - whenOf(a))
    .slice(0, ENTRIES_AT_MOST)
}

function recordEntry(
  edition: Edition,
  record: EditionRecord,
  cloud: SiteCloud | undefined,
  publicUrl: string,
): FeedEntry {
  const url = addressOf(edition, record, cloud, publicUrl)
  const updates = [...record.updates].reverse().map((update) => updateHtml(edition, update))
  return {
    id: url,
    url,
    title: record.title,
    html: [`<p>${escapeText(record.summary)}</p>`, record.body, ...updates].join('\n'),
    publishedAt: record.posted_on ?? record.created_at,
    updatedAt: record.updated_on,
  }
}

function updateEntries(
  edition: Edition,
  record: EditionRecord,
  cloud: SiteCloud | undefined,
  publicUrl: string,
): FeedEntry[] {
  const url = addressOf(edition, record, cloud, publicUrl)
  const opening = {
    ...recordEntry(edition, { ...record, updates: [] }, cloud, publicUrl),
    updatedAt: record.posted_on ?? record.created_at,
  }
  return [
    opening,
    ...record.updates.map((update) => ({
      id: `${url}#update-${update.id}`,
      url: `${url}#update-${update.id}`,
      title: `${statusName(edition, update.status_id)}: ${record.title}`,
      html: updateHtml(edition, update),
      publishedAt: update.posted_on,
      updatedAt: update.posted_on,
    })),
  ]
}

function updateHtml(edition: Edition, update: EditionRecord['updates'][number]) {
  const when = formatTime(update.posted_on)
  return `<p><strong>${escapeText(statusName(edition, update.status_id))}</strong> · <time datetime="${update.posted_on.toISOString()}">${when}</time></p>\n${update.body}`
}

function statusName({ site }: Edition, id: number) {
  return site.statuses.find((status) => status.id === id)?.name ?? ''
}

/** On the cloud that was asked for if the record is there, else on its first, else on the site's first. */
function addressOf(
  { site }: Edition,
  record: EditionRecord,
  cloud: SiteCloud | undefined,
  publicUrl: string,
) {
  const isOnCloud = cloud !== undefined && (record.clouds.length === 0 || record.clouds.includes(cloud.id))
  const home = isOnCloud
    ? cloud
    : (site.clouds.find(({ id }) => record.clouds.includes(id)) ?? site.clouds[0])
  const segment = record.kind === 'notification' ? 'notification' : 'posts'
  return `${publicUrl}/${home?.domain ?? ''}/${segment}/${record.id}`
}

export function escapeText(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
