import { escapeText } from '../../../domain/escape-html.ts'
import {
  type ChangeFormat,
  ipRangesPath,
  rangeChangesFile,
} from '../../../domain/ip-ranges/ip-ranges-query.ts'
import { DAY_MS } from '../../../domain/time.ts'
import type { SiteCloud } from '../../edition.ts'
import type { FeedEntry } from '../../feeds/feed-entries.ts'
import { writeFeed } from '../../feeds/write-feed.ts'
import { changesOfCloud } from '../../ip-ranges/changes-of-cloud.ts'
import { cloudsByCenter } from '../../ip-ranges/published-ranges.ts'
import { changeId, changeWords, lastRangeChange, type RangeChange } from '../../ip-ranges/range-changes.ts'
import type { DocumentView, WrittenDocument } from '../document.ts'

/** Limited by age, not by count: a subscriber must not miss a range because many changed in one week. */
const LISTED_DAYS = 400

export function writeRangeChanges(
  format: ChangeFormat,
  { edition, now, publicUrl }: DocumentView,
  cloud: SiteCloud | undefined,
): WrittenDocument {
  const { site } = edition
  const { provider } = site
  const oldest = now.getTime() - LISTED_DAYS * DAY_MS
  const listed = changesOfCloud(site, cloud?.machine_name).filter(({ at }) => at.getTime() > oldest)
  const where = cloud === undefined ? `all ${provider.name} clouds` : cloud.title
  const homes = cloudsByCenter(site)
  const homeOf = ({ dataCenterTid }: RangeChange) =>
    cloud ??
    site.clouds
      .filter(({ machine_name }) => homes.get(dataCenterTid)?.includes(machine_name))
      .toSorted((a, b) => a.id - b.id)[0] ??
    site.clouds[0]
  const body = writeFeed(
    format,
    {
      title: `${provider.name} Trust · IP ranges · ${where}`,
      author: provider.name,
      description: `IP ranges added to or removed from data centers of ${where}, newest first.`,
      publicUrl,
      pagePath: pageOf(cloud ?? site.clouds[0]),
      selfPath: rangeChangesFile(format, cloud?.machine_name),
      tagAuthority: `tag:${new URL(publicUrl).hostname},2026`,
      updatedIfEmpty: () => lastRangeChange(site.ipRanges) ?? edition.publishedAt,
    },
    listed.map((change) =>
      toEntry(change, {
        name: site.dataCenters.get(change.dataCenterTid)?.name ?? '',
        page: `${publicUrl}${pageOf(homeOf(change))}`,
      }),
    ),
  )
  const last = listed.at(-1)
  return { body, until: last && new Date(last.at.getTime() + LISTED_DAYS * DAY_MS) }
}

function pageOf(cloud: SiteCloud | undefined): string {
  return cloud === undefined ? '/' : ipRangesPath(cloud.domain)
}

function toEntry(change: RangeChange, { name, page }: { name: string; page: string }): FeedEntry {
  const { at, added, removed } = change
  return {
    path: `/ip-ranges/${changeId(change)}`,
    url: `${page}#${changeId(change)}`,
    title: `${name}: ${changeWords({ added: added.length, removed: removed.length })}`,
    html: [listOf('Added', added), listOf('Removed', removed)].filter((part) => part !== '').join('\n'),
    publishedAt: at,
    updatedAt: at,
  }
}

function listOf(heading: string, ranges: RangeChange['added']): string {
  if (ranges.length === 0) return ''
  const items = ranges.map(({ prefix, note }) => {
    const words = note === '' ? '' : ` ${escapeText(note)}`
    return `<li><code>${prefix}</code>${words}</li>`
  })
  return `<p>${heading}</p>\n<ul>${items.join('')}</ul>`
}
