import { SIGN_ON_PATH } from '../../domain/account/sign-on-paths.ts'
import { storedFileAt } from '../../domain/images/attachment-name.ts'
import { isDocumentPath } from '../../edition/documents/find-document.ts'
import { isBrandPath } from '../answers/make-brand-file.ts'
import { DISCOVERY_FILES } from '../answers/make-discovery.ts'
import { FEED_PATH } from '../answers/make-feed.ts'
import { isLogPath } from '../answers/make-log-file.ts'
import { THREAT_CSV_PATH } from '../answers/make-threat-csv.ts'
import type { AnswerKind } from './file-of.ts'

/** What a URL leads to. Undefined for files that are written separately, and for what a backup site lacks. */
export function kindOf(address: string): AnswerKind | 'file' | undefined {
  const { pathname, searchParams } = new URL(address, 'https://site.invalid')
  if (DISCOVERY_FILES.has(pathname) || isBrandPath(pathname) || storedFileAt(pathname) !== undefined)
    return 'file'
  if (isLogPath(pathname)) return 'file'
  if (isDocumentPath(pathname)) return 'document'
  if (DOCUMENTATION.includes(pathname)) return undefined
  if (pathname.startsWith('/api/')) return 'read'
  if (pathname === THREAT_CSV_PATH) return 'csv'
  if (pathname === FEED_PATH || pathname.startsWith(`${FEED_PATH}/`)) return feedKind(searchParams)
  return isOfTheServer(pathname) ? undefined : 'page'
}

export const DOCUMENTATION: readonly string[] = ['/api/docs', '/api/openapi.json']

function feedKind(query: URLSearchParams): AnswerKind {
  switch (query.get('format') ?? query.get('_format')) {
    case 'atom':
      return 'atom'
    case 'json':
      return 'jsonfeed'
    default:
      return 'rss'
  }
}

function isOfTheServer(path: string) {
  const isOfChosenCloud = path === '/' || path.startsWith('/posts/')
  const isClosed = path === '/admin' || path.startsWith('/admin/') || path === SIGN_ON_PATH
  const isFile = path.startsWith('/assets/') || /^\/[^/]+\.(?:ico|png|svg)$/.test(path)
  return isOfChosenCloud || isClosed || isFile || path.endsWith('/')
}
