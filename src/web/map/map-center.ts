import type { ReadAnswer } from '../../contract/public-reads.ts'
import type { CenterState } from '../../domain/map/center-state.ts'
import { type CenterKind, kindsOf } from './center-kind.ts'
import type { Placed } from './merge-markers.ts'

type Answered = ReadAnswer<'/api/dc_map/:cloud'>['data']['datacenters'][number]

export interface MapCenter extends Placed {
  name: string
  slug: string
  city: string
  place: string
  region: string
  kinds: readonly [CenterKind, ...CenterKind[]]
  state: CenterState
  open: Answered['open']
}

/** Done while loading, not while rendering: server and browser may use different country names. */
export function toMapCenter(center: Answered, isGovernmental: boolean): MapCenter {
  const { tid, name, slug, city, region, latitude, longitude, state, open } = center
  const country = COUNTRY_NAMES.of(center.country) ?? center.country
  return {
    tid,
    name,
    slug,
    city,
    place: city === country ? city : `${city}, ${country}`,
    region,
    latitude,
    longitude,
    kinds: kindsOf(center, isGovernmental),
    state,
    open,
  }
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' })

export interface MapRegion {
  title: string
  anchor: string
  centers: MapCenter[]
}

export function byRegion(centers: readonly MapCenter[]): MapRegion[] {
  return [...new Set(centers.map(({ region }) => region))].map((title, index) => ({
    title,
    // Not from the title: two titles could map to the same id, or to another one on the page.
    anchor: `region-${index + 1}`,
    centers: centers.filter(({ region }) => region === title),
  }))
}

export function troubleId({ tid }: Pick<MapCenter, 'tid'>): string {
  return `trouble-${tid}`
}

export function rowId({ tid }: Pick<MapCenter, 'tid'>): string {
  return `dc-${tid}`
}
