import { escapeInAnyQuotes } from '../escape-html.ts'
import { formatTime, UTC } from '../format-time.ts'

/** Filled automatically from the record and the clock. Staff are asked for all others. */
const KNOWN_PLACEHOLDERS = ['clouds', 'services', 'data_centers', 'start', 'end', 'now', 'provider'] as const
export type KnownPlaceholder = (typeof KNOWN_PLACEHOLDERS)[number]

/** Fields with these names contain HTML, at any depth. */
const HTML_FIELDS: ReadonlySet<string> = new Set(['body'])

export function placeholdersIn(content: unknown): string[] {
  const names = new Set<string>()
  eachString(content, (text) => {
    for (const [, name = ''] of text.matchAll(PLACEHOLDER)) names.add(name.toLowerCase())
    return text
  })
  return [...names]
}

export function askedPlaceholdersIn(content: unknown): string[] {
  return placeholdersIn(content).filter((name) => !isKnown(name))
}

/**
 * In a body the values are escaped, so that they stay text. Placeholders without a value stay visible, so
 * that everyone sees what is missing.
 */
export function fillPlaceholders<T>(content: T, values: Readonly<Record<string, string>>): T {
  return eachString(content, (text, field) =>
    text.replaceAll(PLACEHOLDER, (place, name: string, offset: number) => {
      const value = ownValue(values, name.toLowerCase())
      if (value === undefined) return place
      return shownValue(value, { before: text.slice(0, offset), isHtml: HTML_FIELDS.has(field) })
    }),
  ) as T
}

export function shownValue(value: string, { before, isHtml }: { before: string; isHtml: boolean }): string {
  const isFallback = Object.values(FALLBACKS).includes(value)
  const words =
    isFallback && STARTS_SENTENCE.test(before) ? value.charAt(0).toUpperCase() + value.slice(1) : value
  return isHtml ? escapeInAnyQuotes(words) : words
}

const STARTS_SENTENCE = /(?:^|[.!?]\s+|<(?:p|li|h\d|td|th|blockquote|br)\b[^>]*>)\s*$/i

export function unfilledWords(name: string): string {
  return `{{${name}}} still needs to be filled in.`
}

export interface PlaceholderFacts {
  clouds: readonly string[]
  services: readonly string[]
  dataCenters: readonly string[]
  start: Date | null
  end: Date | null
  now: Date
  provider: string
}

/** Records about a whole cloud name no service and no data center, and their text must still read well. */
const FALLBACKS = { clouds: 'our clouds', services: 'our services', data_centers: 'our data centers' }

/** Times are in UTC, because readers are all over the world. */
export function knownPlaceholders(facts: PlaceholderFacts): Partial<Record<KnownPlaceholder, string>> {
  const { clouds, services, dataCenters, start, end, now, provider } = facts
  return {
    ...listed('clouds', clouds),
    ...listed('services', services),
    ...listed('data_centers', dataCenters),
    ...(start !== null && { start: formatTime(start, UTC) }),
    ...(end !== null && { end: formatTime(end, UTC) }),
    now: formatTime(now, UTC),
    ...(provider !== '' && { provider }),
  }
}

export const PLACEHOLDER = /\{\{\s*([a-z][a-z0-9_]{0,39})\s*\}\}/gi

function isKnown(name: string): name is KnownPlaceholder {
  return (KNOWN_PLACEHOLDERS as readonly string[]).includes(name)
}

/** Own properties only: {{constructor}} is a normal placeholder. */
function ownValue(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

function listed(name: keyof typeof FALLBACKS, names: readonly string[]) {
  const distinct = [...new Set(names)]
  const last = distinct.at(-1)
  if (last === undefined) return { [name]: FALLBACKS[name] }
  const before = distinct.slice(0, -1).join(', ')
  return { [name]: before === '' ? last : `${before} and ${last}` }
}

function eachString(value: unknown, change: (text: string, field: string) => string, field = ''): unknown {
  if (typeof value === 'string') return change(value, field)
  if (Array.isArray(value)) return value.map((part) => eachString(part, change, field))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, eachString(part, change, name)]),
  )
}
