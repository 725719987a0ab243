import type { FastifyInstance } from 'fastify'
import type { CustomFetch } from 'openid-client'

/** Asks this very process: the demo's provider answers wherever the site runs, whatever its public address leads to. */
export function fetchInside(app: FastifyInstance): CustomFetch {
  return async (address, { method, headers, body }) => {
    const { pathname, search } = new URL(address)
    const answer = await app.inject({
      method: method as 'GET' | 'POST',
      url: pathname + search,
      headers,
      ...(body != null && { payload: String(body) }),
    })
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
    })
  }
}
