import { type SubmitEvent, useRef, useState } from 'react'
import type { Refusal } from '../../../../ui/forms/posted.ts'
import { showUndo } from '../../../parts/show-undo.tsx'
import { createRow, removeRow } from '../../noun/noun-calls.ts'
import styles from './compliance-part.module.css'
import { Cells, useDirtyTold } from './compliance-row-form.tsx'

/** Of no row that is there. */
const NO_ID = 0
const EMPTY = { description: '', date_text: '' }

/** Adds to the end of the table, one row after the other: after each the first cell has the focus again. */
export function NewComplianceRow({
  cloudId,
  reload,
  onDirty,
}: {
  cloudId: number | null
  reload: () => void
  onDirty: (id: number, isDirty: boolean) => void
}) {
  const [values, setValues] = useState(EMPTY)
  const [problem, setProblem] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useDirtyTold(NO_ID, values.description !== '' || values.date_text !== '', onDirty)

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const added = await createRow('compliance-rows', { ...values, cloud_id: cloudId })
    setBusy(false)
    setProblem(added.kind === 'refused' ? added : undefined)
    form.current?.querySelector('input')?.focus()
    if (added.kind === 'refused') return
    setValues(EMPTY)
    reload()
    const { id, version, description } = added.data
    showUndo(`${description} was added.`, async () => {
      const removed = await removeRow('compliance-rows', { id, version })
      reload()
      return removed.kind === 'refused' ? removed : undefined
    })
  }

  const wrong = Object.values(problem?.errors ?? {})
  const lines = wrong.length > 0 ? wrong : problem === undefined ? [] : [problem.message]
  return (
    <form ref={form} className={styles.new} aria-label="New row" noValidate onSubmit={onSubmit}>
      <h2>New row</h2>
      <Cells
        values={values}
        errorOf={(field) => problem?.errors[field]}
        onChange={(field, value) => setValues((before) => ({ ...before, [field]: value }))}
      />
      {lines.map((line) => (
        <p key={line} className={styles.error} role="alert">
          {line}
        </p>
      ))}
      <div className={styles.buttons}>
        <button type="submit" className="button primary" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Adding…' : 'Add row'}
        </button>
      </div>
    </form>
  )
}
