import { useId } from 'react'
import type { ListResponse } from '../../contract/records.ts'
import styles from './schedule-table.module.css'
import { ScrollingTable } from './scrolling-table.tsx'

type Schedule = NonNullable<ListResponse['maintenanceSchedule']>

/** L-07: when which region is updated, by weekday. */
export function ScheduleTable({ schedule }: { schedule: Schedule }) {
  const titleId = useId()
  return (
    <div className={styles.schedule}>
      <h2 id={titleId}>Service Update Schedule (UTC)</h2>
      <ScrollingTable labelledBy={titleId}>
        <thead>
          <tr>
            <th scope="col">Region</th>
            {schedule.days.map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {schedule.regions.map((region) => (
            <tr key={region.title}>
              <th scope="row">{region.title}</th>
              {schedule.days.map((day, index) => (
                <td key={day}>{region.data[index]?.value ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </div>
  )
}
