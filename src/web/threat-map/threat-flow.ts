import type { Place } from '../../domain/map/world-projection.ts'
import type { ThreatCategory } from '../../domain/threats/threat-category.ts'

export interface ThreatFlow {
  /** ISO 3166-1 alpha-2 */
  country: string
  country_name: string
  from: Place
  data_center: Place & { tid: number; name: string; city: string }
  category: ThreatCategory
  family: string
  blocked: number
}

/** `flows` has the largest of the day; `total` and `totals` include the others. */
export interface ThreatDay {
  /** `YYYY-MM-DD` in UTC; null if there is no data. */
  day: string | null
  total: number
  totals: Readonly<Record<ThreatCategory, number>>
  flows: readonly ThreatFlow[]
}

export function blockedIn(flows: readonly Pick<ThreatFlow, 'blocked'>[]): number {
  return flows.reduce((sum, { blocked }) => sum + blocked, 0)
}

export function blockedThatDay({ total, totals }: ThreatDay, category: ThreatCategory | undefined): number {
  return category === undefined ? total : totals[category]
}

export function flowsOf(
  flows: readonly ThreatFlow[],
  category: ThreatCategory | undefined,
): readonly ThreatFlow[] {
  return category === undefined ? flows : flows.filter((flow) => flow.category === category)
}

export function isWhole(shown: ThreatDay, category: ThreatCategory | undefined): boolean {
  return blockedIn(flowsOf(shown.flows, category)) >= blockedThatDay(shown, category)
}
