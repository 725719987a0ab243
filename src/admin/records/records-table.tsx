import { Link, useLocation, useNavigate } from 'react-router'
import type { RecordRow } from '../../contract/admin/records.ts'
import type { RecordOrder } from '../../domain/newsroom/record-list.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { SeverityBadge, StatusBadge } from '../../ui/parts/badge.tsx'
import { shortened } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { ActionMenu } from '../parts/action-menu.tsx'
import { type Column, type ColumnSort, DataTable } from '../parts/data-table.tsx'
import { RecordStateChip } from '../parts/record-state-chip.tsx'
import { recordKindName } from '../parts/record-words.ts'
import type { ChoiceNames } from '../parts/use-choices.ts'
import { columnSort } from './record-filters.ts'
import styles from './records-table.module.css'
import type { SelectedRecords } from './use-selected-records.ts'

const CLOUDS_NAMED = 2

export function RecordsTable({
  rows,
  names,
  isStale,
  sort,
  selected,
  onStep,
}: {
  rows: readonly RecordRow[]
  /** Undefined until loaded; ids are then left out. */
  names: ChoiceNames | undefined
  isStale: boolean
  sort: string
  /** Absent if the user can't edit records. */
  selected: SelectedRecords | undefined
  onStep: (step: RecordStep) => void
}) {
  const { search } = useLocation()
  return (
    <div className={styles.dense}>
      <DataTable
        label="Records"
        rows={rows}
        rowKey={({ id }) => id}
        columns={columnsOf(names, (order) => columnSort(order, { search, sort }))}
        selection={selected?.onPage(rows)}
        isStale={isStale}
        actions={(record) => <RecordActions record={record} names={names} onStep={onStep} />}
      />
    </div>
  )
}

function columnsOf(
  names: ChoiceNames | undefined,
  sortBy: (order: RecordOrder) => ColumnSort,
): Column<RecordRow>[] {
  return [
    {
      head: 'Title',
      isName: true,
      sort: sortBy('title'),
      cell: (record) => (
        <>
          <Link to={`/admin/records/${record.id}`} className={styles.title} dir="auto">
            {record.title || 'Untitled'}
          </Link>
          <span className={styles.kind}>
            {recordKindName(record)}, no. {record.id}
            {isPlainlyPublished(record) && ', published'}
          </span>
          {names !== undefined && record.clouds.length > 0 && (
            <span className={styles.kind}>{shortened(record.clouds.map(names.cloud), CLOUDS_NAMED)}</span>
          )}
        </>
      ),
    },
    {
      head: 'Status',
      isPlainOnCards: true,
      sort: sortBy('state'),
      cell: (record) => (
        <div className={styles.marks}>
          {!isPlainlyPublished(record) && <RecordStateChip record={record} />}
          {names !== undefined && <StatusBadge status={names.status(record.status_id)} />}
        </div>
      ),
    },
    {
      head: 'Severity',
      isPlainOnCards: true,
      sort: sortBy('severity'),
      cell: (record) =>
        record.kind !== 'notification' && (
          <SeverityBadge tid={record.severity_tid} name={names?.severity(record.severity_tid)} />
        ),
    },
    {
      head: 'Start',
      isRoomy: true,
      sort: sortBy('start'),
      cell: ({ from_time, next_update, closed_on }) => (
        <div className={styles.times}>
          {from_time !== null && <Moment at={from_time} precision="minute" />}
          {next_update !== null && closed_on === null && (
            <span className={styles.below}>
              Next update <Moment at={next_update} precision="minute" />
            </span>
          )}
        </div>
      ),
    },
    {
      head: 'Changed',
      sort: sortBy('changed'),
      cell: (record) => (
        <div className={styles.times}>
          <Moment at={record.updated_on} precision="minute" />
          {record.publish_at !== null && record.state === 'scheduled' && (
            <span className={styles.below}>
              Publishes <Moment at={record.publish_at} precision="minute" />
            </span>
          )}
        </div>
      ),
    },
  ]
}

function isPlainlyPublished({ state, has_draft }: RecordRow) {
  return state === 'published' && !has_draft
}

function RecordActions({
  record,
  names,
  onStep,
}: {
  record: RecordRow
  names: ChoiceNames | undefined
  onStep: (step: RecordStep) => void
}) {
  const navigate = useNavigate()
  if (!record.can_edit) return null
  const isOpen = record.state === 'published' && names?.isClosed(record.status_id) === false
  const hasSteps = isOpen && record.kind !== 'notification'

  async function copy() {
    const called = await callAccount('POST /api/admin/records/:id/copy', { id: record.id })
    if (called.kind === 'refused') {
      showToast(called.message, { isProblem: true })
      return
    }
    await navigate(`/admin/records/${called.answer.data.id}`)
    showToast('Copied. This is the new draft.')
  }

  return (
    <div className={styles.acts}>
      {hasSteps && (
        <button type="button" className="button" onClick={() => onStep({ kind: 'update', record })}>
          Update<span className="hidden"> {record.title}</span>
        </button>
      )}
      <ActionMenu words="More" label={`More for ${record.title || 'the record without a title'}`}>
        <Link to={`/admin/records/${record.id}`}>
          {record.state === 'published' ? 'Edit' : 'Continue writing'}
        </Link>
        {hasSteps && (
          <button type="button" onClick={() => onStep({ kind: 'resolve', record })}>
            {RESOLVE_WORDS[record.kind]}
          </button>
        )}
        <button type="button" onClick={() => void copy()}>
          Copy into a new draft
        </button>
      </ActionMenu>
    </div>
  )
}

const RESOLVE_WORDS: Record<RecordRow['kind'], string> = {
  incident: 'Resolve',
  maintenance: 'Complete',
  advisory: 'Mark as remediated',
  notification: 'Close',
}

export interface RecordStep {
  kind: 'update' | 'resolve'
  record: RecordRow
}
