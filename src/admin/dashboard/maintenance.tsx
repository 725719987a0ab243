import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { RecordRow } from '../../contract/admin/records.ts'
import { can } from '../../domain/access.ts'
import type { Tone } from '../../ui/parts/tone.ts'
import { shortened } from '../../ui/parts/words.ts'
import { ageWords } from '../../ui/times/age-words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { DueMark } from '../parts/due-mark.tsx'
import { useStaff } from '../shell/staff.ts'
import styles from './desk.module.css'
import type { DeskPart } from './desk.tsx'
import { DeskRow, DeskRows, handoverOf, peopleAt } from './desk-row.tsx'
import { DeskSection, Quiet } from './desk-section.tsx'
import { type MaintenanceProgress, maintenanceProgress } from './maintenance-progress.ts'

export function Maintenance({ dashboard, names, onStep, onChanged }: DeskPart) {
  const { maintenance, maintenance_until, now } = dashboard
  const { roles } = useStaff()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? maintenance : maintenance.slice(0, SHOWN_AT_FIRST)
  const hidden = maintenance.length - shown.length
  return (
    <DeskSection
      title="Maintenance"
      count={maintenance.length}
      more={
        can(roles, 'edit-maintenance') ? (
          <Link to="/admin/records/new?kind=maintenance">Schedule maintenance</Link>
        ) : (
          <Link to="/admin/records?kind=maintenance">All maintenance</Link>
        )
      }
    >
      {maintenance.length === 0 ? (
        <Quiet>
          Nothing planned until <Moment at={maintenance_until} precision="minute" />.
        </Quiet>
      ) : (
        <DeskRows>
          {shown.map((record) => {
            const progress = maintenanceProgress(record, now)
            return (
              <DeskRow
                key={record.id}
                record={record}
                tone={TONES[progress.kind]}
                word={names.status(record.status_id)}
                facts={[
                  shortened(record.clouds.map(names.cloud), CLOUDS_NAMED),
                  <Planned key="planned" record={record} />,
                ]}
                people={peopleAt(dashboard, record.id)}
                handover={handoverOf({ dashboard, onChanged }, record)}
                due={dueOf(progress, record, now)}
                {...(record.can_edit &&
                  progress.kind !== 'ahead' && {
                    actions: (
                      <button
                        type="button"
                        className="button"
                        onClick={() => onStep({ kind: 'update', record })}
                      >
                        Update<span className="hidden"> {record.title}</span>
                      </button>
                    ),
                  })}
              />
            )
          })}
        </DeskRows>
      )}
      {hidden > 0 && (
        <button type="button" className={`button ${styles.more}`} onClick={() => setWhole(true)}>
          Show {hidden} more until <Moment at={maintenance_until} precision="minute" />
        </button>
      )}
    </DeskSection>
  )
}

const CLOUDS_NAMED = 2
export const SHOWN_AT_FIRST = 5
const TONES: Record<MaintenanceProgress['kind'], Tone> = {
  ahead: 'planned',
  late: 'degradation',
  'in-progress': 'planned',
  overrunning: 'degradation',
}

function Planned({ record: { from_time, to_time } }: { record: RecordRow }) {
  if (from_time === null) return <>No window yet</>
  return (
    <>
      <Moment at={from_time} precision="minute" />
      {to_time !== null && (
        <>
          {' to '}
          <Moment at={to_time} after={from_time} precision="minute" />
        </>
      )}
    </>
  )
}

function dueOf({ kind }: MaintenanceProgress, { from_time, to_time }: RecordRow, now: string): ReactNode {
  switch (kind) {
    case 'ahead':
      return from_time === null ? undefined : `Starts in ${ageWords(Date.parse(now), Date.parse(from_time))}.`
    case 'late':
      return from_time === null ? undefined : <DueMark at={from_time} what="Beginning" now={now} />
    case 'in-progress':
      return to_time === null ? undefined : `Ends in ${ageWords(Date.parse(now), Date.parse(to_time))}.`
    case 'overrunning':
      return to_time === null ? undefined : <DueMark at={to_time} what="End" now={now} />
  }
}
