import { pageMeta } from '../../domain/page-meta.ts'
import { NO_RECORDS_IN_LIST } from '../../domain/texts.ts'
import { definePage, found, type PageContext } from '../page.ts'
import { ListPageLayout } from '../parts/list-page-layout.tsx'
import { type ListQuery, listQuery } from '../parts/list-query.ts'
import { listedRecords, type RecordsListed } from '../parts/listed-records.ts'
import { ScheduleTable } from '../parts/schedule-table.tsx'

const READS = {
  '/incidents': '/api/incident',
  '/maintenance': '/api/maintenance',
  '/security-advisories': '/api/advisory',
} as const

interface Data {
  query: ListQuery
  list: RecordsListed
}

/** L-01: incidents, maintenance or security advisories, by the end of the path. */
export const recordListPage = definePage<Data>({
  async load(context) {
    const read = readOf(context.path)
    if (read === undefined) return { kind: 'missing' }
    const query = listQuery(context.query)
    const list = await context.read(read, {
      cloud: context.cloud.machine_name,
      page: query.page,
      ...(query.category !== undefined && { category: query.category }),
    })
    return found({ query, list: listedRecords(list) })
  },

  meta({ query, list }, context) {
    const names = { cloud: context.cloud.domain, provider: context.global.provider.name }
    const meta = pageMeta(context.path, names, {
      title: list.pageType,
      description: `${list.pageType} of ${names.provider} on ${names.cloud}.`,
    })
    return query.page === 0 ? meta : { ...meta, title: `${meta.title}, page ${query.page + 1}` }
  },

  Content({ data: { query, list }, context }) {
    return (
      <ListPageLayout
        list={list}
        query={query}
        path={context.path}
        emptyText={NO_RECORDS_IN_LIST}
        addressOf={(record) => `/${context.cloud.domain}/posts/${record.id}`}
      >
        {list.maintenanceSchedule !== undefined && <ScheduleTable schedule={list.maintenanceSchedule} />}
      </ListPageLayout>
    )
  },
})

function readOf(path: PageContext['path']) {
  const ending = path.slice(path.lastIndexOf('/'))
  return READS[ending as keyof typeof READS]
}
