import { useNavigate, useParams } from 'react-router'
import type { Schedule } from '../../../../contract/admin/site/schedules.ts'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { useStaffAnswer } from '../../../parts/use-staff-answer.ts'
import { FilterRow } from '../../frame/filter-row.tsx'
import { SiteScreenFrame } from '../../frame/site-screen-frame.tsx'
import { useRows } from '../../noun/use-rows.ts'
import { ScheduleForm } from './schedule-form.tsx'

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
