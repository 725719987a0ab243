import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { flashCookie } from '../../domain/account/flash.ts'
import { protectedPage, signInInstead } from '../../domain/account/protected-page.ts'
import { sessionOfCookies } from '../../domain/account/session-cookies.ts'
import { cloudCookies, cloudOfCookies } from '../../domain/cloud-cookies.ts'
import { hasPast, type PastAsked } from '../../domain/log/past-address.ts'
import { defaultPath } from '../../domain/menu.ts'
import { cloudOfPath, cloudOfQuery, pathOnCloud, selectCloud } from '../../domain/select-cloud.ts'
import type { SiteCloud } from '../../edition/edition.ts'
import { findPast, mayBeCached, pastAskedBy } from '../answers/find-past.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { PRIVATE_CACHE, PUBLIC_CACHE, privateAnswer } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { pageAnswer } from '../render/render-page.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

export function pageRoutes(app: FastifyInstance, context: AppContext) {
  app.get('/*', { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
    const { pathname, searchParams } = addressOf(request)
    const { site } = heldEdition(context).edition

    const saved = cloudOfCookies(request.headers.cookie ?? '')
    const preselected = searchParams.get('cloud')
    if (preselected !== null) {
      return preselectCloud(reply, context, {
        clouds: site.clouds,
        preselected,
        pathname,
        searchParams,
        saved,
      })
    }
    const elsewhere = pathWithCloud(site.clouds, pathname, saved)
    if (elsewhere !== undefined) {
      return reply.header('cache-control', PRIVATE_CACHE).redirect(elsewhere + searchOf(searchParams), 302)
    }
    const usual = usualSpelling(pathname)
    if (usual !== pathname) {
      return reply.header('cache-control', PUBLIC_CACHE).redirect(usual + searchOf(searchParams), 308)
    }
    const signIn = signInFirst(context, request, { pathname, searchParams })
    if (signIn !== undefined) return reply.header('cache-control', PRIVATE_CACHE).redirect(signIn, 302)

    const past = hasPast(site.menu, pathname)
      ? pastAskedBy(searchParams.get('edition'), searchParams.get('at'))
      : undefined
    if (past !== undefined) return sendPastPage(context, { past, pathname, searchParams, request, reply })

    const answer = await pageAnswer(context, heldEdition(context), {
      path: pathname,
      query: searchParams,
      client: clientOf(request),
    })
    // Without a session, this URL redirects to the sign-in page, so caches must not mix up the two.
    const isProtected = protectedPage(pathname) !== undefined
    return sendAnswer(request, reply, isProtected ? privateAnswer(answer) : answer)
  })
  refuseOtherMethods(app, '/*')
}

/** A time alone leads to the edition that readers saw then. */
async function sendPastPage(
  context: AppContext,
  of: {
    past: PastAsked
    pathname: string
    searchParams: URLSearchParams
    request: FastifyRequest
    reply: FastifyReply
  },
) {
  const { past, pathname, searchParams, request, reply } = of
  const query = new URLSearchParams(searchParams)
  query.delete('edition')
  query.delete('at')
  const client = clientOf(request)
  const found = await findPast(context, past, { address: pathname + searchOf(query), client })
  if (found.kind === 'moved') return reply.header('cache-control', PRIVATE_CACHE).redirect(found.to, 302)
  const then = { ...context, clock: () => found.now }
  const answer = await pageAnswer(then, found.held, {
    path: pathname,
    query,
    client,
    past: found,
  })
  return sendAnswer(request, reply, mayBeCached(context, found) ? answer : privateAnswer(answer))
}

/** Rejects paths that no page can have, or that a browser would read as another host. */
function addressOf(request: FastifyRequest) {
  const { pathname, searchParams } = new URL(`http://site.invalid${request.url}`)
  const isReadable = isDecodable(pathname) && !/\p{Cc}|\\|\/\//u.test(decodeURIComponent(pathname))
  if (!isReadable || !request.url.startsWith('/')) throw new Fault('bad-address')
  // No route matches these, not even the catch-all.
  if (/[\u2028\u2029]/.test(decodeURIComponent(pathname))) throw new Fault('not-found')
  return { pathname, searchParams }
}

/** No trailing slash, and no unnecessary encoding (RFC 3986, 6.2.2). */
function usualSpelling(path: string) {
  const spelled = path.replace(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase()
  })
  return spelled.length > 1 ? spelled.replace(/\/+$/, '') : spelled
}

function isDecodable(path: string) {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * G-15: `?cloud=trust.{domain}` chooses a cloud and is removed from the URL; the rest of the query stays. With an
 * unknown value, the page opens as without it and says so.
 */
function preselectCloud(
  reply: FastifyReply,
  { config }: AppContext,
  of: {
    clouds: SiteCloud[]
    preselected: string
    pathname: string
    searchParams: URLSearchParams
    saved: string | undefined
  },
) {
  const cloud = cloudOfQuery(of.clouds, of.preselected)
  const rest = new URLSearchParams(of.searchParams)
  rest.delete('cloud')
  const path =
    cloud === undefined
      ? (pathWithCloud(of.clouds, of.pathname, of.saved) ?? of.pathname)
      : pathPreselected(of.clouds, of.pathname, cloud)
  const cookies =
    cloud === undefined
      ? [flashCookie('unknown-cloud', { isSecure: config.isHttps })]
      : cloudCookies(cloud, config.isHttps)
  return reply
    .header('set-cookie', cookies)
    .header('cache-control', PRIVATE_CACHE)
    .redirect(path + searchOf(rest), 302)
}

function pathPreselected(clouds: readonly SiteCloud[], pathname: string, cloud: SiteCloud) {
  if (cloudOfPath(clouds, pathname) !== undefined) return pathOnCloud(clouds, pathname, cloud)
  return pathWithCloud(clouds, pathname, cloud.machine_name) ?? pathname
}

/** G-11, G-14: `/` and `/posts/{id}` depend on the chosen cloud, so they redirect and are never cached. */
function pathWithCloud(clouds: readonly SiteCloud[], pathname: string, savedMachineName: string | undefined) {
  const needsCloud = pathname === '/' || pathname.startsWith('/posts/')
  if (!needsCloud || cloudOfPath(clouds, pathname) !== undefined) return undefined
  const cloud = selectCloud(clouds, { path: pathname, savedMachineName })
  if (cloud === undefined) return undefined
  return pathname === '/' ? defaultPath(cloud) : `/${cloud.domain}${pathname}`
}

/**
 * G-19: readers without a session cookie are sent to sign in. Its validity is not checked: the page is the same for
 * everyone, and its data comes from calls that do check.
 */
function signInFirst(
  { config }: AppContext,
  { headers }: FastifyRequest,
  { pathname, searchParams }: { pathname: string; searchParams: URLSearchParams },
) {
  const hasSession = sessionOfCookies(headers.cookie ?? '', { isSecure: config.isHttps }) !== undefined
  if (hasSession || config.isTrustDR) return undefined
  return signInInstead({ path: pathname, search: searchOf(searchParams) })
}

function searchOf(parameters: URLSearchParams) {
  return parameters.size === 0 ? '' : `?${parameters}`
}
