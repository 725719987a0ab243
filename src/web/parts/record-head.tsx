import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PostRecord } from '../../contract/records.ts'
import { Badges, SeverityBadge, StatusBadge } from './badge.tsx'
import { FoldedNames } from './folded-names.tsx'
import type { ListLink } from './list-of-record.ts'
import { Moment } from './moment.tsx'
import { plainText } from './plain-text.ts'
import { PromisedMoment } from './promised-moment.tsx'
import styles from './record-head.module.css'
import { isStillOpen } from './record-span.ts'
import { statusOf } from './status.ts'
import { distinctNames } from './words.ts'

/** What a reader must know of a record before reading it: what, how grave, when, where, and what comes next. */
export function RecordHead({ record, list }: { record: PostRecord; list: ListLink | undefined }) {
  return (
    <header className={styles.head}>
      {list !== undefined && (
        <p className={styles.back}>
          <Link to={list.path}>{list.name}</Link>
        </p>
      )}
      <Badges>
        <SeverityBadge tid={record.severityId} />
        {record.status !== '' && <StatusBadge status={record.status} />}
      </Badges>
      <h1>{record.title}</h1>
      {!isToldByBody(record) && <p className={styles.summary}>{record.summary}</p>}
      <Glance record={record} />
    </header>
  )
}

/** Many bodies begin with their summary, and nobody wants to read it twice. */
function isToldByBody({ summary, body }: PostRecord) {
  return plainText(body).startsWith(plainText(summary))
}

function Glance({ record }: { record: PostRecord }) {
  const services = distinctNames(record.services)
  const dataCenters = distinctNames(record.datacenters)
  const words = timeWords(record)
  const end = record.toTime ?? record.closed_on
  return (
    <dl className={styles.glance}>
      {record.fromTime === null ? (
        <Fact term="Posted at">
          <Moment at={record.posted_on} />
        </Fact>
      ) : (
        <Fact term={words.from}>
          <Moment at={record.fromTime} />
        </Fact>
      )}
      {end !== null && (
        <Fact term={words.to}>
          <Moment at={end} />
        </Fact>
      )}
      {end === null && isStillOpen(record) && <Fact term={words.to}>still open</Fact>}
      {typeof record.next_update === 'string' && (
        <Fact term="Next update promised by">
          <PromisedMoment at={record.next_update} />
        </Fact>
      )}
      {services.length > 0 && (
        <Fact term="Affected services">
          <FoldedNames names={services} />
        </Fact>
      )}
      {dataCenters.length > 0 && (
        <Fact term="Affected data centers">
          <FoldedNames names={dataCenters} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Maintenance has a window, also when it lies ahead; an incident began and ended. */
function timeWords({ post_type, status }: PostRecord) {
  switch (post_type) {
    case 'incident':
      return { from: 'Started at', to: 'Ended at' }
    case 'maintenance':
      return statusOf(status).phase === 'ahead'
        ? { from: 'Planned start', to: 'Planned end' }
        : { from: 'Start', to: 'End' }
    case 'advisory':
      return { from: 'From', to: 'To' }
    case 'notification':
      return { from: 'Takes effect', to: 'Until' }
  }
}
