import { shortDayWords } from '../../domain/calendar/day-words.ts'
import { exactNumber } from '../../domain/threats/number-words.ts'
import { FoldSummary } from '../../ui/parts/fold-summary.tsx'
import { ScrollingTable } from '../../ui/parts/scrolling-table.tsx'
import type { Figures } from './figures.ts'
import { meansOf } from './line-layout.ts'
import styles from './series-table.module.css'

/** O-05: the line chart as a table, newest last, with weeks as their average day. */
export function SeriesTable({
  figures: { points, lines, step },
  labelledBy,
}: {
  figures: Figures
  labelledBy: string
}) {
  const hasTotal = lines.length > 1
  const means = lines.map((line) => ({ key: line.key, perDay: meansOf(line, points) }))
  return (
    <details className={styles.fold}>
      <FoldSummary>{step === 'week' ? 'Table by week' : 'Table by day'}</FoldSummary>
      <ScrollingTable labelledBy={labelledBy} keepsFirstColumn>
        <thead>
          <tr>
            <th scope="col">{step === 'week' ? 'Mean per day in the week from' : 'Day'}</th>
            {lines.map(({ key, title }) => (
              <th key={key} scope="col" className={styles.number}>
                {title}
              </th>
            ))}
            {hasTotal && (
              <th scope="col" className={styles.number}>
                Total
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {points.map(({ day }, index) => {
            const counts = means.map(({ key, perDay }) => ({ key, count: perDay[index] }))
            const isGap = counts.every(({ count }) => count === undefined)
            const total = counts.reduce((sum, { count }) => sum + (count ?? 0), 0)
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
                    {counts.map(({ key, count }) => (
                      <td key={key} className={styles.number}>
                        {exactNumber(Math.round(count ?? 0))}
                      </td>
                    ))}
                    {hasTotal && <td className={styles.number}>{exactNumber(Math.round(total))}</td>}
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
