import { createHash } from 'node:crypto'
import { SIGN_ON_PATH } from '../../domain/account/sign-on-paths.ts'
import { DEFAULT_BADGE_STYLE, DEFAULT_BADGE_THEME } from '../../domain/badge/badge-look.ts'
import { storedFileAt } from '../../domain/images/attachment-name.ts'
import { DEFAULT_THREAT_PERIOD } from '../../domain/threats/threat-period.ts'
import { isDocumentPath } from '../../edition/documents/find-document.ts'
import { isBrandPath } from '../answers/make-brand-file.ts'
import { DISCOVERY_FILES } from '../answers/make-discovery.ts'
import { THREAT_CSV_PATH } from '../answers/make-document.ts'
import { FEED_PATH } from '../answers/make-feed.ts'
import { isLogPath } from '../answers/make-log-file.ts'

export type AnswerKind = 'page' | 'read' | 'rss' | 'atom' | 'jsonfeed' | 'csv' | 'document'

export const ENDINGS: Record<AnswerKind, string> = {
  page: '.html',
  read: '.json',
  rss: '.rss',
  atom: '.atom',
  jsonfeed: '.feed.json',
  csv: '.csv',
  document: '',
}

/** A URL with a default value means the same as one without the parameter. */
export const NEUTRAL: Readonly<Record<string, string>> = {
  week: '0',
  centers: 'public',
  dateOffset: '0',
  period: DEFAULT_THREAT_PERIOD,
  items: 'records',
  style: DEFAULT_BADGE_STYLE,
  theme: DEFAULT_BADGE_THEME,
}
/** Pages count from 1, the API from 0. */
export const FIRST_PAGE: Readonly<Record<AnswerKind, string>> = {
  page: '1',
  read: '0',
  rss: '',
  atom: '',
  jsonfeed: '',
  csv: '',
  document: '',
}
const FORMATS: readonly string[] = ['format', '_format']

/** The limit of file systems, minus the suffix for the encoding. */
const LONGEST_NAME_BYTES = 255 - '.br'.length
const LONG_FOLDER = '/.long'

export interface NamedFile {
  /** What a web server looks for: the decoded path and its sorted parameters. */
  wanted: string
  /** Relative to the site's folder. Differs from `wanted` if that is too long for a file system. */
  file: string
}

export function fileOf(address: string, kind: AnswerKind): NamedFile {
  const { pathname, searchParams } = new URL(address, 'https://site.invalid')
  const wanted = decodeURIComponent(pathname) + viewOf(searchParams, kind) + ENDINGS[kind]
  const isShort = wanted.split('/').every((name) => Buffer.byteLength(name) <= LONGEST_NAME_BYTES)
  return { wanted, file: isShort ? wanted : `${LONG_FOLDER}/${digestOf(wanted)}${ENDINGS[kind]}` }
}

/** `&category=3&page=2`, or an empty string: values as in the URL, names in alphabetical order. */
function viewOf(query: URLSearchParams, kind: AnswerKind): string {
  const said = [...query].filter(([name, value]) => {
    const neutral = name === 'page' ? FIRST_PAGE[kind] : NEUTRAL[name]
    return value !== neutral && !FORMATS.includes(name)
  })
  said.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return said.length === 0 ? '' : `&${new URLSearchParams(said)}`
}

function digestOf(text: string) {
  return createHash('sha256').update(text).digest('hex')
}

/** Undefined for files that are written separately, and for everything that a backup site lacks. */
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
