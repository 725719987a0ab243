import type { ListQuery } from '../../domain/list-query.ts'
import type { PageOutcome } from '../page.ts'
import type { RecordsListed } from './listed-records.ts'

/** A page past the end of its list has nothing and is nothing for a search engine to keep. */
export function foundList<Data extends { query: ListQuery; list: RecordsListed }>(
  data: Data,
): PageOutcome<Data> {
  const isPastTheEnd = data.query.page > 0 && data.list.records.length === 0
  return isPastTheEnd ? { kind: 'found', data, status: 404 } : { kind: 'found', data }
}
