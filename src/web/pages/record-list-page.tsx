import { FEEDS, feedPath } from '../../domain/feed-name.ts'
import { type ListQuery, listQuery } from '../../domain/list-query.ts'
import { pageMeta } from '../../domain/page-meta.ts'
import { NO_RECORDS_IN_LIST } from '../../domain/texts.ts'
import { definePage, type PageContext } from '../page.ts'
import { foundList } from '../parts/found-list.ts'
import { type ListFeed, ListPageLayout } from '../parts/list-page-layout.tsx'
import { listedRecords, type RecordsListed } from '../parts/listed-records.ts'
import { ScheduleTable } from '../parts/schedule-table.tsx'

const LISTS = {
  '/incidents': { read: '/api/incident', feed: FEEDS.incidents },
  '/maintenance': { read: '/api/maintenance', feed: FEEDS.maintenance },
  '/security-advisories': { read: '/api/advisory', feed: FEEDS.advisories },
} as const

interface Data {
  query: ListQuery
  list: RecordsListed
}

/** L-01: incidents, maintenance or security advisories, by the end of the path. */
export const recordListPage = definePage<Data>({
  async load(context) {
    const known = listOf(context.path)
    if (known === undefined) return { kind: 'missing' }
    const query = listQuery(context.query)
    const list = await context.read(known.read, {
      cloud: context.cloud.machine_name,
      page: query.page,
      ...(query.category !== undefined && { category: query.category }),
    })
    return foundList({ query, list: listedRecords(list) })
  },

  meta({ query, list }, context) {
    const names = { cloud: context.cloud.domain, provider: context.global.provider.name }
    const meta = pageMeta(context.path, names, {
      title: list.pageType,
      description: `${list.pageType} of ${names.provider} on ${names.cloud}.`,
    })
    const feed = feedPath(feedOf(context).feed, feedOf(context).cloud)
    const title = query.page === 0 ? meta.title : `${meta.title}, page ${query.page + 1}`
    return { ...meta, title, feedPath: feed }
  },

  Content({ data: { query, list }, context }) {
    return (
      <ListPageLayout
        list={list}
        query={query}
        path={context.path}
        emptyText={NO_RECORDS_IN_LIST}
        addressOf={(record) => `/${context.cloud.domain}/posts/${record.id}`}
        feed={feedOf(context)}
      >
        {list.maintenanceSchedule !== undefined && <ScheduleTable schedule={list.maintenanceSchedule} />}
      </ListPageLayout>
    )
  },
})

function feedOf({ path, cloud }: PageContext): ListFeed {
  return { feed: listOf(path)?.feed ?? FEEDS.incidents, cloud: cloud.machine_name }
}

function listOf(path: PageContext['path']) {
  const ending = path.slice(path.lastIndexOf('/'))
  return LISTS[ending as keyof typeof LISTS]
}
