import type { ReactNode } from 'react'
import type { FeedName } from '../../domain/feed-name.ts'
import type { ListQuery } from '../../domain/list-query.ts'
import type { RecordKind } from '../../domain/record.ts'
import { RichText } from '../../ui/parts/rich-text.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { FeedLinks } from './feed-links.tsx'
import type { FilterInForce } from './filters-in-force.ts'
import { listLead } from './list-lead.ts'
import styles from './list-page-layout.module.css'
import type { ListedRecord, RecordsListed } from './listed-records.ts'
import { RecordList } from './record-list.tsx'
import { StatusFilter } from './status-filter.tsx'

/** The feed that tells the same as a list, on one cloud or on all. */
export interface ListFeed {
  feed: FeedName
  cloud?: string | undefined
}

/**
 * What all lists of records look like. `children` come before a list that nothing narrows, on a phone after it, and always
 * after records that were asked for.
 */
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
      <PageHead
        title={list.pageType}
        lead={
          <Lead words={listLead(list, query, kindCounted(feed.feed))} isNothing={list.totalRecords === 0} />
        }
      />
      <div className={styles.controls}>
        <StatusFilter path={path} statuses={list.statuses} query={query} />
        {dataCenterFilter}
        {calendar !== undefined && <div className={styles.calendar}>{calendar}</div>}
      </div>
      <FeedLinks feed={feed.feed} cloud={feed.cloud} />
      <div className={styles.content}>
        {list.topMessage !== '' && (
          <div className={styles.message}>
            <RichText html={list.topMessage} />
          </div>
        )}
        {isWholeList && children !== undefined && <div className={styles.leading}>{children}</div>}
        <ActiveFilters filters={filters} query={query} path={path} />
        <RecordList list={list} query={query} path={path} emptyText={emptyText} addressOf={addressOf} />
        {!isWholeList && children}
      </div>
    </div>
  )
}

/** Read out when a filter has changed it. That there is nothing is said in the list, where it is seen. */
function Lead({ words, isNothing }: { words: string; isNothing: boolean }) {
  return (
    <span aria-live="polite" className={isNothing ? 'hidden' : undefined}>
      {words}
    </span>
  )
}

/** Notifications of this one type are called what security advisories are. */
function kindCounted({ kind, notificationType }: FeedName): RecordKind {
  return notificationType === 'advisories' ? 'advisory' : kind
}
