import { UTC } from '../../domain/format-time.ts'
import { townOf, zoneWords } from './zone-words.ts'

export interface ZoneGroup {
  region: string
  zones: { name: string; words: string }[]
}

export function zoneGroups(names: readonly string[], at: Date): ZoneGroup[] {
  const byRegion = new Map<string, string[]>()
  for (const name of names) {
    if (name === UTC) continue
    const region = regionOf(name)
    byRegion.set(region, [...(byRegion.get(region) ?? []), name])
  }
  return [...byRegion]
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([region, zones]) => ({ region, zones: byTown(zones, at) }))
}

const REGIONS: Record<string, string> = {
  America: 'Americas',
  Atlantic: 'Atlantic Ocean',
  Indian: 'Indian Ocean',
  Pacific: 'Pacific Ocean',
}

function regionOf(name: string) {
  const [region = ''] = name.split('/')
  if (!name.includes('/')) return 'Other'
  return REGIONS[region] ?? region
}

function byTown(names: readonly string[], at: Date) {
  return names
    .toSorted((one, other) => townOf(one).localeCompare(townOf(other), 'en'))
    .map((name) => ({ name, words: townWords(name, at) }))
}

function townWords(name: string, at: Date) {
  try {
    return zoneWords(name, at)
  } catch {
    // Newer than the browser.
    return townOf(name)
  }
}

export function choosableZones(wanted: readonly string[]): string[] {
  return [...new Set([UTC, ...Intl.supportedValuesOf('timeZone'), ...wanted])]
}

/** `Asia/Calcutta` and `Asia/Kolkata` are the same zone: returns the name that this browser lists. */
export function listedZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}
