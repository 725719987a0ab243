import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { FeedParams, FeedQuery, feedResponses } from '../../contract/feeds.ts'
import { DEFAULT_FEED, type FeedName, feedName, feedPath } from '../../domain/feed-name.ts'
import { type Answer, makeAnswer } from '../../edition/answer.ts'
import { findCloud, type SiteCloud } from '../../edition/edition.ts'
import { feedEntries } from '../../edition/feeds/feed-entries.ts'
import { listOfFeed } from '../../edition/feeds/list-of-feed.ts'
import { FEED_CONTENT_TYPES, type FeedFormat, writeFeed } from '../../edition/feeds/write-feed.ts'
import type { Held } from '../../edition/hold-edition.ts'
import { PUBLIC_CACHE } from '../cache-control.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { Fault } from '../faults.ts'
import { ANYONE } from '../guard.ts'
import { sendAnswer } from '../send-answer.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

/** L-03: every list as RSS 2.0, Atom and JSON, per cloud or of all clouds. */
export function feedRoutes(app: FastifyInstance, context: AppContext) {
  const schema = {
    summary: 'A list as a feed: RSS 2.0, Atom or JSON Feed',
    tags: ['Feeds'],
    querystring: FeedQuery,
    response: feedResponses,
  }
  app.get('/rss-feed', { config: ANYONE, schema: { ...schema, hide: true } }, async (request, reply) =>
    sendAnswer(request, reply, await answerTo(context, request, DEFAULT_FEED)),
  )
  app.get(
    '/rss-feed/:type',
    { config: ANYONE, schema: { ...schema, params: FeedParams } },
    async (request, reply) => {
      const { type } = request.params as Static<typeof FeedParams>
      return sendAnswer(request, reply, await answerTo(context, request, type))
    },
  )
  for (const path of ['/rss-feed', '/rss-feed/:type']) refuseOtherMethods(app, path)
}

interface Wish {
  feed: FeedName
  cloud: SiteCloud | undefined
  format: FeedFormat
  isPerUpdate: boolean
}

function answerTo(context: AppContext, request: FastifyRequest, type: string): Answer | Promise<Answer> {
  const held = heldEdition(context)
  const wish = wishOf(held, request.query as Static<typeof FeedQuery>, type)
  const key = `feed ${wish.feed.name} ${wish.cloud?.machine_name ?? ''} ${wish.format} ${wish.isPerUpdate}`
  return (
    held.answers.find(key, context.clock().getTime()) ??
    held.answers.compute(key, async () => ({ key, answer: await feedAnswer(context, held, wish) }))
  )
}

function wishOf({ edition }: Held, query: Static<typeof FeedQuery>, type: string): Wish {
  const feed = feedName(type)
  if (feed === undefined) throw new Fault('not-found', { message: `There is no feed "${type}".` })
  const cloud = query.cloud === undefined ? undefined : findCloud(edition, query.cloud)
  if (query.cloud !== undefined && cloud === undefined) {
    throw new Fault('not-found', { message: `There is no cloud "${query.cloud}".` })
  }
  return {
    feed,
    cloud,
    format: query.format ?? query._format ?? 'rss',
    isPerUpdate: query.items === 'updates',
  }
}

function feedAnswer({ config }: AppContext, { edition }: Held, { feed, cloud, format, isPerUpdate }: Wish) {
  const { publicUrl } = config
  const { provider } = edition.site
  const where = cloud === undefined ? `all ${provider.name} clouds` : cloud.title
  const self = feedPath(feed, cloud?.machine_name, format === 'rss' ? undefined : format)
  const head = {
    title: `${provider.name} Trust · ${feed.title} · ${where}`,
    author: provider.name,
    description: `${feed.title} of ${where}, newest first.`,
    publicUrl,
    pagePath: listOfFeed(edition.site, feed, cloud),
    selfPath: `${self}${isPerUpdate ? `${self.includes('?') ? '&' : '?'}items=updates` : ''}`,
    tagAuthority: `tag:${new URL(publicUrl).hostname},2026`,
    publishedAt: edition.publishedAt,
  }
  const body = writeFeed(format, head, feedEntries(edition, { feed, cloud, publicUrl, isPerUpdate }))
  return makeAnswer({
    headers: { 'content-type': FEED_CONTENT_TYPES[format], 'cache-control': PUBLIC_CACHE },
    body,
  })
}
