import type { Static } from 'typebox'
import type { FeedQuery } from '../../contract/feeds.ts'
import { type BrandLook, iconOf } from '../../domain/brand/brand.ts'
import { type ChosenPlaces, countChosen, isChosen } from '../../domain/chosen-places.ts'
import {
  DEFAULT_FEED,
  type FeedName,
  feedName,
  feedPath,
  PLACES_FEED,
  POST_FEED,
  placesFeedPath,
  postFeedPath,
} from '../../domain/feed-name.ts'
import { PLACE_KINDS, placePath } from '../../domain/place-address.ts'
import { makeAnswer } from '../../edition/answer.ts'
import type { Computed } from '../../edition/answer-cache.ts'
import { type Edition, findCloud, type SiteCloud } from '../../edition/edition.ts'
import { type FeedSubject, feedEntries } from '../../edition/feeds/feed-entries.ts'
import { listOfFeed } from '../../edition/feeds/list-of-feed.ts'
import { FEED_CONTENT_TYPES, type FeedFormat, writeFeed } from '../../edition/feeds/write-feed.ts'
import type { ObservedHeld } from '../../edition/observe.ts'
import { placesWithPages } from '../../edition/place-history.ts'
import { placesAsked, placesInWords } from '../../edition/place-records.ts'
import type { AppContext } from '../context.ts'
import { sharedIn } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { OPEN_TO_ALL } from '../http/security-headers.ts'

export interface FeedAsked {
  subject: FeedSubject
  format: FeedFormat
  isPerUpdate: boolean
  key: string
  isCached: boolean
}

export const FEED_PATH = '/rss-feed'

export function feedAsked(
  edition: Edition,
  type: string | undefined,
  query: Static<typeof FeedQuery>,
): FeedAsked {
  const cloud = query.cloud === undefined ? undefined : findCloud(edition, query.cloud)
  if (query.cloud !== undefined && cloud === undefined) {
    throw new Fault('not-found', { message: `There is no cloud "${query.cloud}".` })
  }
  const format = query.format ?? query._format ?? 'rss'
  const isPerUpdate = query.items === 'updates'
  const subject = subjectOf(edition, { type, cloud, query })
  const path = pathOf(subject, format === 'rss' ? undefined : format)
  const key = isPerUpdate ? `${path}${path.includes('?') ? '&' : '?'}items=updates` : path
  const isCached = subject.kind === 'list' || (subject.kind === 'places' && countChosen(subject.places) === 1)
  return { subject, format, isPerUpdate, key, isCached }
}

function subjectOf(
  edition: Edition,
  of: { type: string | undefined; cloud: SiteCloud | undefined; query: Static<typeof FeedQuery> },
): FeedSubject {
  const { type, cloud, query } = of
  if (type === PLACES_FEED.name) return placesSubject(cloud, query.mine)
  return type === POST_FEED.name ? postSubject(edition, cloud, query.post) : listSubject(type, cloud)
}

function postSubject(
  { records }: Edition,
  cloud: SiteCloud | undefined,
  id: number | undefined,
): FeedSubject {
  const post = id === undefined ? undefined : records.byId.get(id)
  const isHere = cloud !== undefined && post?.clouds.includes(cloud.id)
  if (!isHere || post === undefined || post.kind === 'notification') {
    throw new Fault('not-found', { message: 'Name a cloud and a post on it: cloud=…&post=12.' })
  }
  return { kind: 'post', post, cloud }
}

function listSubject(type: string | undefined, cloud: SiteCloud | undefined): FeedSubject {
  const feed = feedName(type ?? DEFAULT_FEED)
  if (feed === undefined) throw new Fault('not-found', { message: `There is no feed "${type}".` })
  return { kind: 'list', feed, cloud }
}

function placesSubject(cloud: SiteCloud | undefined, mine: string | undefined): FeedSubject {
  const places = cloud && placesAsked(cloud, mine)
  if (cloud === undefined || places === undefined) {
    throw new Fault('not-found', {
      message: 'Name a cloud, and services or data centers of it: cloud=…&mine=s12,d7.',
    })
  }
  return { kind: 'places', places, cloud }
}

function pathOf(subject: FeedSubject, format: 'atom' | 'json' | undefined): string {
  switch (subject.kind) {
    case 'list':
      return feedPath(subject.feed, subject.cloud?.machine_name, format)
    case 'places':
      return placesFeedPath(subject.cloud.machine_name, subject.places, format)
    case 'post':
      return postFeedPath(subject.cloud.machine_name, subject.post.id, format)
  }
}

export async function makeFeed(
  { config }: Pick<AppContext, 'config'>,
  { edition, answers }: ObservedHeld,
  { subject, format, isPerUpdate, key, isCached }: FeedAsked,
): Promise<Computed> {
  const { publicUrl } = config
  const { provider } = edition.site
  const { cloud } = subject
  const where = cloud === undefined ? `all ${provider.name} clouds` : cloud.title
  const { title, description, pagePath } = wordsOf(edition, subject, { where, publicUrl })
  const head = {
    title: `${provider.name} Trust · ${title} · ${where}`,
    author: provider.name,
    description,
    publicUrl,
    pagePath,
    selfPath: key,
    tagAuthority: `tag:${new URL(publicUrl).hostname},2026`,
    updatedIfEmpty: () => edition.publishedAt,
    icon: iconOfFeed(provider.brand, publicUrl),
  }
  const answer = await makeAnswer({
    headers: { 'content-type': FEED_CONTENT_TYPES[format], ...OPEN_TO_ALL },
    body: writeFeed(
      format,
      head,
      feedEntries(edition, {
        subject,
        publicUrl,
        isPerUpdate,
        isGovDeployment: config.isGov,
        hasVersions: !config.isTrustDR,
      }),
    ),
    before: answers.lastMade(key)?.answer,
  })
  const headersIn = sharedIn(config, { isTurning: false, cloud: cloud?.machine_name })
  return { key: isCached ? key : undefined, answer, headersIn }
}

function wordsOf(
  edition: Edition,
  subject: FeedSubject,
  { where, publicUrl }: { where: string; publicUrl: string },
) {
  if (subject.kind === 'list') {
    const { feed, cloud } = subject
    return {
      title: feed.title,
      description: `${feed.title} of ${where}, newest first.${whereTheOtherIs(feed, cloud, publicUrl)}`,
      pagePath: listOfFeed(edition.site, feed, cloud),
    }
  }
  if (subject.kind === 'post') {
    const { post, cloud } = subject
    return {
      title: post.title,
      description: `“${post.title}” on ${where}: every update, newest first.`,
      pagePath: `/${cloud.domain}/posts/${post.id}`,
    }
  }
  const { cloud, places } = subject
  const names = placesInWords(cloud, places)
  return {
    title: names,
    description: `Incidents, maintenance and security advisories of ${names} on ${where}, newest first.`,
    pagePath: pageOfPlaces(cloud, places),
  }
}

function pageOfPlaces(cloud: SiteCloud, places: ChosenPlaces): string {
  const [only] = PLACE_KINDS.flatMap((kind) =>
    placesWithPages(cloud)[kind].filter(({ tid }) => isChosen(places, kind, tid)),
  )
  return only === undefined || countChosen(places) > 1
    ? `/${cloud.domain}`
    : placePath(cloud.domain, only.kind, only.slug)
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
