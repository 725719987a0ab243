import type { ReactNode } from 'react'
import type { FeedName } from '../../domain/feed-name.ts'
import type { ListQuery } from '../../domain/list-query.ts'
import { FeedLinks } from './feed-links.tsx'
import styles from './list-page-layout.module.css'
import type { ListedRecord, RecordsListed } from './listed-records.ts'
import { PageHead } from './page-head.tsx'
import { RecordList } from './record-list.tsx'
import { StatusFilter } from './status-filter.tsx'
import { counted } from './words.ts'

/** The feed that tells the same as a list, on one cloud or on all. */
export interface ListFeed {
  feed: FeedName
  cloud?: string | undefined
}

/** What all lists of records look like; `children` stand between heading and records. */
export function ListPageLayout({
  list,
  query,
  path,
  emptyText,
  addressOf,
  feed,
  children,
}: {
  list: RecordsListed
  query: ListQuery
  path: string
  emptyText: string
  addressOf: (record: ListedRecord) => string
  feed: ListFeed
  children?: ReactNode
}) {
  return (
    <div className={styles.page}>
      <PageHead title={list.pageType} lead={leadOf(list)}>
        <div className={styles.tools}>
          <StatusFilter path={path} statuses={list.statuses} category={query.category} />
          <FeedLinks feed={feed.feed} cloud={feed.cloud} />
        </div>
      </PageHead>
      {list.topMessage !== '' && <p className={styles.message}>{list.topMessage}</p>}
      {children}
      <RecordList list={list} query={query} path={path} emptyText={emptyText} addressOf={addressOf} />
    </div>
  )
}

function leadOf(list: RecordsListed) {
  if (list.records.length === 0) return undefined
  const records = `${counted(list.totalRecords, 'record')}, newest first`
  return list.totalPages < 2 ? records : `${records} · page ${list.currentPage + 1} of ${list.totalPages}`
}
