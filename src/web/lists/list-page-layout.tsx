import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { FeedName } from '../../domain/feed-name.ts'
import { type ListQuery, listAddress } from '../../domain/list-query.ts'
import type { RecordKind } from '../../domain/record.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { RichText } from '../../ui/parts/rich-text.tsx'
import { isPlainClick } from '../parts/is-plain-click.ts'
import { PageHead } from '../parts/page-head.tsx'
import { FeedLinks } from './feed-links.tsx'
import type { FilterInForce } from './filters-in-force.ts'
import { HiddenFilters } from './hidden-filters.tsx'
import { listLead } from './list-lead.ts'
import styles from './list-page-layout.module.css'
import type { ListedRecord, RecordsListed } from './listed-records.ts'
import { RecordList } from './record-list.tsx'

export interface ListFeed {
  feed: FeedName
  cloud?: string | undefined
}

/** `children` come before an unfiltered list (on phones after it), and always after filtered results. */
export function ListPageLayout({
  list,
  query,
  filters,
  path,
  emptyText,
  addressOf,
  feed,
  dataCenterFilter,
  onlyMine,
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
  onlyMine?: ReactNode
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
        {onlyMine}
        {calendar !== undefined && <div className={styles.calendar}>{calendar}</div>}
      </div>
      <FeedLinks
        feed={feed.feed}
        cloud={feed.cloud}
        // The feed of a selection has no notifications.
        mine={feed.feed.kind === 'notification' ? undefined : query.mine}
      />
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

/** Announced when a filter changes. An empty result is shown in the list itself. */
function Lead({ words, isNothing }: { words: string; isNothing: boolean }) {
  return (
    <span aria-live="polite" className={isNothing ? 'hidden' : undefined}>
      {words}
    </span>
  )
}

/** Notifications of this type are counted as security advisories. */
function kindCounted({ kind, notificationType }: FeedName): RecordKind {
  return notificationType === 'advisories' ? 'advisory' : kind
}

function StatusFilter({
  path,
  statuses,
  query,
}: {
  path: string
  statuses: readonly { id: number; name: string }[]
  query: ListQuery
}) {
  const navigate = useNavigate()
  const { category } = query
  const others = { ...query, page: 0, category: undefined }
  const show = (picked: string) =>
    navigate(listAddress(path, { ...others, category: picked === '' ? undefined : Number(picked) }), {
      preventScrollReset: true,
    })
  return (
    <form className={styles.filter} method="get" action={path}>
      <HiddenFilters query={others} />
      <SelectField
        name="category"
        label="Status"
        value={category ?? ''}
        onPick={show}
        className={styles.field}
      >
        <option value="">All Statuses</option>
        {statuses.map((status) => (
          <option key={status.id} value={status.id}>
            {status.name}
          </option>
        ))}
      </SelectField>
      <button type="submit" className={`button ${styles.show}`}>
        Show
      </button>
    </form>
  )
}

const FILTERS_SHOWN = 12

function ActiveFilters({
  filters,
  query,
  path,
}: {
  filters: readonly FilterInForce[]
  query: ListQuery
  path: string
}) {
  const { line, noteRemoval } = useFocusAfterRemoval(query)
  if (filters.length === 0) return null
  const hidden = filters.length - FILTERS_SHOWN
  return (
    <div ref={line} className={styles.filters}>
      <ul aria-label="Filters">
        {filters.slice(0, FILTERS_SHOWN).map(({ key, words, without }) => (
          <li key={key}>
            <Link
              className={styles.activeFiltersFilter}
              to={listAddress(path, without)}
              rel="nofollow"
              preventScrollReset
              onClick={noteRemoval}
            >
              <span className="hidden">Remove filter </span>
              {words}
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <path d="m1.500 1.500 7 7m0-7-7 7" />
              </svg>
            </Link>
          </li>
        ))}
        {hidden > 0 && <li>and {hidden} more</li>}
      </ul>
      {filters.length > 1 && (
        <Link className={styles.clear} to={path} preventScrollReset onClick={noteRemoval}>
          Clear all
        </Link>
      )}
    </div>
  )
}

function useFocusAfterRemoval(query: ListQuery) {
  const line = useRef<HTMLDivElement>(null)
  const hasRemoved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `query` changes once the list without the filter has loaded.
  useEffect(() => {
    if (!hasRemoved.current) return
    hasRemoved.current = false
    const heading = document.querySelector<HTMLElement>('main h1')
    const target = line.current?.querySelector('a') ?? heading
    if (target === heading) heading?.setAttribute('tabindex', '-1')
    target?.focus({ preventScroll: true })
  }, [query])
  return {
    line,
    noteRemoval: (event: MouseEvent) => {
      hasRemoved.current = isPlainClick(event)
    },
  }
}
