import type { FastifyRequest } from 'fastify'
import { PERSONAL_READS } from '../../accounts/personalize.ts'
import { ANONYMOUS, type SignedInViewer, type Viewer } from '../../accounts/viewer.ts'
import { type Capability, can } from '../../domain/access.ts'
import { mayHaveSession, sessionOfCookies } from '../../domain/account/session-cookies.ts'
import type { Actor } from '../../domain/actor.ts'
import { type AccountContext, isDatabaseAway } from '../context.ts'

export async function viewerOf(
  { accounts, clock, config, holder, log }: AccountContext,
  request: FastifyRequest,
): Promise<Viewer> {
  const token = sessionOfCookies(request.headers.cookie ?? '', { isSecure: config.isHttps })
  if (token === undefined || isDatabaseAway({ holder })) return ANONYMOUS
  try {
    return await accounts.viewerOf(token, clock())
  } catch (error) {
    log.warn({ err: error }, 'A session could not be looked up; the reader gets the public answer')
    return ANONYMOUS
  }
}

export function mayBePersonal({ headers, url }: FastifyRequest): boolean {
  return hasSession(headers.cookie) && isPersonalAddress(url)
}

export function hasSession(cookie: string | undefined): boolean {
  return cookie !== undefined && mayHaveSession(cookie)
}

export function isPersonalAddress(url: string): boolean {
  return PERSONAL_ADDRESSES.some((address) => address.test(url))
}

/** `/api/posts/:id`, but nothing below it. */
const PERSONAL_ADDRESSES = [...PERSONAL_READS].map(
  (path) => new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}/?(?:\\?|$)`),
)

/** The actor, named by the role that permits the action, so that the audit log contains no email address. */
export function actorOf(
  { uid, roles }: SignedInViewer,
  { capability, request }: { capability: Capability; request: FastifyRequest },
): Actor {
  const name = roles.find((role) => can([role], capability)) ?? 'staff'
  return { name, userId: uid, requestId: request.id }
}
