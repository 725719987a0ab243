import type { Series } from '../../contract/admin/series.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import type { Refusal } from '../../ui/forms/posted.ts'
import { counted } from '../../ui/parts/words.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { showUndo } from '../parts/show-undo.tsx'
import { seriesValues, writtenSeries } from './series-values.ts'

/** Asks first, and can be taken back: as a new series that goes on after the windows that have their records. */
export function RemoveSeries({
  series,
  onChanged,
  onClose,
}: {
  series: Series
  onChanged: () => void
  onClose: () => void
}) {
  const { id, title, version, open_records } = series
  async function remove(): Promise<Refusal | undefined> {
    const removed = await callAccount('POST /api/admin/series/:id/remove', { id, version })
    onChanged()
    if (removed.kind === 'refused') return removed
    // Begun anew it would make records a second time for windows that have theirs.
    if (open_records.length > 0) return undefined
    showUndo(`The series “${title}” is removed.`, async () => {
      const again = await callAccount(
        'POST /api/admin/series',
        writtenSeries(seriesValues(series), series.content),
      )
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
        No more maintenance is made of it.{' '}
        {open_records.length > 0
          ? `${counted(open_records.length, 'window')} that ${open_records.length === 1 ? 'is' : 'are'} published already ${open_records.length === 1 ? 'stays' : 'stay'}: cancel or postpone them one by one. This cannot be undone; pausing can.`
          : 'You can undo it for a moment.'}
      </p>
    </ConfirmDialog>
  )
}
