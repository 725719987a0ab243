import { useState } from 'react'
import type { StatuspageSaid } from '../../contract/imports.ts'
import { counted } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from './planned-records.module.css'

type PlannedRecord = StatuspageSaid['records'][number]
type PlannedService = StatuspageSaid['services'][number]

const SHOWN_AT_FIRST = 50

export function PlannedRecords({ records }: { records: readonly PlannedRecord[] }) {
  const [isWhole, setWhole] = useState(false)
  if (records.length === 0) return null
  const inOrder = records.toSorted((a, b) => ORDER.indexOf(a.shown) - ORDER.indexOf(b.shown))
  const live = records.filter(({ shown }) => shown !== 'history').length
  return (
    <section className={styles.planned} aria-label="Records">
      <h3>{counted(records.length, 'record')}</h3>
      <p>
        All of them are public as soon as they are imported, and no one is notified.{' '}
        {live === 0
          ? 'None of them is current: they are in the history only.'
          : `${live} of them ${live === 1 ? 'is' : 'are'} current and ${live === 1 ? 'shows' : 'show'} on the status page at once.`}
      </p>
      <DataTable
        label="Records to import"
        rows={(isWhole ? inOrder : inOrder.slice(0, SHOWN_AT_FIRST)).map((record, index) => ({
          ...record,
          index,
        }))}
        rowKey={({ index }) => index}
        columns={RECORD_COLUMNS}
      />
      {!isWhole && records.length > SHOWN_AT_FIRST && (
        <p>
          <button type="button" className="button" onClick={() => setWhole(true)}>
            Show all {records.length.toLocaleString('en-US')}
          </button>
        </p>
      )}
    </section>
  )
}

const ORDER: readonly PlannedRecord['shown'][] = ['open', 'planned', 'history']

const SHOWN_WORDS: Record<PlannedRecord['shown'], string> = {
  open: 'Live, as a current problem',
  planned: 'Live, as planned work',
  history: 'In the history',
}

const RECORD_COLUMNS: readonly Column<PlannedRecord>[] = [
  { head: 'Title', isName: true, cell: ({ title }) => title },
  { head: 'Shown', cell: ({ shown }) => SHOWN_WORDS[shown] },
  { head: 'Kind', cell: ({ kind }) => (kind === 'incident' ? 'Incident' : 'Maintenance') },
  { head: 'Status', cell: ({ their_status, status }) => <Mapped from={their_status} to={status} /> },
  { head: 'Severity', cell: ({ their_impact, severity }) => <Mapped from={their_impact} to={severity} /> },
  { head: 'Services', cell: ({ services }) => (services.length === 0 ? 'Whole cloud' : services.join(', ')) },
  {
    head: 'When',
    cell: ({ starts_at, ends_at }) => (
      <>
        <Moment at={starts_at} precision="minute" />
        {ends_at !== null && (
          <>
            {' to '}
            <Moment at={ends_at} after={starts_at} precision="minute" />
          </>
        )}
      </>
    ),
  },
  {
    head: 'Text',
    cell: ({ updates, has_postmortem }) =>
      `${updates === 0 ? 'No updates' : counted(updates, 'update')}${has_postmortem ? ', post-mortem' : ''}`,
  },
]

export function PlannedServices({ services }: { services: readonly PlannedService[] }) {
  if (services.length === 0) return null
  return (
    <section className={styles.planned} aria-label="Services">
      <h3>{counted(services.length, 'component')}</h3>
      <DataTable
        label="Components to import"
        rows={services.map((service, index) => ({ ...service, index }))}
        rowKey={({ index }) => index}
        columns={SERVICE_COLUMNS}
      />
    </section>
  )
}

const SERVICE_COLUMNS: readonly Column<PlannedService>[] = [
  { head: 'Component', isName: true, cell: ({ component }) => component },
  { head: 'Service here', cell: ({ service }) => service },
  { head: 'Group', cell: ({ category }) => category ?? '—' },
  { head: 'New', cell: ({ is_new }) => (is_new ? 'New' : 'Exists already') },
]

function Mapped({ from, to }: { from: string; to: string }) {
  return (
    <span>
      <span className={styles.theirs}>{from}</span> → {to}
    </span>
  )
}
