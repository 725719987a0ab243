import type { FastifyRequest } from 'fastify'
import { ANONYMOUS, type Viewer } from '../accounts/viewer.ts'
import { sessionOfCookies } from '../domain/session-cookie.ts'
import type { AppContext } from './context.ts'

/** Who asks, by the session's cookie. Without the database nobody is known, and everybody can still read. */
export async function viewerOf(
  { accounts, clock, log }: AppContext,
  request: FastifyRequest,
): Promise<Viewer> {
  const token = sessionOfCookies(request.headers.cookie ?? '')
  if (token === undefined) return ANONYMOUS
  try {
    return await accounts.viewerOf(token, clock())
  } catch (error) {
    log.warn({ err: error }, 'A session could not be looked up; the reader is answered as anybody is')
    return ANONYMOUS
  }
}

/** Whether the answer may have to be one of the reader's own; cheap enough to ask of every request. */
export function hasSession(request: FastifyRequest): boolean {
  const { cookie } = request.headers
  return cookie !== undefined && sessionOfCookies(cookie) !== undefined
}
