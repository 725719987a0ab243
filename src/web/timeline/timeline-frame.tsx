import type { ReactNode } from 'react'
import { dayColumns } from './day-columns.ts'
import { NowLine } from './now-line.tsx'
import type { TimelineRow as Row } from './timeline-block.ts'
import styles from './timeline-frame.module.css'
import { TimelineRow } from './timeline-row.tsx'
import type { Week } from './week.ts'
import { caretOf } from './window-percent.ts'

/** S-02: the date header, the rows and the now-line. */
export function TimelineFrame({ week, children }: { week: Week; children: ReactNode }) {
  const caret = caretOf(week)
  return (
    <div className={styles.frame}>
      <DayHeader week={week} />
      <div className={styles.body} data-caret={caret === undefined ? undefined : ''}>
        {children}
        {caret !== undefined && <NowLine caret={caret} />}
      </div>
    </div>
  )
}

export function TimelineRows({ rows, week }: { rows: readonly Row[]; week: Week }) {
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <TimelineRow key={row.tid} row={row} week={week} />
      ))}
    </ul>
  )
}

function DayHeader({ week }: { week: Week }) {
  return (
    <div className={styles.header}>
      <ol className={styles.days} aria-label="Days of the week shown, in UTC">
        {dayColumns(week).map(({ day, weekday, date, month, isToday }) => (
          <li key={day} data-today={isToday ? '' : undefined}>
            <time dateTime={day}>
              <b>
                {`${weekday} `}
                <i>{date}</i>
              </b>
              <span>{isToday ? 'Today' : month}</span>
            </time>
          </li>
        ))}
      </ol>
    </div>
  )
}
