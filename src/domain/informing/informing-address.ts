import { isQuarter, type Quarter } from './quarter-figures.ts'

/** Without a quarter, the newest one with incidents. */
export function informingPath(cloudDomain: string, quarter?: Quarter): string {
  return `/${cloudDomain}/how-we-inform${quarter === undefined ? '' : `?quarter=${quarter}`}`
}

export function informingFilePath(cloudDomain: string, format: 'csv' | 'json', quarter?: Quarter): string {
  return `/${cloudDomain}/how-we-inform.${format}${quarter === undefined ? '' : `?quarter=${quarter}`}`
}

export function quarterAsked(query: URLSearchParams): Quarter | undefined {
  const quarter = query.get('quarter')
  return quarter !== null && isQuarter(quarter) ? quarter : undefined
}
