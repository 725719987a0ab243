import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ListQuery, listAddress } from '../../domain/list-query.ts'
import { EmptyText } from '../parts/empty-text.tsx'
import type { ListedRecord, RecordsListed } from './listed-records.ts'
import { Pagination } from './pagination.tsx'
import { RecordItem } from './record-item.tsx'
import styles from './record-list.module.css'

/** A page of records, or the word that there are none. */
export function RecordList({
  list,
  query,
  path,
  emptyText,
  addressOf,
}: {
  list: RecordsListed
  query: ListQuery
  path: string
  emptyText: string
  addressOf: (record: ListedRecord) => string
}) {
  if (list.records.length === 0) {
    return (
      <div className={styles.list}>
        <EmptyText onward={wayBack({ query, path, list })}>{emptyText}</EmptyText>
      </div>
    )
  }
  return (
    <div className={styles.list}>
      <ol className={styles.records}>
        {list.records.map((record) => (
          <li key={record.id}>
            <RecordItem record={record} to={addressOf(record)} />
          </li>
        ))}
      </ol>
      <Pagination
        current={list.currentPage}
        total={list.totalPages}
        addressOf={(page) => listAddress(path, { ...query, page })}
      />
    </div>
  )
}

/** From a page past the end to the first, from filters that leave nothing to the whole list. */
function wayBack({ query, path, list }: { query: ListQuery; path: string; list: RecordsListed }): ReactNode {
  const isFiltered = query.category !== undefined || query.day !== undefined || query.dataCenters.length > 0
  const isPastTheEnd = query.page > 0 && (list.totalRecords > 0 || !isFiltered)
  if (isPastTheEnd) return <Link to={listAddress(path, { ...query, page: 0 })}>Go to the first page</Link>
  return isFiltered ? <Link to={path}>Show all records</Link> : undefined
}
