import type { DemoCloud } from '../clouds.ts'
import { type DemoMinute, MINUTES_PER_DAY } from '../demo-time.ts'
import type { Random } from '../random.ts'
import { dataCentersOf } from './cloud-data-centers.ts'
import type { DemoDataCenter } from './data-centers.ts'

/** Data centers of one city fail together; those of an area share carriers and gateways. */
export const SAME_CITY_DEGREES = 0.6
export const SAME_AREA_DEGREES = 6

export function pickNearby(
  random: Random,
  cloud: DemoCloud,
  at: DemoMinute,
  { most, within }: { most: number; within: number },
): DemoDataCenter[] {
  const open = dataCentersOf(cloud).filter((center) => isOpen(center, at))
  if (open.length === 0) return []
  const first = random.pick(open)
  const neighbors = open.filter((center) => center !== first && isNear(center, first, within))
  const together = [first, ...random.shuffle(neighbors).slice(0, random.int(0, most - 1))]
  return together.sort((a, b) => a.tid - b.tid)
}

function isOpen({ openedDaysAgo, closedDaysAgo }: DemoDataCenter, at: DemoMinute): boolean {
  const daysAgo = -at / MINUTES_PER_DAY
  return openedDaysAgo > daysAgo + 1 && (closedDaysAgo === null || closedDaysAgo < daysAgo - 3)
}

function isNear(a: DemoDataCenter, b: DemoDataCenter, degrees: number): boolean {
  return a.region === b.region && Math.hypot(a.latitude - b.latitude, a.longitude - b.longitude) < degrees
}
