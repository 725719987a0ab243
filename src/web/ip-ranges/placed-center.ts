import type { ReadAnswer } from '../../contract/public-reads.ts'

type Answered = ReadAnswer<'/api/ip-ranges'>
type Looked = ReadAnswer<'/api/ip-lookup'>

interface Placed {
  place: string
}

export type RangeCenter = Answered['regions'][number]['data_centers'][number] & Placed
export interface RangeRegion {
  tid: number
  title: string
  centers: RangeCenter[]
}
export type RangeOfCenter = RangeCenter['ranges'][number]
export type LookedCenter = Looked['data_centers'][number] & Placed
export type LookedUp = Omit<Looked, 'data_centers'> & { centers: LookedCenter[] }

export function toRegions({ regions }: Answered): RangeRegion[] {
  return regions.map(({ tid, title, data_centers }) => ({ tid, title, centers: data_centers.map(placed) }))
}

export function toLookedUp({ data_centers, ...looked }: Looked): LookedUp {
  return { ...looked, centers: data_centers.map(placed) }
}

/** Done while loading, not while rendering: server and browser may use different country names. */
function placed<T extends { city: string; country: string }>(center: T): T & Placed {
  const { city } = center
  const country = COUNTRY_NAMES.of(center.country) ?? center.country
  return { ...center, place: city === country ? city : `${city}, ${country}` }
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' })

export function rangeRowId({ tid }: { tid: number }): string {
  return `ranges-${tid}`
}
