import { type ChosenPlaces, countChosen, mineIn, withMine } from './chosen-places.ts'
import type { Cloud } from './cloud.ts'
import { OLDEST_TIMELINE_PAGE } from './constants.ts'
import { LAST_ID, wholeNumber } from './whole-number.ts'

export type CentersType = 'public' | 'premium'

export interface TimelineQuery {
  /** Weeks back; 0 is this week. */
  week: number
  centers: CentersType
  isOnlyTroubled: boolean
  post: number | undefined
  mine: ChosenPlaces
  /** Only the rows of `mine`. Otherwise they are marked among all. */
  isOnlyMine: boolean
}

export function timelineQuery(query: URLSearchParams): TimelineQuery {
  const mine = mineIn(query)
  return {
    week: wholeNumber(query.get('week'), OLDEST_TIMELINE_PAGE) ?? 0,
    centers: query.get('centers') === 'premium' ? 'premium' : 'public',
    isOnlyTroubled: query.get('troubled') === '1',
    post: wholeNumber(query.get('post'), LAST_ID),
    mine,
    isOnlyMine: countChosen(mine) > 0 && query.get('show') !== 'all',
  }
}

/** S-06: limited to what a cloud can show. Without premium data centers there is no choice. */
export function timelineOn(cloud: Pick<Cloud, 'cloud_status'>, query: TimelineQuery): TimelineQuery {
  return hasPremiumCenters(cloud) ? query : { ...query, centers: 'public' }
}

export function hasPremiumCenters({ cloud_status: shows }: Pick<Cloud, 'cloud_status'>): boolean {
  return shows.datacenter === '1' && shows.premium_datacenter === '1'
}

export function timelineAddress(
  path: string,
  { week, centers, isOnlyTroubled, post, mine, isOnlyMine }: TimelineQuery,
): string {
  const query = new URLSearchParams()
  if (week > 0) query.set('week', String(week))
  if (centers === 'premium') query.set('centers', centers)
  if (isOnlyTroubled) query.set('troubled', '1')
  if (post !== undefined) query.set('post', String(post))
  if (countChosen(mine) > 0 && !isOnlyMine) query.set('show', 'all')
  return withMine(query.size === 0 ? path : `${path}?${query}`, mine)
}
