import { type SubmitEvent, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Refusal } from '../../../../ui/forms/posted.ts'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { showUndo } from '../../../parts/show-undo.tsx'
import { useChoices } from '../../../parts/use-choices.ts'
import { UnsavedGuard } from '../../form/unsaved-guard.tsx'
import { FilterRow } from '../../frame/filter-row.tsx'
import { SiteScreenFrame } from '../../frame/site-screen-frame.tsx'
import { createRow, removeRow } from '../../noun/noun-calls.ts'
import { useRows } from '../../noun/use-rows.ts'
import { OrderList } from '../../order/order-list.tsx'
import { useOrder } from '../../order/use-order.ts'
import styles from './compliance-part.module.css'
import { Cells, ComplianceRowForm, useReportDirty } from './compliance-row-form.tsx'

/** C-01: edited in place. */
export function CompliancePart() {
  const read = useRows('compliance-rows')
  const { choices } = useChoices()
  const clouds = choices?.clouds ?? []
  const [params, setParams] = useSearchParams()
  const [dirty, setDirty] = useState<ReadonlySet<number>>(new Set())
  const ordered = useOrder('compliance-rows', read.rows, read.reload)
  const tables = [null, ...clouds.map(({ id }) => id)].map((id) => ({
    id,
    title: clouds.find((cloud) => cloud.id === id)?.title ?? 'Every cloud',
    count: read.rows.filter(({ cloud_id }) => cloud_id === id).length,
  }))
  const chosen = tables.find(({ id }) => (id ?? 'every').toString() === params.get('cloud'))
  const cloudId = (chosen ?? tables.find(({ count }) => count > 0))?.id ?? null
  const rows = ordered.rows.filter(({ cloud_id }) => cloud_id === cloudId)

  function onDirty(id: number, isDirty: boolean) {
    setDirty((before) => {
      if (before.has(id) === isDirty) return before
      return new Set(isDirty ? [...before, id] : [...before].filter((each) => each !== id))
    })
  }

  return (
    <SiteScreenFrame
      title="Compliance"
      lead="Features and capabilities with their estimated approval date, in table order."
      actions={
        <Link className="button" to="/admin/site/compliance-texts">
          Text above the table
        </Link>
      }
    >
      <UnsavedGuard isDirty={dirty.size > 0} guardsSearch />
      <FilterRow>
        <SelectField
          name="cloud"
          label="Cloud"
          value={cloudId ?? 'every'}
          onPick={(cloud) => setParams({ cloud }, { replace: true, preventScrollReset: true })}
        >
          {tables.map(({ id, title, count }) => (
            <option key={title} value={id ?? 'every'}>
              {title} ({count})
            </option>
          ))}
        </SelectField>
      </FilterRow>
      <Loaded called={(choices && read.called) as never} onRetry={read.reload}>
        {() => (
          <div className={styles.table}>
            <div className={styles.head} aria-hidden="true">
              <span>Description</span>
              <span>Estimated date</span>
            </div>
            {rows.length === 0 && <p className={styles.none}>No rows.</p>}
            <OrderList
              label="Rows of the table"
              look="fields"
              items={rows.map((row) => ({ id: row.id, name: row.description, row }))}
              onOrder={(ids, { name }) =>
                ordered.order(
                  ids,
                  rows.map(({ id }) => id),
                  `${name} was moved.`,
                )
              }
            >
              {({ row }) => <ComplianceRowForm row={row} reload={read.reload} onDirty={onDirty} />}
            </OrderList>
            <NewComplianceRow cloudId={cloudId} reload={read.reload} onDirty={onDirty} />
          </div>
        )}
      </Loaded>
    </SiteScreenFrame>
  )
}

const NO_ID = 0
const EMPTY = { description: '', date_text: '' }

function NewComplianceRow({
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
  useReportDirty(NO_ID, values.description !== '' || values.date_text !== '', onDirty)

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
