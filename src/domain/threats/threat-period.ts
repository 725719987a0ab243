/** O-05: how far back from the newest day with figures. */
export const THREAT_PERIODS = ['7d', '30d', '90d', '365d'] as const

export type ThreatPeriod = (typeof THREAT_PERIODS)[number]

export const DEFAULT_THREAT_PERIOD: ThreatPeriod = '30d'

export const THREAT_PERIOD_DAYS: Readonly<Record<ThreatPeriod, number>> = {
  '7d': 7,
  '30d': 30,
  '90d': 90,
  '365d': 365,
}

export function threatPeriod(value: string | null): ThreatPeriod | undefined {
  return THREAT_PERIODS.find((period) => period === value)
}
