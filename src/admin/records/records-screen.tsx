import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminRecord } from '../../contract/admin/record-content.ts'
import { can } from '../../domain/access.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { ActionMenu } from '../parts/action-menu.tsx'
import { downloadByPost } from '../parts/download-by-post.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Pager } from '../parts/pager.tsx'
import { doneWords } from '../parts/use-approval.tsx'
import { useChoices } from '../parts/use-choices.ts'
import { useQuery } from '../parts/use-query.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { Screen } from '../shell/screen.tsx'
import { useStaff } from '../shell/staff.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ResolveDialog } from './life/resolve-dialog.tsx'
import { UpdateDialog } from './life/update-dialog.tsx'
import { RecordFilterBar, SortSelect } from './record-filter-bar.tsx'
import { CLEARED, filterInput, isListFiltered, LIST_PARAMETERS, recordsInput } from './record-filters.ts'
import { newRecordPath, newRecordWords, sortsFor } from './record-sorts.ts'
import styles from './records-screen.module.css'
import type { RecordStep } from './records-table.tsx'
import { RecordsTable } from './records-table.tsx'
import { SavedViews, useViews } from './saved-views.tsx'
import { useSelectedRecords } from './use-selected-records.ts'

/** Z-02: records in any state; filters are in the address. */
export function RecordsScreen() {
  const { roles } = useStaff()
  const { query, change, page } = useQuery(LIST_PARAMETERS)
  const isFiltered = isListFiltered(query)
  const views = useViews(query)
  const { choices, names } = useChoices()
  const { called, isStale, reload } = useStaffAnswer('GET /api/admin/records', {
    input: recordsInput(query, page),
    because: '',
  })
  const selected = useSelectedRecords(JSON.stringify(filterInput(query)))
  const [step, setStep] = useState<RecordStep>()
  const total = called?.kind === 'done' ? called.answer.total : undefined

  function onDone(record: AdminRecord) {
    const { title } = record.content
    showToast(doneWords(record, step?.kind === 'resolve' ? `Resolved: ${title}` : `Update posted: ${title}`))
    setStep(undefined)
    reload()
  }
  function clear() {
    // Without any parameter, the default view would come back.
    const hasDefault = views.views?.some(({ is_default }) => is_default) ?? false
    change({ ...CLEARED, view: hasDefault ? 'all' : '' })
  }
  function download(format: 'csv' | 'json') {
    const body = { ...filterInput(query), format }
    void downloadByPost('/api/admin/records/export', { body, name: 'records', ending: format })
  }

  return (
    <Screen
      title="Records"
      actions={
        <>
          <NewRecordMenu />
          <Link to="/admin/records/trash" className="button">
            Trash
          </Link>
        </>
      }
    >
      <RecordFilterBar
        query={query}
        change={change}
        choices={choices}
        names={names}
        onClear={clear}
        total={total}
      />
      <div className={styles.tools}>
        <SavedViews {...views} />
        <SortSelect query={query} change={change} />
        <ActionMenu words="Export">
          <button type="button" onClick={() => download('csv')}>
            As CSV
          </button>
          <button type="button" onClick={() => download('json')}>
            As JSON
          </button>
        </ActionMenu>
      </div>
      <Loaded called={called} onRetry={reload} lines={10}>
        {({ data, current_page, total_pages }) => (
          <div className={styles.found}>
            {data.length === 0 ? (
              <NoRecords isFiltered={isFiltered} onClear={clear} />
            ) : (
              <RecordsTable
                rows={data}
                names={names}
                isStale={isStale}
                sort={query.sort}
                selected={can(roles, 'edit-records') ? selected : undefined}
                onStep={setStep}
              />
            )}
            <BulkBar selected={selected} total={total ?? 0} query={query} choices={choices} onDone={reload} />
            <Pager current={current_page} total={total_pages} />
          </div>
        )}
      </Loaded>
      {step?.kind === 'update' && (
        <UpdateDialog record={step.record} onDone={onDone} onClose={() => setStep(undefined)} />
      )}
      {step?.kind === 'resolve' && (
        <ResolveDialog record={step.record} onDone={onDone} onClose={() => setStep(undefined)} />
      )}
    </Screen>
  )
}

function NoRecords({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return <EmptyState title="Nothing has been written yet" />
  return (
    <EmptyState
      title="No records match"
      action={
        <button type="button" className="button" onClick={onClear}>
          Clear all filters
        </button>
      }
    >
      <p>Try fewer words or another filter.</p>
    </EmptyState>
  )
}

/** Z-05 */
function NewRecordMenu() {
  const { roles } = useStaff()
  const sorts = sortsFor(roles)
  // The new incident button above is the urgent one.
  const look = can(roles, 'edit-incidents') ? 'plain' : 'primary'
  const [only] = sorts
  if (only === undefined) return null
  if (sorts.length === 1) {
    return (
      <Link to={newRecordPath(only)} className="button primary">
        {newRecordWords(only)}
      </Link>
    )
  }
  return (
    <ActionMenu words="New record" look={look}>
      {sorts.map((sort) => (
        <Link key={sort.many} to={newRecordPath(sort)}>
          {sort.one}
        </Link>
      ))}
    </ActionMenu>
  )
}
