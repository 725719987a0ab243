import { shortDayWords } from '../../domain/calendar/day-words.ts'
import { exactNumber } from '../../domain/threats/number-words.ts'
import { ScrollingTable } from '../parts/scrolling-table.tsx'
import { FoldSummary } from '../record/fold-summary.tsx'
import type { Figures } from './figures.ts'
import styles from './series-table.module.css'

/** O-05: what the lines draw, as a table, newest last as in the chart. Whole weeks where the chart has their mean day. */
export function SeriesTable({
  figures: { points, lines, step },
  labelledBy,
}: {
  figures: Figures
  labelledBy: string
}) {
  const hasTotal = lines.length > 1
  return (
    <details className={styles.fold}>
      <FoldSummary>{step === 'week' ? 'Table by week' : 'Table by day'}</FoldSummary>
      <ScrollingTable labelledBy={labelledBy} keepsFirstColumn>
        <thead>
          <tr>
            <th scope="col">{step === 'week' ? 'Week from' : 'Day'}</th>
            {lines.map(({ category, title }) => (
              <th key={category} scope="col" className={styles.number}>
                {title}
              </th>
            ))}
            {hasTotal && (
              <th scope="col" className={styles.number}>
                Together
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {points.map(({ day }, index) => {
            const counts = lines.map(({ category, blocked }) => ({ category, count: blocked[index] ?? null }))
            const isGap = counts.every(({ count }) => count === null)
            const together = counts.reduce((sum, { count }) => sum + (count ?? 0), 0)
            return (
              <tr key={day}>
                <th scope="row" className={styles.day}>
                  {shortDayWords(day)}
                </th>
                {isGap ? (
                  <td colSpan={lines.length + (hasTotal ? 1 : 0)} className={styles.number}>
                    No figures
                  </td>
                ) : (
                  <>
                    {counts.map(({ category, count }) => (
                      <td key={category} className={styles.number}>
                        {exactNumber(count ?? 0)}
                      </td>
                    ))}
                    {hasTotal && <td className={styles.number}>{exactNumber(together)}</td>}
                  </>
                )}
              </tr>
            )
          })}
        </tbody>
      </ScrollingTable>
    </details>
  )
}
