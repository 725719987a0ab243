import type { ListQuery } from '../../domain/list-query.ts'
import { shortened } from '../../ui/parts/words.ts'
import type { HeadMeta } from '../page-state.ts'
import type { PageMeta } from '../pages/page-meta.ts'
import type { FilterInForce } from './filters-in-force.ts'
import type { RecordsListed } from './listed-records.ts'

const FILTERS_NAMED = 3

export function listMeta(
  meta: PageMeta,
  { query, list }: { query: ListQuery; list: Pick<RecordsListed, 'records'> },
  filters: readonly FilterInForce[],
): HeadMeta {
  const words = shortened(
    filters.map(({ shortWords }) => shortWords),
    FILTERS_NAMED,
  )
  const isPastTheEnd = list.records.length === 0
  const page = query.page === 0 || isPastTheEnd ? '' : `page ${query.page + 1}`
  const title = [meta.title, words, page].filter((part) => part !== '').join(', ')
  const isWhole = filters.length === 0 && query.month === undefined
  return { ...meta, title, ...(!isWhole && { noindex: true }) }
}
