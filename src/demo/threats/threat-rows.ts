import { dayFromName, dayName } from '../../domain/time.ts'
import { threatCounts } from './threat-counts.ts'
import { threatOrigins } from './threat-origins.ts'

/** A year and a day, so that the same days of the previous year can be compared. */
const DEMO_THREAT_DAYS = 366

export function oldestThreatDay(day: string): string {
  return dayName(dayFromName(day) - DEMO_THREAT_DAYS)
}

/** Figures up to the day before the demo's, which isn't over yet. `since` skips existing days. */
export function threatRows({ day, since }: { day: string; since?: string | undefined }) {
  const newest = dayFromName(day) - 1
  const oldest = dayFromName(oldestThreatDay(day))
  const from = since === undefined ? oldest : Math.max(oldest, dayFromName(since))
  return {
    threat_counts: threatCounts({ from, to: newest }),
    threat_origins: threatOrigins(newest),
  }
}
