import { Link } from 'react-router'
import type { RecordRow } from '../../contract/admin/records.ts'
import { SeverityBadge, StatusBadge } from '../../ui/parts/badge.tsx'
import { shortened } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { RecordStateChip } from '../parts/record-state-chip.tsx'
import { recordKindName } from '../parts/record-words.ts'
import type { ChoiceNames } from '../parts/use-choices.ts'
import { RecordActions } from './record-actions.tsx'
import type { RecordStep } from './record-step.ts'
import styles from './records-table.module.css'

const CLOUDS_NAMED = 2

export function RecordsTable({
  rows,
  names,
  isStale,
  onStep,
}: {
  rows: readonly RecordRow[]
  /** Not there yet: numbers stand for nothing. */
  names: ChoiceNames | undefined
  isStale: boolean
  onStep: (step: RecordStep) => void
}) {
  return (
    <DataTable
      label="Records"
      rows={rows}
      rowKey={({ id }) => id}
      columns={columnsOf(names)}
      isStale={isStale}
      actions={(record) => <RecordActions record={record} names={names} onStep={onStep} />}
    />
  )
}

function columnsOf(names: ChoiceNames | undefined): Column<RecordRow>[] {
  return [
    {
      head: 'Title',
      isName: true,
      cell: (record) => (
        <>
          <Link to={`/admin/records/${record.id}`} className={styles.title} dir="auto">
            {record.title || 'Without a title'}
          </Link>
          <span className={styles.kind}>
            {recordKindName(record)}, no. {record.id}
            {isPlainlyPublished(record) && ', published'}
          </span>
        </>
      ),
    },
    {
      head: 'Status',
      isPlainOnCards: true,
      cell: (record) => (
        <div className={styles.marks}>
          {!isPlainlyPublished(record) && <RecordStateChip record={record} />}
          {names !== undefined && <StatusBadge status={names.status(record.status_id)} />}
          {record.kind !== 'notification' && (
            <SeverityBadge tid={record.severity_tid} name={names?.severity(record.severity_tid)} />
          )}
        </div>
      ),
    },
    {
      head: 'Clouds',
      cell: ({ clouds }) => names !== undefined && shortened(clouds.map(names.cloud), CLOUDS_NAMED),
    },
    {
      head: 'Changed',
      isNarrow: true,
      cell: (record) => (
        <>
          <Moment at={record.updated_on} precision="minute" />
          {record.publish_at !== null && record.state === 'scheduled' && (
            <span className={styles.below}>
              Goes out <Moment at={record.publish_at} precision="minute" />
            </span>
          )}
        </>
      ),
    },
  ]
}

/** The usual case: a word in passing. Everything else is a mark. */
function isPlainlyPublished({ state, has_draft }: RecordRow) {
  return state === 'published' && !has_draft
}
