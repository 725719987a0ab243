import { useState } from 'react'
import { Link } from 'react-router'
import type { Series } from '../../contract/admin/series.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import type { Refusal } from '../../ui/forms/posted.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import { counted } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Chip } from '../parts/chip.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { showUndo } from '../parts/show-undo.tsx'
import { ruleWords } from './rule-words.ts'
import styles from './series-rows.module.css'
import { seriesValues, writtenSeries } from './series-values.ts'

export function SeriesRows({ series, onChanged }: { series: readonly Series[]; onChanged: () => void }) {
  const [removed, setRemoved] = useState<Series>()
  return (
    <>
      <ul className={styles.rows}>
        {series.map((one) => (
          <Row key={one.id} series={one} onChanged={onChanged} onRemove={() => setRemoved(one)} />
        ))}
      </ul>
      {removed !== undefined && (
        <RemoveSeries series={removed} onChanged={onChanged} onClose={() => setRemoved(undefined)} />
      )}
    </>
  )
}

function Row({
  series,
  onChanged,
  onRemove,
}: {
  series: Series
  onChanged: () => void
  onRemove: () => void
}) {
  const { id, title, rule, is_active, next_window, next_made_at, open_records, notifies, can_edit, problem } =
    series
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <h2 className={styles.title}>
          {can_edit ? (
            <Link to={`/admin/series/${id}`}>
              <bdi>{title}</bdi>
            </Link>
          ) : (
            title
          )}
          <Chip tone={is_active ? 'up' : 'quiet'}>{is_active ? 'Active' : 'Paused'}</Chip>
        </h2>
        <p>{ruleWords(rule)}</p>
        {problem !== null && (
          <p className={styles.problem}>
            <StateShape tone="disruption" /> Its next record could not be created: {problem}
          </p>
        )}
        <p className={styles.facts}>
          {!is_active && 'No more records are created until it is resumed.'}
          {is_active && next_window === null && 'No windows left.'}
          {is_active && next_window !== null && (
            <>
              Next new window <Moment at={next_window.from_time} precision="minute" />
              {next_made_at !== null && (
                <>
                  , published <Moment at={next_made_at} precision="minute" />{' '}
                  {notifies ? 'with notification' : 'without notification'}
                </>
              )}
            </>
          )}
        </p>
        {open_records.length > 0 && (
          <ul className={styles.records} aria-label={`Windows of ${title} that are published`}>
            {open_records.map((record) => (
              <li key={record.id}>
                <Link to={`/admin/records/${record.id}`}>
                  {record.from_time === null ? (
                    record.title
                  ) : (
                    <Moment at={record.from_time} precision="minute" />
                  )}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      {can_edit && (
        <div className={styles.actions}>
          <PauseButton series={series} onChanged={onChanged} />
          <button type="button" className="button" onClick={onRemove}>
            Remove<span className="hidden"> {title}</span>
          </button>
        </div>
      )}
    </li>
  )
}

function PauseButton({ series, onChanged }: { series: Series; onChanged: () => void }) {
  const { title, is_active } = series
  async function press() {
    const switched = await switchSeries(series, !is_active)
    onChanged()
    if (switched.kind === 'refused') return showToast(switched.message, { isProblem: true })
    return showUndo(is_active ? `“${title}” is paused.` : `“${title}” is resumed.`, async () => {
      const undone = await switchSeries(switched.answer.data, is_active)
      onChanged()
      return undone.kind === 'refused' ? undone : undefined
    })
  }
  return (
    <BusyButton
      onPress={press}
      busyWords={is_active ? 'Pausing…' : 'Resuming…'}
      label={`${is_active ? 'Pause' : 'Resume'} ${title}`}
    >
      {is_active ? 'Pause' : 'Resume'}
    </BusyButton>
  )
}

function switchSeries({ id, version }: Series, isOn: boolean) {
  return isOn
    ? callAccount('POST /api/admin/series/:id/resume', { id, version })
    : callAccount('POST /api/admin/series/:id/pause', { id, version })
}

/** The undo makes a new series that continues after the windows that have records. */
function RemoveSeries({
  series,
  onChanged,
  onClose,
}: {
  series: Series
  onChanged: () => void
  onClose: () => void
}) {
  const { id, title, version, open_records, is_active, made_until } = series
  async function remove(): Promise<Refusal | undefined> {
    const removed = await callAccount('POST /api/admin/series/:id/remove', { id, version })
    onChanged()
    if (removed.kind === 'refused') return removed
    // A new series would create records again for windows that already have them.
    if (open_records.length > 0) return undefined
    showUndo(`The series “${title}” was removed.`, async () => {
      const again = await callAccount('POST /api/admin/series', {
        ...writtenSeries(seriesValues(series), series.content),
        again: { is_active, made_until },
      })
      onChanged()
      return again.kind === 'refused' ? again : undefined
    })
    return undefined
  }
  return (
    <ConfirmDialog
      question={`Remove the series “${title}”?`}
      yes="Remove"
      busyYes="Removing…"
      onYes={remove}
      onClose={onClose}
    >
      <p>
        It creates no more maintenance.{' '}
        {open_records.length > 0
          ? `${counted(open_records.length, 'window')} that ${open_records.length === 1 ? 'is' : 'are'} published already ${open_records.length === 1 ? 'stays' : 'stay'}: cancel or postpone them one by one. This cannot be undone; pausing can.`
          : 'You can undo it for a moment.'}
      </p>
    </ConfirmDialog>
  )
}
