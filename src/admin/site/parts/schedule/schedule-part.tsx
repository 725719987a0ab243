import { useNavigate, useParams } from 'react-router'
import type { Schedule, ScheduleRowValues } from '../../../../contract/admin/site/schedules.ts'
import { callAccount } from '../../../../ui/account/call-account.ts'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { showUndo } from '../../../parts/show-undo.tsx'
import { useStaffAnswer } from '../../../parts/use-staff-answer.ts'
import type { FieldSpec } from '../../form/field-spec.ts'
import { SpecForm } from '../../form/spec-form.tsx'
import { UnsavedGuard } from '../../form/unsaved-guard.tsx'
import { type FormSaveOutcome, useEditing } from '../../form/use-editing.ts'
import { FilterRow } from '../../frame/filter-row.tsx'
import { SiteScreenFrame } from '../../frame/site-screen-frame.tsx'
import { useRows } from '../../noun/use-rows.ts'
import { ScheduleGrid } from './schedule-grid.tsx'

/** L-07: update times by region and weekday, for each cloud. */
export function SchedulePart() {
  const { id } = useParams()
  const navigate = useNavigate()
  const { rows: clouds } = useRows('clouds')
  const { called, reload } = useStaffAnswer('GET /api/admin/site/schedules', { input: {}, because: '' })
  return (
    <SiteScreenFrame
      title="Update schedule"
      lead="The table “Service Update Schedule (UTC)” below a cloud’s maintenance list. It is hidden while it has no rows."
    >
      <Loaded called={called} onRetry={reload}>
        {({ data }) => {
          const shown = chosen(data, id)
          if (shown === undefined) return <EmptyState title="There is no such cloud." />
          return (
            <>
              <FilterRow>
                <SelectField
                  name="cloud"
                  label="Cloud"
                  value={shown.cloud_id}
                  onPick={(picked) => navigate(`/admin/site/schedule/${picked}`)}
                >
                  {data.map((schedule) => (
                    <option key={schedule.cloud_id} value={schedule.cloud_id}>
                      {clouds.find((cloud) => cloud.id === schedule.cloud_id)?.title ??
                        `Cloud ${schedule.cloud_id}`}
                    </option>
                  ))}
                </SelectField>
              </FilterRow>
              <ScheduleForm
                key={shown.cloud_id}
                schedule={shown}
                cloud={clouds.find((cloud) => cloud.id === shown.cloud_id)?.title ?? ''}
                reload={reload}
              />
            </>
          )
        }}
      </Loaded>
    </SiteScreenFrame>
  )
}

function chosen(schedules: readonly Schedule[], id: string | undefined): Schedule | undefined {
  if (id !== undefined) return schedules.find((schedule) => String(schedule.cloud_id) === id)
  return schedules.find(({ rows }) => rows.length > 0) ?? schedules[0]
}

interface Values {
  rows: ScheduleRowValues[]
}

function ScheduleForm({
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
