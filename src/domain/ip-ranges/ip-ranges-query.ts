import { tidyTyped } from '../tidy-typed.ts'

export function ipRangesPath(cloudDomain: string): string {
  return `/${cloudDomain}/ip-ranges`
}

/** Not a cached read: it answers by the address of the request. */
export const WHERE_PATH = '/api/where'

/** An IPv6 address with brackets, zone, port and size, plus some room for typing errors. */
export const LONGEST_ADDRESS = 100

export function addressAsked(query: URLSearchParams): string {
  return tidyTyped(query.get('address') ?? '', LONGEST_ADDRESS)
}

export function ipRangesAddress(path: string, address: string): string {
  return address === '' ? path : `${path}?${new URLSearchParams({ address })}`
}

export const RANGE_FORMATS = ['json', 'csv', 'txt'] as const
export type RangeFormat = (typeof RANGE_FORMATS)[number]
export const CHANGE_FORMATS = ['rss', 'atom', 'json'] as const
export type ChangeFormat = (typeof CHANGE_FORMATS)[number]

export function rangesFile(
  format: RangeFormat,
  { cloud, family }: { cloud?: string | undefined; family?: '4' | '6' | undefined } = {},
): string {
  return withQuery(`/ip-ranges.${format}`, { cloud, family })
}

export function rangeChangesFile(format: ChangeFormat, cloud?: string): string {
  return withQuery(`/ip-ranges/changes.${format}`, { cloud })
}

function withQuery(path: string, parameters: Record<string, string | undefined>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return query.size === 0 ? path : `${path}?${query}`
}
