import { longDayWords, shortDayWords } from '../../domain/calendar/day-words.ts'
import { NOTHING_CHOSEN } from '../../domain/chosen-places.ts'
import type { ListQuery } from '../../domain/list-query.ts'
import { chosenInWords } from '../../domain/personal-verdict.ts'
import type { RecordsListed } from './listed-records.ts'

export interface FilterInForce {
  key: string
  words: string
  shortWords: string
  without: ListQuery
}

export interface DataCenterGroup {
  label: string
  options: readonly { value: number; label: string }[]
}

/** `query` must only contain known values (`knownListQuery`). */
export function filtersInForce(
  query: ListQuery,
  statuses: readonly { id: number; name: string }[],
  dataCenters: readonly DataCenterGroup[] = [],
  mine?: RecordsListed['mine'],
): FilterInForce[] {
  const { day, category } = query
  const first = { ...query, page: 0 }
  const filters: FilterInForce[] = []
  if (mine !== undefined) {
    const words = `Only ${mineInWords(mine)}`
    filters.push({ key: 'mine', words, shortWords: words, without: { ...first, mine: NOTHING_CHOSEN } })
  }
  if (day !== undefined) {
    filters.push({
      key: 'day',
      words: longDayWords(day),
      shortWords: shortDayWords(day),
      without: { ...first, day: undefined },
    })
  }
  if (category !== undefined) {
    const words = statuses.find(({ id }) => id === category)?.name ?? ''
    filters.push({ key: 'status', words, shortWords: words, without: { ...first, category: undefined } })
  }
  const names = new Map(
    dataCenters.flatMap(({ options }) => options.map(({ value, label }) => [value, label])),
  )
  for (const id of query.dataCenters) {
    const words = names.get(id) ?? ''
    const others = query.dataCenters.filter((each) => each !== id)
    filters.push({
      key: `data center ${id}`,
      words,
      shortWords: words,
      without: { ...first, dataCenters: others },
    })
  }
  return filters
}

/** `your 3 services and 1 data center`; `mine` if this cloud has none of them. */
export function mineInWords({ services, datacenters }: NonNullable<RecordsListed['mine']>): string {
  if (services + datacenters === 0) return 'mine'
  return `your ${chosenInWords({ services, dataCenters: datacenters })}`
}
