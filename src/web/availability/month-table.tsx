import type { ReadAnswer } from '../../contract/public-reads.ts'
import { percentWords } from '../../domain/availability.ts'
import { monthWords } from '../../domain/calendar/day-words.ts'
import type { CenterState } from '../../domain/map/center-state.ts'
import { ScrollingTable } from '../../ui/parts/scrolling-table.tsx'
import { GoalMark } from './goal-mark.tsx'
import { minutesWords } from './minutes-words.ts'
import styles from './month-table.module.css'

type Months = NonNullable<ReadAnswer<'/api/place'>['data']>['months']

const COLUMNS: readonly { state: CenterState; title: string }[] = [
  { state: 'service_disruption', title: 'Disrupted' },
  { state: 'service_degradation', title: 'Degraded' },
  { state: 'under_investigation', title: 'Under investigation' },
  { state: 'under_maintenance', title: 'Maintenance' },
]

export function MonthTable({
  months,
  labelledBy,
  csvOf,
}: {
  months: Months
  labelledBy: string
  csvOf: (month: string) => string | undefined
}) {
  const thisMonth = months.at(-1)?.month
  const columns = COLUMNS.filter(({ state }) => months.some(({ minutes }) => minutes[state] !== undefined))
  const hasGoals = months.some(({ goal }) => goal !== null)
  return (
    <div className={styles.months}>
      <ScrollingTable labelledBy={labelledBy} keepsFirstColumn>
        <thead>
          <tr>
            <th scope="col">Month (UTC)</th>
            <th scope="col">{hasGoals ? 'Availability and goal' : 'Availability'}</th>
            {columns.map(({ state, title }) => (
              <th key={state} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">Evidence</th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, availability, minutes, goal }) => (
            <tr key={month}>
              <th scope="row">
                {monthWords(month)}
                {month === thisMonth && <span className={styles.soFar}> so far</span>}
              </th>
              <td>
                {/* Side by side where there is room, so that a phone shows both. */}
                <span className={styles.result}>
                  <span className={styles.figure}>
                    {availability === null ? '–' : percentWords(availability)}
                  </span>
                  {goal !== null && <GoalMark goal={goal} />}
                </span>
              </td>
              {columns.map(({ state }) => (
                <td key={state} className={styles.minutes}>
                  {minutes[state] === undefined ? '' : minutesWords(minutes[state])}
                </td>
              ))}
              <td>{availability !== null && <MonthFile month={month} address={csvOf(month)} />}</td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </div>
  )
}

function MonthFile({ month, address }: { month: string; address: string | undefined }) {
  if (address === undefined) return null
  return (
    <a href={address}>
      CSV<span className="hidden"> of {monthWords(month)}</span>
    </a>
  )
}
