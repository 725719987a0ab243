import { type KeyboardEvent, useEffect, useEffectEvent } from 'react'
import type { ComplianceRow, ComplianceRowValues } from '../../../../contract/admin/site/pages.ts'
import { CrossButton } from '../../../../ui/parts/cross-button.tsx'
import { showToast } from '../../../../ui/toast/toast.ts'
import { showUndo } from '../../../parts/show-undo.tsx'
import { ConflictView } from '../../conflict/conflict-view.tsx'
import type { FieldSpec } from '../../form/field-spec.ts'
import { type FormSaveOutcome, useEditing, type Versioned } from '../../form/use-editing.ts'
import { createRow, listRows, removeRow, saveRow } from '../../noun/noun-calls.ts'
import styles from './compliance-part.module.css'

const PATH = 'compliance-rows'

export function ComplianceRowForm({
  row,
  reload,
  onDirty,
}: {
  row: ComplianceRow
  reload: () => void
  onDirty: (id: number, isDirty: boolean) => void
}) {
  const { id } = row
  const editing = useEditing<ComplianceRowValues>({ start: versioned(row), save })
  const { values, isDirty, isBusy } = editing
  useReportDirty(id, isDirty, onDirty)

  async function save(
    sent: ComplianceRowValues,
    version: number | string,
  ): Promise<FormSaveOutcome<ComplianceRowValues>> {
    const before = editing.base
    const saved = await saveRow(PATH, { id, version: Number(version) }, sent)
    if (saved.kind === 'refused') return saved.status === 409 ? readTheirs(id) : saved
    showUndo(`${saved.data.description} was saved.`, async () => {
      const undone = await saveRow(PATH, { id, version: saved.data.version }, before)
      reload()
      return undone.kind === 'refused' ? undone : undefined
    })
    reload()
    return { kind: 'saved', now: versioned(saved.data) }
  }

  async function remove() {
    const removed = await removeRow(PATH, { id, version: Number(editing.version) })
    reload()
    if (removed.kind === 'refused') {
      showToast(removed.message, { isProblem: true })
      return
    }
    showUndo(`${row.description} was removed.`, async () => {
      const again = await createRow(PATH, versioned(row).values, { id, position: row.position })
      reload()
      return again.kind === 'refused' ? again : undefined
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isDirty) return
    event.preventDefault()
    editing.discard()
  }

  if (editing.theirs !== undefined) return <ConflictView editing={editing} fields={FIELDS} />
  const wrong = Object.values(editing.problem?.errors ?? {})
  const problems = wrong.length > 0 ? wrong : editing.problem === undefined ? [] : [editing.problem.message]
  return (
    <form
      ref={editing.form}
      className={styles.row}
      data-dirty={isDirty ? '' : undefined}
      aria-label={row.description}
      noValidate
      onSubmit={editing.onSubmit}
      onKeyDown={onKeyDown}
    >
      <div className={styles.line}>
        <Cells values={values} errorOf={editing.errorOf} onChange={editing.set} />
        <CrossButton className={styles.remove} label={`Remove ${row.description}`} onPress={remove} />
      </div>
      {problems.map((problem) => (
        <p key={problem} className={styles.error} role="alert">
          {problem}
        </p>
      ))}
      {isDirty && (
        <div className={styles.buttons}>
          <button type="submit" className="button primary" aria-disabled={isBusy || undefined}>
            {isBusy ? 'Saving…' : 'Save'}
          </button>
          <button type="button" className="button" onClick={editing.discard}>
            Discard
          </button>
        </div>
      )}
    </form>
  )
}

/** The page has one guard for all rows. */
export function useReportDirty(
  id: number,
  isDirty: boolean,
  onDirty: (id: number, isDirty: boolean) => void,
) {
  const report = useEffectEvent(onDirty)
  useEffect(() => {
    report(id, isDirty)
    return () => report(id, false)
  }, [id, isDirty])
}

export function Cells({
  values,
  errorOf,
  onChange,
}: {
  values: Pick<ComplianceRowValues, 'description' | 'date_text'>
  errorOf: (field: string) => string | undefined
  onChange: (field: 'description' | 'date_text', value: string) => void
}) {
  return (
    <div className={styles.cells}>
      <input
        type="text"
        aria-label="Description"
        aria-invalid={errorOf('description') === undefined ? undefined : true}
        maxLength={500}
        placeholder="Description"
        autoComplete="off"
        value={values.description}
        onChange={(event) => onChange('description', event.currentTarget.value)}
      />
      <input
        type="text"
        aria-label="Estimated date"
        aria-invalid={errorOf('date_text') === undefined ? undefined : true}
        maxLength={100}
        placeholder="2026-09-30, or Q3 2026"
        autoComplete="off"
        value={values.date_text}
        onChange={(event) => onChange('date_text', event.currentTarget.value)}
      />
    </div>
  )
}

async function readTheirs(id: number): Promise<FormSaveOutcome<ComplianceRowValues>> {
  const read = await listRows(PATH)
  if (read.kind === 'refused') return read
  const theirs = read.data.find((each) => each.id === id)
  if (theirs === undefined)
    return { kind: 'refused', message: 'Someone else has removed this row.', errors: {} }
  return { kind: 'conflict', theirs: versioned(theirs) }
}

function versioned({
  cloud_id,
  description,
  date_text,
  version,
}: ComplianceRow): Versioned<ComplianceRowValues> {
  return { values: { cloud_id, description, date_text }, version }
}

const FIELDS: FieldSpec<ComplianceRowValues>[] = [
  { kind: 'text', name: 'description', label: 'Description' },
  { kind: 'text', name: 'date_text', label: 'Estimated date' },
]
