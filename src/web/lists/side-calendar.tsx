import { type MouseEvent, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { dayOfMonthWords, monthWords, WEEKDAYS } from '../../domain/calendar/day-words.ts'
import { EVENT_KINDS, type EventKind, eventKindName } from '../../domain/calendar/event-kind.ts'
import { monthOf, weeksOf } from '../../domain/calendar/month.ts'
import { countChosen } from '../../domain/chosen-places.ts'
import { type ListQuery, listAddress } from '../../domain/list-query.ts'
import type { RecordKind } from '../../domain/record.ts'
import { dayFromName, dayName } from '../../domain/time.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { type Tone, toneOfState } from '../../ui/parts/tone.ts'
import { FoldButton } from '../parts/fold-button.tsx'
import { NOUNS } from './list-lead.ts'
import type { MonthShown } from './month-shown.ts'
import styles from './side-calendar.module.css'
import { useCalendarFocus } from './use-calendar-focus.ts'

interface CalendarProps {
  shown: MonthShown
  query: ListQuery
  path: string
  kind: RecordKind
}

/** L-05 */
export function SideCalendar({ shown, query, path, kind }: CalendarProps) {
  const titleId = useId()
  const addressOf = (month: string) => monthAddress(path, query, shown, month)
  const { fold, table, tabStop, onKeyDown, onFocus, onPick, onStep } = useCalendarFocus({
    shown,
    query,
    addressOf,
  })
  return (
    <details ref={fold.ref} className={styles.fold} open={fold.isOpen} onToggle={fold.onToggle}>
      <FoldButton>Calendar</FoldButton>
      {/* Pressing next to a link focuses the nearest focusable ancestor. That must not be the page, which would close
          this. */}
      <section className={styles.calendar} tabIndex={-1} aria-labelledby={titleId}>
        <header className={styles.head}>
          <Step month={shown.previous} addressOf={addressOf} onStep={onStep} label="Previous month">
            <path d="M10 3 5 8l5 5" />
          </Step>
          <h2 id={titleId} aria-live="polite">
            {monthWords(shown.month)}
          </h2>
          <Step month={shown.next} addressOf={addressOf} onStep={onStep} label="Next month">
            <path d="m6 3 5 5-5 5" />
          </Step>
        </header>
        <table ref={table} aria-labelledby={titleId} onKeyDown={onKeyDown} onFocus={onFocus}>
          <thead>
            <tr>
              {WEEKDAYS.map((weekday) => (
                <th key={weekday} scope="col">
                  <span aria-hidden="true">{weekday.slice(0, 2)}</span>
                  <span className="hidden">{weekday}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(shown.month).map((week) => (
              <tr key={week[0]}>
                {week.map(dayName).map((day) => (
                  <td key={day}>
                    <Day
                      day={day}
                      shown={shown}
                      isSelected={day === query.day}
                      to={dayAddress(path, query, shown, day)}
                      tabIndex={tabStop === undefined || tabStop === day ? undefined : -1}
                      onPick={onPick}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <Legend kinds={kindsOfMonth(shown)} records={NOUNS[kind][1]} isOfMine={countChosen(query.mine) > 0} />
      </section>
    </details>
  )
}

function dayAddress(path: string, query: ListQuery, { month, today }: MonthShown, day: string) {
  const first = { ...query, page: 0 }
  if (day !== query.day) return listAddress(path, { ...first, day, month: undefined })
  const isThisMonth = today.startsWith(month)
  return listAddress(path, { ...first, day: undefined, month: isThisMonth ? undefined : month })
}

function monthAddress(path: string, query: ListQuery, { usualMonth }: MonthShown, month: string) {
  return listAddress(path, { ...query, month: month === usualMonth ? undefined : month })
}

function Step({
  month,
  addressOf,
  onStep,
  label,
  children,
}: {
  month: string | undefined
  addressOf: (month: string) => string
  onStep: (event: MouseEvent) => void
  label: string
  children: ReactNode
}) {
  const arrow = (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      {children}
    </svg>
  )
  if (month === undefined) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a link without an address has no implicit role.
      // biome-ignore lint/a11y/useFocusableInteractive: disabled, so not a tab stop.
      <span role="link" className={styles.step} aria-disabled="true" aria-label={label}>
        {arrow}
      </span>
    )
  }
  return (
    <Link
      className={styles.step}
      to={addressOf(month)}
      aria-label={`${label}, ${monthWords(month)}`}
      rel="nofollow"
      replace
      preventScrollReset
      onClick={onStep}
    >
      {arrow}
    </Link>
  )
}

function Day({
  day,
  shown,
  isSelected,
  to,
  tabIndex,
  onPick,
}: {
  day: string
  shown: MonthShown
  isSelected: boolean
  to: string
  tabIndex: number | undefined
  onPick: (event: MouseEvent, day: string) => void
}) {
  const kind = shown.kinds[day]
  const isToday = day === shown.today
  const words = [dayOfMonthWords(day), isToday && 'today', kind !== undefined && eventKindName(kind)]
  return (
    <Link
      className={`${tones.tone} ${styles.day}`}
      to={to}
      rel="nofollow"
      preventScrollReset
      tabIndex={tabIndex}
      data-day={day}
      data-tone={kind === undefined ? undefined : toneOfEvent(kind)}
      data-today={isToday ? '' : undefined}
      data-outside={monthOf(dayFromName(day)) === shown.month ? undefined : ''}
      aria-current={isSelected ? 'true' : undefined}
      onClick={(event) => onPick(event, day)}
    >
      <span aria-hidden="true">{Number(day.slice(-2))}</span>
      {kind !== undefined && <StateShape tone={toneOfEvent(kind)} />}
      <span className="hidden">{words.filter((word) => word !== false).join(', ')}</span>
    </Link>
  )
}

function kindsOfMonth({ kinds }: MonthShown): EventKind[] {
  const present = new Set(Object.values(kinds))
  return EVENT_KINDS.filter((kind) => present.has(kind))
}

/** Status and data center filters only affect the list: the calendar shows everything that happened on a day. */
function Legend({
  kinds,
  records,
  isOfMine,
}: {
  kinds: readonly EventKind[]
  records: string
  isOfMine: boolean
}) {
  return (
    <div className={styles.legend}>
      {kinds.length > 0 && (
        <ul aria-label="Kinds of days">
          {kinds.map((kind) => (
            <li key={kind} className={tones.tone} data-tone={toneOfEvent(kind)}>
              <StateShape tone={toneOfEvent(kind)} />
              {eventKindName(kind)}
            </li>
          ))}
        </ul>
      )}
      <p>{isOfMine ? 'Days of your services and data centers, in UTC.' : `All ${records} by day, in UTC.`}</p>
    </div>
  )
}

function toneOfEvent(kind: EventKind): Tone {
  switch (kind) {
    case 'service_disruption':
    case 'service_degradation':
    case 'under_investigation':
      return toneOfState(kind)
    case 'security_advisory':
      return 'advisory'
    case 'scheduled':
      return 'planned'
    case 'completed':
      return 'up'
    case 'informational':
      return 'notice'
    case 'postponed':
      return 'quiet'
  }
}
