import { firstPastTheEnd, type ListQuery } from '../../domain/list-query.ts'
import type { PageOutcome } from '../page.ts'
import type { RecordsListed } from './listed-records.ts'

/** All pages past the end map to the first of them, so that arbitrary numbers produce only one document. */
export function foundList<Data extends { query: ListQuery; list: RecordsListed }>(
  data: Data,
): PageOutcome<Data> {
  const { query, list } = data
  if (query.page === 0 || list.records.length > 0) return { kind: 'found', data }
  const page = firstPastTheEnd(list.totalPages)
  return {
    kind: 'found',
    data: { ...data, query: { ...query, page }, list: { ...list, currentPage: page } },
    status: 404,
  }
}
