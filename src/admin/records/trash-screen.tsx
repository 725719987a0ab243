import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { TrashedThing } from '../../contract/admin/record-lists.ts'
import { TRASH_DAYS } from '../../domain/newsroom/record-list.ts'
import { DAY_MS } from '../../domain/time.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { counted } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { useNow } from '../../ui/times/use-now.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Pager } from '../parts/pager.tsx'
import { recordKindName } from '../parts/record-words.ts'
import { useQuery } from '../parts/use-query.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { Screen } from '../shell/screen.tsx'
import styles from './records-table.module.css'

export function TrashScreen() {
  const { page } = useQuery([])
  const { called, isStale, reload } = useStaffAnswer('GET /api/admin/trash', {
    input: page > 0 ? { page } : {},
    because: '',
  })
  const [doomed, setDoomed] = useState<TrashedThing>()
  const navigate = useNavigate()

  async function restore({ id, is_whole }: TrashedThing) {
    const restored = await callAccount('POST /api/admin/trash/:id/restore', { id })
    if (restored.kind === 'refused') {
      showToast(restored.message, { isProblem: true })
      return reload()
    }
    await navigate(`/admin/records/${restored.answer.data.record_id}`)
    showToast(is_whole ? 'Restored as a draft.' : 'Restored as unpublished changes.')
  }
  return (
    <Screen
      title="Trash"
      back={{ to: '/admin/records', words: 'Records' }}
      lead={`Discarded drafts and changes stay here for ${TRASH_DAYS} days. Readers never see them.`}
    >
      <Loaded called={called} onRetry={reload} lines={8}>
        {({ data, current_page, total_pages }) => (
          <>
            <DataTable
              label="Trash"
              rows={data}
              rowKey={({ id }) => id}
              columns={COLUMNS}
              isStale={isStale}
              empty={<EmptyState title="The trash is empty" />}
              actions={(thing) => (
                <>
                  {thing.can_restore && (
                    <BusyButton
                      onPress={() => restore(thing)}
                      busyWords="Restoring…"
                      label={`Restore ${titleOf(thing)}`}
                    >
                      Restore
                    </BusyButton>
                  )}
                  {thing.can_delete && (
                    <button
                      type="button"
                      className="button danger"
                      aria-label={`Delete ${titleOf(thing)} for good`}
                      onClick={() => setDoomed(thing)}
                    >
                      Delete for good…
                    </button>
                  )}
                </>
              )}
            />
            <Pager current={current_page} total={total_pages} />
          </>
        )}
      </Loaded>
      {doomed !== undefined && (
        <ConfirmDialog
          question={`Delete “${titleOf(doomed)}” for good?`}
          yes="Delete for good"
          busyYes="Deleting…"
          onYes={async () => {
            const called = await callAccount('POST /api/admin/trash/:id/delete', { id: doomed.id })
            if (called.kind === 'refused') return called
            showToast('Deleted for good.')
            reload()
            return undefined
          }}
          onClose={() => setDoomed(undefined)}
        >
          <p>This can’t be undone. The audit log keeps the beginning of what was discarded.</p>
        </ConfirmDialog>
      )}
    </Screen>
  )
}

function titleOf({ title }: TrashedThing) {
  return title || 'Untitled'
}

const COLUMNS: Column<TrashedThing>[] = [
  {
    head: 'Title',
    isName: true,
    cell: (thing) => (
      <>
        <span dir="auto">{titleOf(thing)}</span>
        <span className={styles.kind}>
          {recordKindName(thing)}, no. {thing.record_id}
          {!thing.is_whole && ', unpublished changes'}
        </span>
      </>
    ),
  },
  { head: 'Discarded by', cell: ({ trashed_by }) => trashed_by ?? 'A program or a deleted account' },
  {
    head: 'Discarded',
    isNarrow: true,
    cell: ({ trashed_at }) => <Moment at={trashed_at} precision="minute" />,
  },
  { head: 'Deleted in', isNarrow: true, cell: (thing) => <DaysLeft until={thing.deleted_at} /> },
]

function DaysLeft({ until }: { until: string }) {
  const now = useNow()
  if (now === undefined) return null
  const days = Math.ceil((Date.parse(until) - now.getTime()) / DAY_MS)
  return <>{days <= 0 ? 'Less than an hour' : counted(days, 'day')}</>
}
