import type { Schedule, ScheduleRowValues } from '../../../../contract/admin/site/schedules.ts'
import { callAccount } from '../../../../ui/account/call-account.ts'
import { showUndo } from '../../../parts/show-undo.tsx'
import type { FieldSpec } from '../../form/field-spec.ts'
import { SpecForm } from '../../form/spec-form.tsx'
import { UnsavedGuard } from '../../form/unsaved-guard.tsx'
import { type FormSaveOutcome, useEditing } from '../../form/use-editing.ts'
import { ScheduleGrid } from './schedule-grid.tsx'

interface Values {
  rows: ScheduleRowValues[]
}

export function ScheduleForm({
  schedule,
  cloud,
  reload,
}: {
  schedule: Schedule
  cloud: string
  reload: () => void
}) {
  const id = schedule.cloud_id
  const editing = useEditing<Values>({
    start: { values: { rows: schedule.rows }, version: schedule.version },
    save,
  })

  async function save({ rows }: Values, version: number | string): Promise<FormSaveOutcome<Values>> {
    const before = editing.base.rows
    const saved = await callSave(rows, String(version))
    if (saved.kind === 'refused') return saved.status === 409 ? readTheirs() : saved
    const now = saved.answer.data
    showUndo(`The schedule of ${cloud} was saved.`, async () => {
      const undone = await callSave(before, now.version)
      reload()
      return undone.kind === 'refused' ? undone : undefined
    })
    reload()
    return { kind: 'saved', now: { values: { rows: now.rows }, version: now.version } }
  }

  function callSave(rows: ScheduleRowValues[], version: string) {
    return callAccount('POST /api/admin/site/schedules/:cloud', { cloud: id, version, rows })
  }

  async function readTheirs(): Promise<FormSaveOutcome<Values>> {
    const read = await callAccount('GET /api/admin/site/schedules', {})
    if (read.kind === 'refused') return read
    const theirs = read.answer.data.find((each) => each.cloud_id === id)
    if (theirs === undefined) return { kind: 'refused', message: 'This cloud no longer exists.', errors: {} }
    return { kind: 'conflict', theirs: { values: { rows: theirs.rows }, version: theirs.version } }
  }

  const fields: FieldSpec<Values>[] = [
    {
      kind: 'own',
      name: 'rows',
      label: 'Table',
      words: ({ rows }) => rows.map(wordsOfRow).join('\n') || '(no rows)',
      render: ({ values: { rows }, set, error }) => (
        <ScheduleGrid
          label={`Update schedule of ${cloud}`}
          rows={rows}
          error={error}
          errors={editing.problem?.errors ?? {}}
          onChange={(next) => set('rows', next)}
        />
      ),
    },
  ]
  return (
    <>
      <UnsavedGuard isDirty={editing.isDirty} />
      <SpecForm label={`Update schedule of ${cloud}`} editing={editing} fields={fields} />
    </>
  )
}

function wordsOfRow({ title, cells }: ScheduleRowValues) {
  return `${title}: ${cells.map(({ value }) => value || '–').join(' | ')}`
}
