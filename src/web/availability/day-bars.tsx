import type { ReadAnswer } from '../../contract/public-reads.ts'
import { shortDayWords } from '../../domain/calendar/day-words.ts'
import { CENTER_STATES, type CenterState, centerStateWord } from '../../domain/map/center-state.ts'
import tones from '../../ui/parts/tone.module.css'
import { toneOfState } from '../../ui/parts/tone.ts'
import styles from './day-bars.module.css'
import { minutesWords } from './minutes-words.ts'

type Days = NonNullable<ReadAnswer<'/api/place'>['data']>['days']
type Day = Days[number]

/** Trouble makes a bar taller, so that color is not the only sign. */
export function DayBars({ days }: { days: Days }) {
  const first = days.at(0)
  const troubled = days.filter(({ state }) => state !== null && state !== 'operational')
  return (
    <figure className={styles.figure}>
      <ol className={styles.bars} aria-label="State of each day">
        {days.map((day) => (
          <li
            key={day.day}
            className={`${tones.tone} ${styles.bar}`}
            data-state={day.state ?? 'gap'}
            data-tone={day.state === null ? 'quiet' : toneOfState(day.state)}
            title={dayWords(day)}
          >
            <span className="hidden">{dayWords(day)}</span>
          </li>
        ))}
      </ol>
      <figcaption className={styles.ends}>
        <span>{first !== undefined && shortDayWords(first.day)}</span>
        <span>{summaryOf(days)}</span>
        <span>Today</span>
      </figcaption>
      {troubled.length > 0 && (
        <details className={styles.table}>
          <summary>Days with incidents or maintenance</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">Day (UTC)</th>
                <th scope="col">What happened</th>
              </tr>
            </thead>
            <tbody>
              {troubled.toReversed().map((day) => (
                <tr key={day.day}>
                  <th scope="row">{shortDayWords(day.day)}</th>
                  <td>{happened(day)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </figure>
  )
}

function dayWords(day: Day): string {
  const name = shortDayWords(day.day)
  if (day.state === null) return `${name}: not in service`
  return `${name}: ${day.state === 'operational' ? 'running' : happened(day)}`
}

function happened({ minutes }: Day): string {
  return CENTER_STATES.toReversed()
    .filter((state) => state !== 'operational' && minutes[state] !== undefined)
    .map((state) => `${centerStateWord(state)} for ${minutesWords(minutes[state] ?? 0)}`)
    .join(', ')
}

function summaryOf(days: Days): string {
  const lived = days.filter(({ state }) => state !== null)
  const isQuiet = (state: CenterState | null) =>
    state === 'operational' || state === 'under_maintenance' || state === null
  const quiet = lived.filter(({ state }) => isQuiet(state)).length
  if (lived.length === 0) return ''
  return quiet === lived.length ? 'No incidents' : `${quiet} of ${lived.length} days without incidents`
}
