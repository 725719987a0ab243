import type { ReactNode } from 'react'
import { dayColumns } from './day-columns.ts'
import type { TimelineRow as Row } from './timeline-block.ts'
import styles from './timeline-frame.module.css'
import { TimelineRow } from './timeline-row.tsx'
import type { Week } from './week.ts'
import { type Caret, caretOf } from './window-percent.ts'

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

const FLAG_WIDTH_PX = 68
const FLAG_HEIGHT_PX = 20

/** S-02. Today is the last column, so the time fits to its left. */
function NowLine({ caret: { x, time } }: { caret: Caret }) {
  return (
    <svg
      className={styles.now}
      width="100%"
      height="100%"
      role="img"
      aria-label={`Now, ${time} UTC`}
      data-moves=""
    >
      <line x1={`${x}%`} x2={`${x}%`} y1="0" y2="100%" />
      <svg x={`${x}%`} y="100%" width={FLAG_WIDTH_PX} height={FLAG_HEIGHT_PX} aria-hidden="true">
        <rect x={1 - FLAG_WIDTH_PX} y={-FLAG_HEIGHT_PX} width={FLAG_WIDTH_PX} height={FLAG_HEIGHT_PX} />
        <text x={1 - FLAG_WIDTH_PX / 2} y={-FLAG_HEIGHT_PX / 2}>
          {`${time} UTC`}
        </text>
      </svg>
    </svg>
  )
}
