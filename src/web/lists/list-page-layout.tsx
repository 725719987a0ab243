import type { ReactNode } from 'react'
import { shortDayWords } from '../../domain/calendar/day-words.ts'
import type { FeedName } from '../../domain/feed-name.ts'
import type { ListQuery } from '../../domain/list-query.ts'
import { PageHead } from '../parts/page-head.tsx'
import { counted } from '../parts/words.ts'
import { ActiveFilters } from './active-filters.tsx'
import { FeedLinks } from './feed-links.tsx'
import type { FilterInForce } from './filters-in-force.ts'
import styles from './list-page-layout.module.css'
import type { ListedRecord, RecordsListed } from './listed-records.ts'
import { RecordList } from './record-list.tsx'
import { StatusFilter } from './status-filter.tsx'

/** The feed that tells the same as a list, on one cloud or on all. */
export interface ListFeed {
  feed: FeedName
  cloud?: string | undefined
}

/** What all lists of records look like. `children` stand above the whole list, and below records that were asked for. */
export function ListPageLayout({
  list,
  query,
  filters,
  path,
  emptyText,
  addressOf,
  feed,
  dataCenterFilter,
  calendar,
  children,
}: {
  list: RecordsListed
  query: ListQuery
  filters: readonly FilterInForce[]
  path: string
  emptyText: string
  addressOf: (record: ListedRecord) => string
  feed: ListFeed
  dataCenterFilter?: ReactNode
  calendar?: ReactNode
  children?: ReactNode
}) {
  const isWholeList = filters.length === 0 && query.page === 0
  return (
    <div className={styles.page} data-calendar={calendar === undefined ? undefined : ''}>
      <PageHead title={list.pageType} lead={<span aria-live="polite">{leadOf(list, query)}</span>} />
      <div className={styles.controls}>
        <StatusFilter path={path} statuses={list.statuses} query={query} />
        {dataCenterFilter}
        {calendar !== undefined && <div className={styles.calendar}>{calendar}</div>}
      </div>
      <FeedLinks feed={feed.feed} cloud={feed.cloud} />
      <div className={styles.content}>
        {list.topMessage !== '' && <p className={styles.message}>{list.topMessage}</p>}
        {isWholeList && children}
        <ActiveFilters filters={filters} query={query} path={path} />
        <RecordList list={list} query={query} path={path} emptyText={emptyText} addressOf={addressOf} />
        {!isWholeList && children}
      </div>
    </div>
  )
}

/** `3 records on 15 Nov 2026, newest first · page 1 of 2`; read out when a filter has changed it. */
function leadOf({ totalRecords, totalPages, currentPage, records }: RecordsListed, { day }: ListQuery) {
  const ofDay = day === undefined ? '' : ` on ${shortDayWords(day)}`
  if (totalRecords === 0) return day === undefined ? '' : `No records${ofDay}`
  const counts = `${counted(totalRecords, 'record')}${ofDay}, newest first`
  const isOnePage = totalPages < 2 || records.length === 0
  return isOnePage ? counts : `${counts} · page ${currentPage + 1} of ${totalPages}`
}
