import type { Static } from 'typebox'
import type { FeedQuery } from '../../contract/feeds.ts'
import { type BrandLook, iconOf } from '../../domain/brand/brand.ts'
import { type ChosenPlaces, countChosen, parseChosen } from '../../domain/chosen-places.ts'
import { DEFAULT_FEED, type FeedName, feedName, feedPath } from '../../domain/feed-name.ts'
import { makeAnswer } from '../../edition/answer.ts'
import type { Computed } from '../../edition/answer-cache.ts'
import { type Edition, findCloud, type SiteCloud } from '../../edition/edition.ts'
import { feedEntries } from '../../edition/feeds/feed-entries.ts'
import { listOfFeed } from '../../edition/feeds/list-of-feed.ts'
import { FEED_CONTENT_TYPES, type FeedFormat, writeFeed } from '../../edition/feeds/write-feed.ts'
import type { Held } from '../../edition/hold-edition.ts'
import type { AppContext } from '../context.ts'
import { PUBLIC_CACHE, sharedHeaders } from '../http/cache-control.ts'
import { OPEN_TO_ALL } from '../http/cross-origin.ts'
import { Fault } from '../http/faults.ts'

export interface FeedAsked {
  feed: FeedName
  cloud: SiteCloud | undefined
  format: FeedFormat
  isPerUpdate: boolean
  mine: ChosenPlaces
  key: string
}

export const FEED_PATH = '/rss-feed'

export function feedAsked(
  edition: Edition,
  type: string | undefined,
  query: Static<typeof FeedQuery>,
): FeedAsked {
  const feed = feedName(type ?? DEFAULT_FEED)
  if (feed === undefined) throw new Fault('not-found', { message: `There is no feed "${type}".` })
  const cloud = query.cloud === undefined ? undefined : findCloud(edition, query.cloud)
  if (query.cloud !== undefined && cloud === undefined) {
    throw new Fault('not-found', { message: `There is no cloud "${query.cloud}".` })
  }
  const format = query.format ?? query._format ?? 'rss'
  const isPerUpdate = query.items === 'updates'
  const mine = parseChosen(query.mine ?? null)
  const path = feedPath(feed, cloud?.machine_name, format === 'rss' ? undefined : format, mine)
  const key = isPerUpdate ? `${path}${path.includes('?') ? '&' : '?'}items=updates` : path
  return { feed, cloud, format, isPerUpdate, mine, key }
}

export async function makeFeed(
  { config }: Pick<AppContext, 'config'>,
  { edition }: Held,
  { feed, cloud, format, isPerUpdate, mine, key }: FeedAsked,
): Promise<Computed> {
  const { publicUrl } = config
  // There is no limit to selections, so they are not cached.
  const isOfOneReader = countChosen(mine) > 0
  const { provider } = edition.site
  const whole = cloud === undefined ? `all ${provider.name} clouds` : cloud.title
  const where = isOfOneReader ? `selected services and data centers of ${whole}` : whole
  const head = {
    title: `${provider.name} Trust · ${feed.title} · ${where}`,
    author: provider.name,
    description: `${feed.title} of ${where}, newest first.${whereTheOtherIs(feed, cloud, publicUrl)}`,
    publicUrl,
    pagePath: listOfFeed(edition.site, feed, cloud),
    selfPath: key,
    tagAuthority: `tag:${new URL(publicUrl).hostname},2026`,
    publishedAt: edition.publishedAt,
    icon: iconOfFeed(provider.brand, publicUrl),
  }
  const answer = await makeAnswer({
    headers: {
      'content-type': FEED_CONTENT_TYPES[format],
      ...OPEN_TO_ALL,
      ...(isOfOneReader
        ? { 'cache-control': PUBLIC_CACHE }
        : sharedHeaders(config, { edition, isTurning: false, cloud: cloud?.machine_name })),
    },
    body: writeFeed(
      format,
      head,
      feedEntries(edition, { feed, cloud, publicUrl, isPerUpdate, mine, isGovDeployment: config.isGov }),
    ),
  })
  return { key: isOfOneReader ? undefined : key, answer }
}

function iconOfFeed(look: BrandLook, publicUrl: string) {
  const [small, large] = [iconOf(look, 48), iconOf(look, 512)]
  if (small === undefined || large === undefined) return undefined
  return { small: publicUrl + small, large: publicUrl + large }
}

/** This feed used to contain both kinds of advisories, so it links to the feed of the other kind. */
function whereTheOtherIs({ seeAlso }: FeedName, cloud: SiteCloud | undefined, publicUrl: string) {
  if (seeAlso === undefined) return ''
  return ` ${seeAlso.title} have a feed of their own: ${publicUrl}${feedPath(seeAlso, cloud?.machine_name)}`
}
