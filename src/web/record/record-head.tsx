import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PostRecord } from '../../contract/records.ts'
import { recordStory } from '../../domain/record-story.ts'
import { Badges, SeverityBadge, StatusBadge } from '../parts/badge.tsx'
import type { HeadingLevel } from '../parts/heading-level.ts'
import { statusOf } from '../parts/status.ts'
import { Moment } from '../times/moment.tsx'
import { actualTimes } from './actual-times.ts'
import type { AffectedPlaces } from './affected-places.ts'
import { FoldedNames } from './folded-names.tsx'
import type { ListLink } from './list-of-record.ts'
import { NextUpdate } from './next-update.tsx'
import { PrintedAddress } from './printed-address.tsx'
import styles from './record-head.module.css'
import { historyEntries } from './record-history-entries.ts'
import { endOfRecord, isOver, isStillOpen } from './record-span.ts'

/** What a reader must know of a record before reading it: what, how grave, when, where, and what comes next. */
export function RecordHead({
  record,
  list,
  path,
  level = 1,
  places,
}: {
  record: PostRecord
  /** The list to go back to. */
  list?: ListLink | undefined
  /** The record's own page, for the link to its latest update. */
  path?: string
  level?: HeadingLevel
  places: AffectedPlaces
}) {
  const Title = `h${level}` as const
  const { lead } = recordStory(record)
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
      <Title className={styles.title}>{record.title}</Title>
      {path !== undefined && <PrintedAddress path={path} />}
      {lead !== '' && <p className={styles.summary}>{lead}</p>}
      <NextUpdate record={record} />
      <Glance record={record} path={path} places={places} />
    </header>
  )
}

function Glance({
  record,
  path,
  places: { services, dataCenters },
}: {
  record: PostRecord
  path: string | undefined
  places: AffectedPlaces
}) {
  return (
    <div className={styles.glance}>
      <dl>
        <When record={record} />
        <LatestUpdate record={record} path={path} />
      </dl>
      {services.length + dataCenters.length > 0 && (
        <dl>
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
      )}
    </div>
  )
}

function When({ record }: { record: PostRecord }) {
  const words = timeWords(record)
  const end = endOf(record)
  const actual = actualTimes(record)
  return (
    <>
      {record.fromTime === null ? (
        <Fact term="Posted at">
          <Moment at={record.posted_on} />
        </Fact>
      ) : (
        <Fact term={words.from}>
          <Moment at={record.fromTime} />
        </Fact>
      )}
      {end !== undefined && (
        <Fact term={end.term}>
          <Moment at={end.at} />
        </Fact>
      )}
      {end === undefined && isStillOpen(record) && <Fact term={words.to}>still open</Fact>}
      {actual?.from !== undefined && (
        <Fact term="Actual start">
          <Moment at={actual.from} />
        </Fact>
      )}
      {actual?.to !== undefined && (
        <Fact term="Actual end">
          <Moment at={actual.to} />
        </Fact>
      )}
    </>
  )
}

/** Of what is over nobody waits for news. */
function LatestUpdate({ record, path }: { record: PostRecord; path: string | undefined }) {
  const latest = historyEntries(record).find(({ update }) => update !== undefined)?.update
  if (latest === undefined || isOver(record)) return null
  const moment = <Moment at={latest.posted_on} />
  return (
    <Fact term="Latest update">
      {path === undefined ? moment : <Link to={`${path}#update-${latest.id}`}>{moment}</Link>}
    </Fact>
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

/** An announcement may be closed while what it announced goes on. */
function endOf(record: PostRecord) {
  const at = endOfRecord(record)
  if (at === null) return undefined
  const isAnnounced = record.post_type === 'advisory' || record.post_type === 'notification'
  return { term: isAnnounced && record.toTime === null ? 'Closed at' : timeWords(record).to, at }
}

/** Maintenance has a window, also when it lies ahead; an incident began and ended. */
function timeWords(record: PostRecord) {
  const { post_type, status } = record
  switch (post_type) {
    case 'incident':
      return { from: 'Started at', to: 'Ended at' }
    case 'maintenance':
      return statusOf(status).phase === 'ahead' || actualTimes(record) !== undefined
        ? { from: 'Planned start', to: 'Planned end' }
        : { from: 'Start', to: 'End' }
    case 'advisory':
      return { from: 'From', to: 'To' }
    case 'notification':
      return { from: 'Takes effect', to: 'Until' }
  }
}
