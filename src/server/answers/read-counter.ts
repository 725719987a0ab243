import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageOfApi, pageOfPath, type ReadPage } from '../../domain/reading/read-page.ts'
import type { Answer } from '../../edition/answer.ts'
import { isDocumentPath } from '../../edition/documents/find-document.ts'

/** How often each kind of page was read since somebody last asked. Nothing about who read it comes in here. */
export interface ReadCounter {
  /** Asked after every answer that the site itself gave: one look at the path and one number in a map. */
  observe(request: FastifyRequest, reply: FastifyReply): void
  /** For answers whose kind is known already. */
  count(page: ReadPage): void
  /** What was counted, which starts anew. */
  take(): ReadonlyMap<ReadPage, number>
}

export function makeReadCounter(): ReadCounter {
  let counts = new Map<ReadPage, number>()
  const count = (page: ReadPage) => void counts.set(page, (counts.get(page) ?? 0) + 1)
  return {
    count,
    observe(request, reply) {
      const page = pageRead(request, reply)
      if (page !== undefined) count(page)
    },
    take() {
      const taken = counts
      counts = new Map()
      return taken
    },
  }
}

/** What is read with an answer that all get alike, as our own pages and as others ask for it. */
export interface PagesRead {
  byOwnPage: ReadPage | undefined
  byOthers: ReadPage | undefined
}

export function pagesReadAt(url: string, { status, variants }: Answer): PagesRead {
  const type = variants[0]?.headers['content-type']
  const read = (isOwnPage: boolean) => (status === 200 ? pageReadAt(url, type, isOwnPage) : undefined)
  return { byOwnPage: read(true), byOthers: read(false) }
}

/** Undefined for what nobody reads: a refusal, a change, a file. What a browser has already and shows again is read. */
function pageRead(request: FastifyRequest, reply: FastifyReply): ReadPage | undefined {
  const isRead = request.method === 'GET' && (reply.statusCode === 200 || reply.statusCode === 304)
  const isOwnPage = request.headers['sec-fetch-site'] === 'same-origin'
  return isRead ? pageReadAt(request.url, reply.getHeader('content-type'), isOwnPage) : undefined
}

function pageReadAt(url: string, contentType: unknown, isOwnPage: boolean): ReadPage | undefined {
  if (isOfStaff(url)) return undefined
  if (url.startsWith('/api/')) return pageOfApi(url, isOwnPage)
  if (url.startsWith('/rss-feed')) return 'feeds'
  if (isDocumentPath(url.split('?', 1)[0] ?? '')) return 'api'
  const isPage = typeof contentType === 'string' && contentType.startsWith('text/html')
  return isPage ? pageOfPath(url) : undefined
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
