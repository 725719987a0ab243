import { useId } from 'react'
import type { CalendarType } from '../../contract/calendar.ts'
import type { ListResponse } from '../../contract/records.ts'
import { WEEKDAYS } from '../../domain/calendar/day-words.ts'
import { weekdayOf } from '../../domain/calendar/month.ts'
import { countChosen, formatChosen } from '../../domain/chosen-places.ts'
import { FEEDS, type FeedName, feedPath } from '../../domain/feed-name.ts'
import { isNarrowedAlike, knownListQuery, type ListQuery, listQuery } from '../../domain/list-query.ts'
import { NO_RECORDS_IN_LIST } from '../../domain/texts.ts'
import { dayFromName } from '../../domain/time.ts'
import { ScrollingTable } from '../../ui/parts/scrolling-table.tsx'
import { DataCenterFilter } from '../lists/data-center-filter.tsx'
import { type DataCenterGroup, filtersInForce } from '../lists/filters-in-force.ts'
import { foundList } from '../lists/found-list.ts'
import { listMeta } from '../lists/list-meta.ts'
import { type ListFeed, ListPageLayout } from '../lists/list-page-layout.tsx'
import { listedRecords, type RecordsListed } from '../lists/listed-records.ts'
import { type MonthShown, monthShown } from '../lists/month-shown.ts'
import { OnlyMineInList } from '../lists/only-mine-in-list.tsx'
import styles from '../lists/schedule-table.module.css'
import { SideCalendar } from '../lists/side-calendar.tsx'
import { definePage, type PageContext } from '../page.ts'
import { describeMenuItem, pageMeta } from './page-meta.ts'

interface KnownList {
  read: '/api/incident' | '/api/maintenance' | '/api/advisory'
  calendar: CalendarType
  feed: FeedName
}

const LISTS: Record<string, KnownList> = {
  '/incidents': { read: '/api/incident', calendar: 'recent_incident', feed: FEEDS.incidents },
  '/maintenance': { read: '/api/maintenance', calendar: 'scheduled_maintenance', feed: FEEDS.maintenance },
  '/security-advisories': { read: '/api/advisory', calendar: 'advisory', feed: FEEDS.securityAdvisories },
}

interface Data {
  query: ListQuery
  list: RecordsListed
  /** Only the month shown: years of days would outweigh the records. */
  month: MonthShown
  dataCenters: DataCenterGroup[]
}

/** L-01 */
export const recordListPage = definePage<Data>({
  async load(context) {
    const known = listOf(context.path)
    if (known === undefined) return { kind: 'missing' }
    const asked = listQuery(context.query)
    const { machine_name: cloud } = context.cloud
    const readList = (query: ListQuery) => context.read(known.read, { cloud, ...askedOf(query) })
    const [askedList, calendar] = await Promise.all([
      readList(asked),
      context.read('/api/calendar', {
        cloud,
        type: known.calendar,
        ...(countChosen(asked.mine) > 0 && { mine: formatChosen(asked.mine) }),
      }),
    ])
    const query = knownListQuery(asked, {
      statuses: new Set(askedList.statuses.map(({ id }) => id)),
      dataCenters: new Set(calendar.datacenters.flatMap(({ options }) => options.map(({ value }) => value))),
      calendar: { first: calendar.start_date, last: calendar.end_date, today: calendar.current_date },
    })
    // The server only renders known values; the browser needs the response to know which ones those are.
    const list = isNarrowedAlike(query, asked) ? askedList : await readList(query)
    return foundList({
      query,
      list: listedRecords(list),
      month: monthShown(calendar, query),
      dataCenters: calendar.datacenters,
    })
  },

  meta({ query, list, dataCenters }, context) {
    const names = { cloud: context.cloud.domain, provider: context.global.provider.name }
    const meta = pageMeta(context.path, names, {
      title: list.pageType,
      description: describeMenuItem({ route: context.path, component: 'maintenance' }, names),
    })
    const { feed, cloud } = feedOf(context)
    const filters = filtersInForce(query, list.statuses, dataCenters, list.mine)
    return {
      ...listMeta(meta, { query, list }, filters),
      feedPath: feedPath(feed, cloud),
      ...(list.mine !== undefined && { canonicalPath: context.path }),
    }
  },

  Content({ data: { query, list, month, dataCenters }, context }) {
    const { path, cloud } = context
    return (
      <ListPageLayout
        list={list}
        query={query}
        filters={filtersInForce(query, list.statuses, dataCenters, list.mine)}
        path={path}
        emptyText={NO_RECORDS_IN_LIST}
        addressOf={(record) => `/${cloud.domain}/posts/${record.id}`}
        feed={feedOf(context)}
        dataCenterFilter={
          dataCenters.length > 0 && <DataCenterFilter groups={dataCenters} query={query} path={path} />
        }
        onlyMine={<OnlyMineInList context={context} query={query} />}
        calendar={<SideCalendar shown={month} query={query} path={path} kind={feedOf(context).feed.kind} />}
      >
        {list.maintenanceSchedule === undefined ? undefined : (
          <ScheduleTable schedule={list.maintenanceSchedule} today={month.today} />
        )}
      </ListPageLayout>
    )
  },
})

/** Filters are combined on the server, so that counts and pages match the list. */
function askedOf({ page, category, day, dataCenters, mine }: ListQuery) {
  return {
    page,
    ...(category !== undefined && { category }),
    ...(day !== undefined && { date: day }),
    ...(dataCenters.length > 0 && { datacenter: [...dataCenters] }),
    ...(countChosen(mine) > 0 && { mine: formatChosen(mine) }),
  }
}

function feedOf({ path, cloud }: PageContext): ListFeed {
  return { feed: listOf(path)?.feed ?? FEEDS.incidents, cloud: cloud.machine_name }
}

function listOf(path: PageContext['path']) {
  return LISTS[path.slice(path.lastIndexOf('/'))]
}

type Schedule = NonNullable<ListResponse['maintenanceSchedule']>

/** L-07 */
function ScheduleTable({ schedule, today }: { schedule: Schedule; today: string }) {
  const titleId = useId()
  const weekday = WEEKDAYS[weekdayOf(dayFromName(today))]
  const markOf = (day: string) => (day === weekday ? '' : undefined)
  return (
    <div className={styles.schedule}>
      <h2 id={titleId}>Service Update Schedule (UTC)</h2>
      <ScrollingTable labelledBy={titleId} keepsFirstColumn>
        <thead>
          <tr>
            <th scope="col">Region</th>
            {schedule.days.map((day) => (
              <th key={day} scope="col" data-today={markOf(day)}>
                <span aria-hidden="true">{shortDay(day)}</span>
                <span className="hidden">{day}</span>
                {day === weekday && <span className="hidden">, today</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {schedule.regions.map((region) => (
            <tr key={region.title}>
              <th scope="row" dir="auto">
                {region.title}
              </th>
              {schedule.days.map((day, index) => (
                <td key={day} data-today={markOf(day)}>
                  {region.data[index]?.value ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </div>
  )
}

/** `Mon`: full names would push the end of the week out of view. Column names may also be something else. */
function shortDay(day: string) {
  return WEEKDAYS.includes(day) ? day.slice(0, 3) : day
}
