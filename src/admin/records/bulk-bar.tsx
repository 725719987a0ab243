import { useState } from 'react'
import type { Choices } from '../../contract/admin/choices.ts'
import { BULK_AT_MOST } from '../../domain/newsroom/record-list.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { counted } from '../../ui/parts/words.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import styles from './bulk-bar.module.css'
import { BulkDialog } from './bulk-dialog.tsx'
import { filterInput, type RecordQuery } from './record-filters.ts'
import { RetagDialog } from './retag-dialog.tsx'
import type { SelectedRecords } from './use-selected-records.ts'

type OpenDialog = 'archive' | 'discard' | 'retag'

export function BulkBar({
  selected,
  total,
  query,
  choices,
  onDone,
}: {
  selected: SelectedRecords
  total: number
  query: RecordQuery
  choices: Choices | undefined
  onDone: () => void
}) {
  const [open, setOpen] = useState<OpenDialog>()
  const { records } = selected
  if (records.length === 0) return null

  async function selectAll() {
    const called = await callAccount('GET /api/admin/records/selection', filterInput(query))
    if (called.kind === 'refused') showToast(called.message, { isProblem: true })
    else selected.select(called.answer.data)
  }
  const dialog = {
    records,
    onClose: () => setOpen(undefined),
    onDone() {
      selected.clear()
      onDone()
    },
  }
  const isMore = total > records.length && records.length < BULK_AT_MOST
  return (
    <section className={styles.bar} aria-label="Selected records">
      <p role="status">
        <strong>{counted(records.length, 'record')} selected</strong>
        {total > BULK_AT_MOST && records.length === BULK_AT_MOST && (
          <>
            , the first of {total.toLocaleString('en-US')}. You can change up to {BULK_AT_MOST} at once
          </>
        )}
      </p>
      <div className={styles.acts}>
        <button type="button" className="button" onClick={() => setOpen('archive')}>
          Archive…
        </button>
        <button type="button" className="button" onClick={() => setOpen('discard')}>
          Discard drafts…
        </button>
        <button type="button" className="button" onClick={() => setOpen('retag')}>
          Retag…
        </button>
        {isMore && (
          <BusyButton onPress={selectAll} busyWords="Selecting…">
            {total > BULK_AT_MOST
              ? `Select the first ${BULK_AT_MOST} of ${total.toLocaleString('en-US')}`
              : `Select all ${total.toLocaleString('en-US')} that match`}
          </BusyButton>
        )}
        <button type="button" className="button" onClick={selected.clear}>
          Clear selection
        </button>
      </div>
      {(open === 'archive' || open === 'discard') && <BulkDialog act={open} {...dialog} />}
      {open === 'retag' && <RetagDialog choices={choices} {...dialog} />}
    </section>
  )
}
