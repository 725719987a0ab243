import { CLOUDS } from '../clouds.ts'
import { dataCentersOf } from '../data-centers/cloud-data-centers.ts'
import { REGIONS, type RegionName } from '../data-centers/data-centers.ts'

const NO_UPDATES = { value: '', class_name: 'none' }
const DAYS_PER_WEEK = 7

/** Night in each region, in UTC, and the weekdays (0 is Monday) with service updates. */
const WINDOWS: Readonly<
  Record<RegionName, { nights: string; weekend: string; weekdays: readonly number[] }>
> = {
  'North America': { nights: '05:00–09:00', weekend: '05:00–11:00', weekdays: [1, 3, 5] },
  'Latin America': { nights: '04:00–08:00', weekend: '04:00–10:00', weekdays: [2, 5] },
  Europe: { nights: '22:00–02:00', weekend: '21:00–03:00', weekdays: [0, 2, 5] },
  'Middle East': { nights: '20:00–00:00', weekend: '20:00–02:00', weekdays: [0, 4] },
  Africa: { nights: '22:00–02:00', weekend: '22:00–04:00', weekdays: [1, 6] },
  'South Asia': { nights: '18:30–22:30', weekend: '18:30–00:30', weekdays: [1, 6] },
  'Asia Pacific': { nights: '15:00–19:00', weekend: '14:00–20:00', weekdays: [0, 3, 6] },
  Oceania: { nights: '13:00–17:00', weekend: '13:00–19:00', weekdays: [2, 6] },
}

export function scheduleRows() {
  const regions = CLOUDS.flatMap((cloud) => {
    const present = new Set(dataCentersOf(cloud).map((center) => center.region))
    return REGIONS.filter(({ title }) => present.has(title)).map(({ title }, position) => ({
      cloud_id: cloud.id,
      title,
      position,
    }))
  }).map((region, index) => ({ id: index + 1, ...region }))

  return {
    schedule_regions: regions,
    schedule_cells: regions.flatMap(({ id, title }) =>
      Array.from({ length: DAYS_PER_WEEK }, (_, weekday) => ({
        schedule_region_id: id,
        weekday,
        ...cellOn(title, weekday),
      })),
    ),
  }
}

function cellOn(region: RegionName, weekday: number) {
  const { nights, weekend, weekdays } = WINDOWS[region]
  if (!weekdays.includes(weekday)) return NO_UPDATES
  const isWeekend = weekday >= 5
  return isWeekend ? { value: weekend, class_name: 'long-window' } : { value: nights, class_name: 'window' }
}
