import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageOfApi, pageOfPath, type ReadPage } from '../domain/reading/read-page.ts'

/** How often each kind of page was read since somebody last asked. Nothing about who read it comes in here. */
export interface ReadCounter {
  /** Asked after every answer, kept ones too: one look at the path and one number in a map. */
  observe(request: FastifyRequest, reply: FastifyReply): void
  /** What was counted, which starts anew. */
  take(): ReadonlyMap<ReadPage, number>
}

export function makeReadCounter(): ReadCounter {
  let counts = new Map<ReadPage, number>()
  return {
    observe(request, reply) {
      const page = pageRead(request, reply)
      if (page !== undefined) counts.set(page, (counts.get(page) ?? 0) + 1)
    },
    take() {
      const taken = counts
      counts = new Map()
      return taken
    },
  }
}

/** Undefined for what nobody reads: a refusal, a change, a file. What a browser has already and shows again is read. */
function pageRead(request: FastifyRequest, reply: FastifyReply): ReadPage | undefined {
  const { url, headers } = request
  const isRead = request.method === 'GET' && (reply.statusCode === 200 || reply.statusCode === 304)
  if (!isRead || isOfStaff(url)) return undefined
  if (url.startsWith('/api/')) return pageOfApi(url, headers['sec-fetch-site'] === 'same-origin')
  if (url.startsWith('/rss-feed')) return 'feeds'
  return isPage(reply) ? pageOfPath(url) : undefined
}

/** Their own work is no reading; calls about one account are none either. */
function isOfStaff(url: string) {
  return (
    url.startsWith('/admin') ||
    url.startsWith('/api/admin/') ||
    url.startsWith('/api/user/') ||
    url.startsWith('/api/v1/')
  )
}

function isPage(reply: FastifyReply) {
  const type = reply.getHeader('content-type')
  return typeof type === 'string' && type.startsWith('text/html')
}
