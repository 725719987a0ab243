import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListGroup } from '../../contract/records.ts'
import { isNarrowedAlike, type ListQuery, listAddress, WHOLE_LIST } from '../../domain/list-query.ts'
import { POST_MORTEM_ANCHOR } from '../../domain/post-mortem.ts'
import { Badges, SeverityBadge, StatusBadge } from '../../ui/parts/badge.tsx'
import { Pagination } from '../../ui/parts/pagination.tsx'
import { counted } from '../../ui/parts/words.ts'
import { UpdatedMark } from '../live/updated-mark.tsx'
import { EmptyText } from '../parts/empty-text.tsx'
import { InternalBlock } from '../record/internal-block.tsx'
import { recordSpan } from '../record/record-span.ts'
import { SpanWords } from '../record/span-words.tsx'
import type { AdvisoryGlance } from './advisory-glance.ts'
import { mineInWords } from './filters-in-force.ts'
import type { ListedRecord, RecordsListed } from './listed-records.ts'
import styles from './record-list.module.css'

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
        <EmptyText onward={wayBack({ query, path, list })}>
          {list.mine === undefined ? emptyText : `Nothing about ${mineInWords(list.mine)}.`}
        </EmptyText>
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

/** Records come sorted by group; a page that starts within a group repeats its name. */
function groupsOf(records: readonly ListedRecord[]) {
  const groups = [...new Set(records.map(({ group }) => group))]
  return groups.map((group) => ({ group, records: records.filter((record) => record.group === group) }))
}

function wayBack({ query, path, list }: { query: ListQuery; path: string; list: RecordsListed }): ReactNode {
  const isFiltered = !isNarrowedAlike(query, WHOLE_LIST)
  const isPastTheEnd = query.page > 0 && (list.totalRecords > 0 || !isFiltered)
  if (isPastTheEnd) return <Link to={listAddress(path, { ...query, page: 0 })}>Go to the first page</Link>
  return isFiltered ? (
    <Link to={path}>{list.mine === undefined ? 'Show all records' : 'Show everything'}</Link>
  ) : undefined
}

function RecordItem({ record, to, level = 2 }: { record: ListedRecord; to: string; level?: 2 | 3 }) {
  const Title = `h${level}` as const
  return (
    <article className={styles.item}>
      <Badges>
        {/* In a list of advisories it would be the same for each. */}
        {record.advisory === undefined && (
          <SeverityBadge tid={record.severityId} name={record.severityName} />
        )}
        {record.status !== '' && <StatusBadge status={record.status} />}
        <UpdatedMark id={record.id} />
      </Badges>
      <Title className={styles.title} dir="auto">
        <Link to={to}>{record.title}</Link>
      </Title>
      {record.advisory !== undefined && <AdvisoryFacts glance={record.advisory} />}
      {record.summary !== '' && (
        <p className={styles.summary} dir="auto">
          {record.summary}
        </p>
      )}
      <ul className={styles.facts}>
        <li>
          <SpanWords span={recordSpan(record)} />
        </li>
        {record.updateCount > 0 && (
          <li>
            <span className={styles.count}>{counted(record.updateCount, 'update')}</span>
          </li>
        )}
        {record.hasPostMortem && (
          <li>
            <Link to={`${to}#${POST_MORTEM_ANCHOR}`}>Post-mortem</Link>
          </li>
        )}
        {record.dataCenters !== '' && <li>{record.dataCenters}</li>}
      </ul>
      {record.internal !== undefined && (
        <InternalBlock fields={record.internal} level={level === 2 ? 3 : 4} />
      )}
    </article>
  )
}

function AdvisoryFacts({ glance: { rating, cves, fix } }: { glance: AdvisoryGlance }) {
  if (rating === undefined && cves === '' && fix === undefined) return null
  return (
    <dl className={styles.advisoryFactsFacts}>
      {rating !== undefined && (
        <div>
          <dt>Severity</dt>
          <dd className={styles.rating} data-bars={rating.bars}>
            <Bars filled={rating.bars} />
            {rating.word} <span className={styles.score}>{rating.score}</span>
          </dd>
        </div>
      )}
      {cves !== '' && (
        <div>
          <dt>CVE</dt>
          <dd>{cves}</dd>
        </div>
      )}
      {fix !== undefined && (
        <div>
          <dt>{fix.term}</dt>
          <dd dir="auto">{fix.words}</dd>
        </div>
      )}
    </dl>
  )
}

const BARS = [1, 2, 3, 4]

/** Zero to four bars, matching the CVSS ratings: readable without color, and unlike any status shape. */
function Bars({ filled }: { filled: number }) {
  return (
    <svg className={styles.bars} viewBox="0 0 16 12" aria-hidden="true">
      {BARS.map((bar) => (
        <rect
          key={bar}
          x={(bar - 1) * 4}
          y={12 - bar * 3}
          width="3"
          height={bar * 3}
          data-filled={bar <= filled ? '' : undefined}
        />
      ))}
    </svg>
  )
}
