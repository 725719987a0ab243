import type { ReadAnswer } from '../../src/contract/public-reads.ts'

export type CenterAnswer = ReadAnswer<'/api/dc_map/:cloud'>['data']['datacenters'][number]

export function madeUpCenter(tid: number, change: Partial<CenterAnswer> = {}): CenterAnswer {
  return {
    tid,
    name: `Place ${tid}`,
    slug: `place-${tid}`,
    city: `City ${tid}`,
    country: 'DE',
    region: 'Europe',
    latitude: 50,
    longitude: 8,
    premium_dc: 0,
    intfedmoddc: 0,
    regional_surcharge: 0,
    state: 'operational',
    open: [],
    ...change,
  }
}

const REGIONS = ['North America', 'Europe', 'Africa', 'Asia Pacific']
/** Rotating by it never returns to the same place. */
const GOLDEN_ANGLE_DEGREES = 137.508

export function madeUpCenters(amount: number): CenterAnswer[] {
  return Array.from({ length: amount }, (_, index) =>
    madeUpCenter(index + 1, {
      region: REGIONS[index % REGIONS.length] ?? '',
      latitude: -50 + (110 * index) / Math.max(1, amount - 1),
      longitude: ((index * GOLDEN_ANGLE_DEGREES) % 360) - 180,
      premium_dc: index % 7 === 0 ? 1 : 0,
      regional_surcharge: index % 5 === 0 ? 1 : 0,
      intfedmoddc: index % 11 === 0 ? 1 : 0,
      state: index % 50 === 49 ? 'service_degradation' : 'operational',
    }),
  )
}

export function mapAnswer(datacenters: CenterAnswer[]): ReadAnswer<'/api/dc_map/:cloud'> {
  return { data: { status: 'success', datacenters } }
}
