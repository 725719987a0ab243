import { useId } from 'react'
import type { ListResponse } from '../../contract/records.ts'
import { WEEKDAYS } from '../../domain/calendar/day-words.ts'
import { weekdayOf } from '../../domain/calendar/month.ts'
import { dayFromName } from '../../domain/time.ts'
import { ScrollingTable } from '../../ui/parts/scrolling-table.tsx'
import styles from './schedule-table.module.css'

type Schedule = NonNullable<ListResponse['maintenanceSchedule']>

/** L-07: update times by region and weekday, with today highlighted. */
export function ScheduleTable({ schedule, today }: { schedule: Schedule; today: string }) {
  const titleId = useId()
  const weekday = WEEKDAYS[weekdayOf(dayFromName(today))]
  const markOf = (day: string) => (day === weekday ? '' : undefined)
  return (
    <div className={styles.schedule}>
      <h2 id={titleId}>Service Update Schedule (UTC)</h2>
      <ScrollingTable labelledBy={titleId} keepsFirstColumn>
        <thead>
          <tr>
            <th scope="col">Region</th>
            {schedule.days.map((day) => (
              <th key={day} scope="col" data-today={markOf(day)}>
                <span aria-hidden="true">{shortDay(day)}</span>
                <span className="hidden">{day}</span>
                {day === weekday && <span className="hidden">, today</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {schedule.regions.map((region) => (
            <tr key={region.title}>
              <th scope="row" dir="auto">
                {region.title}
              </th>
              {schedule.days.map((day, index) => (
                <td key={day} data-today={markOf(day)}>
                  {region.data[index]?.value ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </div>
  )
}

/** `Mon`: full names would push the end of the week out of view. Column names may also be something else. */
function shortDay(day: string) {
  return WEEKDAYS.includes(day) ? day.slice(0, 3) : day
}
