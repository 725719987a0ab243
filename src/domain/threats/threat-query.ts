import { LAST_ID, wholeNumber } from '../whole-number.ts'
import { type ThreatCategory, threatCategory } from './threat-category.ts'
import { DEFAULT_THREAT_PERIOD, type ThreatPeriod, threatPeriod } from './threat-period.ts'

/** O-05: the filters in the URL of the threat figures. */
export interface ThreatQuery {
  category: ThreatCategory | undefined
  period: ThreatPeriod
  region: number | undefined
}

export const ALL_THREATS: ThreatQuery = {
  category: undefined,
  period: DEFAULT_THREAT_PERIOD,
  region: undefined,
}

export function threatQuery(query: URLSearchParams): ThreatQuery {
  return {
    category: threatCategory(query.get('category')),
    period: threatPeriod(query.get('period')) ?? DEFAULT_THREAT_PERIOD,
    region: wholeNumber(query.get('region'), LAST_ID),
  }
}

export function threatAddress(path: string, { category, period, region }: ThreatQuery): string {
  const query = new URLSearchParams()
  if (category !== undefined) query.set('category', category)
  if (period !== DEFAULT_THREAT_PERIOD) query.set('period', period)
  if (region !== undefined) query.set('region', String(region))
  return query.size === 0 ? path : `${path}?${query}`
}
