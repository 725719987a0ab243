import { createHash } from 'node:crypto'

/** What an address leads to. Each kind has its own ending, and parameters of its own. */
export type AnswerKind = 'page' | 'read' | 'rss' | 'atom' | 'jsonfeed' | 'csv'

export const ENDINGS: Record<AnswerKind, string> = {
  page: '.html',
  read: '.json',
  rss: '.rss',
  atom: '.atom',
  jsonfeed: '.feed.json',
  csv: '.csv',
}

/** What goes without saying: a view that says it is the same as one that does not. */
export const NEUTRAL: Record<AnswerKind, Record<string, string>> = {
  page: { page: '1', week: '0', centers: 'public' },
  read: { page: '0', dateOffset: '0', period: '30d' },
  rss: { items: 'records' },
  atom: { items: 'records' },
  jsonfeed: { items: 'records' },
  csv: { period: '30d' },
}

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
export function viewOf(query: URLSearchParams, kind: AnswerKind): string {
  const neutral = NEUTRAL[kind]
  const said = [...query].filter(([name, value]) => neutral[name] !== value)
  said.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return said.length === 0 ? '' : `&${new URLSearchParams(said)}`
}

function digestOf(text: string) {
  return createHash('sha256').update(text).digest('hex')
}
