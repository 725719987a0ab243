import { useId } from 'react'
import { Link } from 'react-router'
import type { AdminFigures } from '../../contract/admin/figures.ts'
import { exactNumber } from '../../domain/threats/number-words.ts'
import { FoldSummary } from '../../ui/parts/fold-summary.tsx'
import { ScrollingTable } from '../../ui/parts/scrolling-table.tsx'
import { counted } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { DayBars } from './day-bars.tsx'
import styles from './day-table.module.css'
import { durationScale, durationWords, medianOf } from './duration-words.ts'
import { FigureSection } from './figure-section.tsx'

/** Z-06: time from publishing until the last message was sent. */
export function TimeFigures({
  figures: { told: publications },
  days,
}: {
  figures: AdminFigures
  days: readonly string[]
}) {
  const tableId = useId()
  const slowest = days.map((day) =>
    Math.max(
      0,
      ...publications.filter((each) => each.published_at.startsWith(day)).map(({ seconds }) => seconds),
    ),
  )
  const longest = Math.max(0, ...slowest)
  const { inUnit, tickWords } = durationScale(longest)
  const series = [
    { key: 'slowest', title: 'Slowest', hue: 'brand', values: slowest.map((seconds) => inUnit(seconds)) },
  ]
  return (
    <FigureSection
      title="Time to the last message"
      lead={
        publications.length === 0
          ? 'No publication from this period has reached all recipients yet.'
          : `Half of ${counted(publications.length, 'publication')} reached all recipients within ${durationWords(medianOf(publications.map(({ seconds }) => seconds)))}; the slowest took ${durationWords(longest)}. Daily digests don’t count.`
      }
    >
      {(titleId) =>
        publications.length > 0 && (
          <>
            <DayBars
              days={days}
              series={series}
              labelledBy={titleId}
              valueWords={(value) => (value === 0 ? 'none' : tickWords(value))}
              tickWords={tickWords}
            />
            <details className={styles.fold}>
              <FoldSummary>
                <span id={tableId}>Table by publication</span>
              </FoldSummary>
              <ScrollingTable labelledBy={`${titleId} ${tableId}`}>
                <thead>
                  <tr>
                    <th scope="col">Publication</th>
                    <th scope="col">Published</th>
                    <th scope="col" className={styles.number}>
                      Messages
                    </th>
                    <th scope="col" className={styles.number}>
                      Time
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {publications.map(
                    ({ publication, record, title, news, published_at, messages, seconds }) => (
                      <tr key={publication}>
                        <th scope="row" className={styles.what}>
                          <Link to={`/admin/records/${record}`}>{title}</Link> {news}
                        </th>
                        <td>
                          <Moment at={published_at} precision="minute" />
                        </td>
                        <td className={styles.number}>{exactNumber(messages)}</td>
                        <td className={styles.number}>{durationWords(seconds)}</td>
                      </tr>
                    ),
                  )}
                </tbody>
              </ScrollingTable>
            </details>
          </>
        )
      }
    </FigureSection>
  )
}
