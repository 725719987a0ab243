import { Feed, type Item } from 'feed'
import { escapeText, withoutIllegalXml } from '../../domain/escape-html.ts'
import type { FeedEntry } from './feed-entries.ts'

export type FeedFormat = 'rss' | 'atom' | 'json'

export const FEED_CONTENT_TYPES: Record<FeedFormat, string> = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

export interface FeedHead {
  title: string
  description: string
  author: string
  pagePath: string
  publicUrl: string
  selfPath: string
  tagAuthority: string
  updatedIfEmpty: () => Date
  /** Absolute URLs. Absent if the brand has no icon. */
  icon?: { small: string; large: string } | undefined
}

export function writeFeed(format: FeedFormat, head: FeedHead, entries: readonly FeedEntry[]): string {
  switch (format) {
    case 'rss':
      return feedOf(head, entries, (entry) => ({
        date: entry.publishedAt,
        ...(entry.publishedAt < RSS_TAGS_SINCE && { id: entry.url }),
      })).rss2()
    case 'atom':
      return feedOf(head, entries, (entry) => ({
        title: withoutIllegalXml(escapeText(entry.title)),
        date: entry.updatedAt,
        published: entry.publishedAt,
      })).atom1()
    case 'json':
      return jsonFeed(head, entries)
  }
}

/**
 * Earlier entries keep their URL as id, because readers know them by it. The date is after this release, so
 * that no feed has shown a later entry with its URL.
 */
const RSS_TAGS_SINCE = new Date('2027-01-01T00:00:00Z')

/** RSS titles are text, Atom titles are HTML. */
function feedOf(
  head: FeedHead,
  entries: readonly FeedEntry[],
  own: (entry: FeedEntry) => Pick<Item, 'date'> & Partial<Item>,
) {
  const feed = new Feed({
    id: tagOf(head, head.selfPath),
    title: withoutIllegalXml(head.title),
    description: withoutIllegalXml(head.description),
    link: `${head.publicUrl}${head.pagePath}`,
    feed: `${head.publicUrl}${head.selfPath}`,
    language: 'en',
    updated: latest(head, entries),
    generator: 'Candor',
    author: { name: withoutIllegalXml(head.author) },
    ...(head.icon !== undefined && { image: head.icon.large, favicon: head.icon.small }),
  })
  for (const entry of entries) {
    feed.addItem({
      id: tagOf(head, entry.path),
      title: withoutIllegalXml(entry.title),
      link: entry.url,
      description: withoutIllegalXml(entry.html),
      ...own(entry),
    })
  }
  return feed
}

function tagOf({ tagAuthority }: FeedHead, path: string) {
  return `${tagAuthority}:${path}`
}

/** One body for all clients: JSON Feed 1.1, plus `body` and `pubdate` for older ones. */
function jsonFeed(head: FeedHead, entries: readonly FeedEntry[]) {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: head.title,
    description: head.description,
    home_page_url: `${head.publicUrl}${head.pagePath}`,
    feed_url: `${head.publicUrl}${head.selfPath}`,
    language: 'en',
    ...(head.icon !== undefined && { icon: head.icon.large, favicon: head.icon.small }),
    items: entries.map((entry) => ({
      id: tagOf(head, entry.path),
      url: entry.url,
      title: entry.title,
      content_html: entry.html,
      date_published: entry.publishedAt.toISOString(),
      date_modified: entry.updatedAt.toISOString(),
      body: entry.html,
      pubdate: entry.publishedAt.toISOString(),
    })),
  })
}

function latest({ updatedIfEmpty }: FeedHead, entries: readonly FeedEntry[]) {
  const times = entries.map((entry) => entry.updatedAt.getTime())
  return times.length === 0 ? updatedIfEmpty() : new Date(Math.max(...times))
}
