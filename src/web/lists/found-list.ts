import { firstPastTheEnd, type ListQuery } from '../../domain/list-query.ts'
import type { PageOutcome } from '../page.ts'
import type { RecordsListed } from './listed-records.ts'

/**
 * A page past the end is empty and must not be indexed. All of them map to the first page past the end, so that
 * arbitrary numbers produce only one document.
 */
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
