import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListGroup } from '../../contract/records.ts'
import { type ListQuery, listAddress } from '../../domain/list-query.ts'
import { Pagination } from '../../ui/parts/pagination.tsx'
import { EmptyText } from '../parts/empty-text.tsx'
import type { ListedRecord, RecordsListed } from './listed-records.ts'
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
      {groupsOf(list.records).map(({ group, records }) => (
        <Fragment key={group ?? 'all'}>
          {group !== undefined && <h2 className={styles.group}>{GROUP_WORDS[group]}</h2>}
          <ol className={styles.records}>
            {records.map((record) => (
              <li key={record.id}>
                <RecordItem record={record} to={addressOf(record)} level={group === undefined ? 2 : 3} />
              </li>
            ))}
          </ol>
        </Fragment>
      ))}
      <Pagination
        current={list.currentPage}
        total={list.totalPages}
        addressOf={(page) => listAddress(path, { ...query, page })}
      />
    </div>
  )
}

const GROUP_WORDS: Record<ListGroup, string> = {
  in_progress: 'In progress',
  upcoming: 'Upcoming',
  past: 'Past',
}

/** Records come in the order of their groups; a page that begins within a group names it again. */
function groupsOf(records: readonly ListedRecord[]) {
  const groups = [...new Set(records.map(({ group }) => group))]
  return groups.map((group) => ({ group, records: records.filter((record) => record.group === group) }))
}

/** From a page past the end to the first, from filters that leave nothing to the whole list. */
function wayBack({ query, path, list }: { query: ListQuery; path: string; list: RecordsListed }): ReactNode {
  const isFiltered = query.category !== undefined || query.day !== undefined || query.dataCenters.length > 0
  const isPastTheEnd = query.page > 0 && (list.totalRecords > 0 || !isFiltered)
  if (isPastTheEnd) return <Link to={listAddress(path, { ...query, page: 0 })}>Go to the first page</Link>
  return isFiltered ? <Link to={path}>Show all records</Link> : undefined
}
