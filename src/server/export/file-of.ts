import { createHash } from 'node:crypto'
import { DEFAULT_BADGE_STYLE, DEFAULT_BADGE_THEME } from '../../domain/badge/badge-look.ts'
import { DEFAULT_THREAT_PERIOD } from '../../domain/threats/threat-period.ts'

/** What an address leads to. Each kind has its own ending, and parameters of its own. */
export type AnswerKind = 'page' | 'read' | 'rss' | 'atom' | 'jsonfeed' | 'csv' | 'document'

export const ENDINGS: Record<AnswerKind, string> = {
  page: '.html',
  read: '.json',
  rss: '.rss',
  atom: '.atom',
  jsonfeed: '.feed.json',
  csv: '.csv',
  // Its ending is part of its address.
  document: '',
}

/** What goes without saying: a view that says it is the same as one that does not. */
export const NEUTRAL: Readonly<Record<string, string>> = {
  week: '0',
  centers: 'public',
  dateOffset: '0',
  period: DEFAULT_THREAT_PERIOD,
  items: 'records',
  style: DEFAULT_BADGE_STYLE,
  theme: DEFAULT_BADGE_THEME,
}
/** People count pages from 1, programs from 0. */
export const FIRST_PAGE: Readonly<Record<AnswerKind, string>> = {
  page: '1',
  read: '0',
  rss: '',
  atom: '',
  jsonfeed: '',
  csv: '',
  document: '',
}
/** These are told by the ending. */
const FORMATS: readonly string[] = ['format', '_format']

/** Of a file system, less what an encoding adds. */
const LONGEST_NAME_BYTES = 255 - '.br'.length
/** Where answers lie whose own name would be too long. */
const LONG_FOLDER = '/.long'

export interface NamedFile {
  /** As the web server looks for it: the decoded path, and its parameters by name. */
  wanted: string
  /** Under the folder of the site; another than `wanted` where that is too long for a file system. */
  file: string
}

/** The file of an address: servers find it by the path and the known parameters, in whatever order they come. */
export function fileOf(address: string, kind: AnswerKind): NamedFile {
  const { pathname, searchParams } = new URL(address, 'https://site.invalid')
  const wanted = decodeURIComponent(pathname) + viewOf(searchParams, kind) + ENDINGS[kind]
  const isShort = wanted.split('/').every((name) => Buffer.byteLength(name) <= LONGEST_NAME_BYTES)
  return { wanted, file: isShort ? wanted : `${LONG_FOLDER}/${digestOf(wanted)}${ENDINGS[kind]}` }
}

/** `&category=3&page=2`, or nothing: values as they stand in the address, names in the order of the alphabet. */
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
