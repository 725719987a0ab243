import { useId } from 'react'
import { shortDayWords } from '../../domain/calendar/day-words.ts'
import { exactNumber } from '../../domain/threats/number-words.ts'
import { FoldSummary } from '../../ui/parts/fold-summary.tsx'
import { ScrollingTable } from '../../ui/parts/scrolling-table.tsx'
import type { DaySeries } from './day-series.ts'
import styles from './day-table.module.css'

export function DayTable({
  days,
  series,
  labelledBy,
  valueWords = exactNumber,
}: {
  days: readonly string[]
  series: readonly DaySeries[]
  labelledBy: string
  valueWords?: (value: number) => string
}) {
  const id = useId()
  const rows = days
    .map((day, index) => ({
      day,
      values: series.map(({ key, values }) => ({ key, value: values[index] ?? 0 })),
    }))
    .filter(({ values }) => values.some(({ value }) => value > 0))
    .reverse()
  return (
    <details className={styles.fold}>
      <FoldSummary>
        <span id={id}>Table by day</span>
      </FoldSummary>
      <ScrollingTable labelledBy={`${labelledBy} ${id}`} keepsFirstColumn>
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            {series.map(({ key, title }) => (
              <th key={key} scope="col" className={styles.number}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, values }) => (
            <tr key={day}>
              <th scope="row" className={styles.day}>
                {shortDayWords(day)}
              </th>
              {values.map(({ key, value }) => (
                <td key={key} className={styles.number}>
                  {valueWords(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </details>
  )
}
