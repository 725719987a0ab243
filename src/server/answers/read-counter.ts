import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageOfApi, pageOfPath, type ReadPage } from '../../domain/reading/read-page.ts'
import type { Answer } from '../../edition/answer.ts'
import { isDocumentPath } from '../../edition/documents/find-document.ts'

export interface ReadCounter {
  observe(request: FastifyRequest, reply: FastifyReply): void
  count(page: ReadPage): void
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

export interface PagesRead {
  byOwnPage: ReadPage | undefined
  byOthers: ReadPage | undefined
}

export function pagesReadAt(url: string, { status, variants }: Answer): PagesRead {
  const type = variants[0]?.headers['content-type']
  const read = (isOwnPage: boolean) => (status === 200 ? pageReadAt(url, type, isOwnPage) : undefined)
  return { byOwnPage: read(true), byOthers: read(false) }
}

/** Undefined if it isn't a page view. A 304 counts, because the browser shows its copy. */
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

function isOfStaff(url: string) {
  return (
    url.startsWith('/admin') ||
    url.startsWith('/api/admin/') ||
    url.startsWith('/api/user/') ||
    url.startsWith('/api/v1/')
  )
}
