import { createHash } from 'node:crypto'
import { DEFAULT_BADGE_STYLE, DEFAULT_BADGE_THEME } from '../../domain/badge/badge-look.ts'
import { DEFAULT_THREAT_PERIOD } from '../../domain/threats/threat-period.ts'

export type AnswerKind = 'page' | 'read' | 'rss' | 'atom' | 'jsonfeed' | 'csv' | 'document'

export const ENDINGS: Record<AnswerKind, string> = {
  page: '.html',
  read: '.json',
  rss: '.rss',
  atom: '.atom',
  jsonfeed: '.feed.json',
  csv: '.csv',
  // Its extension is part of its URL.
  document: '',
}

/** Default values: a view with one is the same as a view without it. */
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
  /** The name a web server looks for: the decoded path and its sorted parameters. */
  wanted: string
  /** Relative to the site's folder. Differs from `wanted` if that is too long for a file system. */
  file: string
}

/** The file for a URL. Servers find it by the path and the known parameters in any order. */
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
