import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminFigures } from '../../contract/admin/figures.ts'
import { CHANNEL_KINDS, type ChannelKind } from '../../domain/notifying/channel.ts'
import { FIGURE_DAYS, type FigureDays, USUAL_FIGURE_DAYS } from '../../domain/notifying/figure-days.ts'
import { shareWords } from '../../domain/threats/number-words.ts'
import { KIND_NAMES } from '../../ui/channel-words.ts'
import { counted } from '../../ui/parts/words.ts'
import { FilterSelect } from '../parts/filter-select.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useQuery } from '../parts/use-query.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { Screen } from '../shell/screen.tsx'
import { DayBars } from './day-bars.tsx'
import { daysBetween, valuesByDay } from './day-series.ts'
import { DayTable } from './day-table.tsx'
import { FigureSection } from './figure-section.tsx'
import styles from './figures-screen.module.css'
import { RankedBars } from './ranked-bars.tsx'
import { ReadFigures } from './read-figures.tsx'
import { TimeFigures } from './time-figures.tsx'

/** Z-06 */
export function FiguresScreen() {
  const { query } = useQuery(['days'] as const)
  const days = FIGURE_DAYS.find((known) => String(known) === query.days) ?? USUAL_FIGURE_DAYS
  const { called, isStale, reload } = useStaffAnswer('GET /api/admin/figures', {
    input: { days },
    because: '',
  })
  return (
    <Screen
      title="Figures"
      lead="Messages by publication day, and page views by kind of page. Days are in UTC."
      actions={<Spans chosen={days} />}
    >
      <Loaded called={called} onRetry={reload} lines={12}>
        {({ data }) => (
          <div className={styles.figures} aria-busy={isStale || undefined}>
            <Charts figures={data} />
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function Charts({ figures }: { figures: AdminFigures }) {
  const days = daysBetween(figures.from, figures.to)
  return (
    <>
      <MessageFigures figures={figures} days={days} />
      <TimeFigures figures={figures} days={days} />
      <PublicationFigures figures={figures} days={days} />
      <FailureFigures figures={figures} />
      <ReadFigures figures={figures} days={days} />
    </>
  )
}

function Spans({ chosen }: { chosen: FigureDays }) {
  return (
    <nav className={styles.spans} aria-label="Time span">
      {FIGURE_DAYS.map((days) => (
        <Link
          key={days}
          className="button"
          to={days === USUAL_FIGURE_DAYS ? '/admin/figures' : `/admin/figures?days=${days}`}
          aria-current={days === chosen ? 'true' : undefined}
          preventScrollReset
        >
          {days} days
        </Link>
      ))}
    </nav>
  )
}

function PublicationFigures({ figures, days }: { figures: AdminFigures; days: readonly string[] }) {
  const rows = figures.publications
  const series = [
    {
      key: 'told',
      title: 'With notification',
      hue: 'brand',
      values: valuesByDay(days, rows, ({ told }) => told),
    },
    {
      key: 'silent',
      title: 'Without',
      hue: 'faint',
      values: valuesByDay(days, rows, ({ silent }) => silent),
    },
  ]
  const total = rows.reduce((sum, { told, silent }) => sum + told + silent, 0)
  return (
    <FigureSection
      title="Publications per day"
      lead={
        total === 0
          ? 'Nothing was published in this period.'
          : `${counted(total, 'publication')} on ${counted(rows.length, 'day')}.`
      }
    >
      {(titleId) =>
        total > 0 && (
          <>
            <DayBars days={days} series={series} labelledBy={titleId} />
            <DayTable days={days} series={series} labelledBy={titleId} />
          </>
        )
      }
    </FigureSection>
  )
}

const SHOWN = 12

function FailureFigures({ figures: { failures, are_failures_cut } }: { figures: AdminFigures }) {
  return (
    <FigureSection
      title="Why messages were not sent"
      isWide
      lead={
        failures.length === 0 ? (
          'Every message from this period was sent or is on its way.'
        ) : (
          <>
            Failed messages can be <Link to="/admin/deliveries?view=given-up">tried again</Link>; gray ones
            were skipped because their recipients no longer wanted them.
            {are_failures_cut && ' Only the newest 50,000 are counted.'}
          </>
        )
      }
    >
      {() =>
        failures.length > 0 && (
          <RankedBars
            label="Reasons"
            ranked={failures.slice(0, SHOWN).map(({ reason, kind, is_given_up, count }) => ({
              key: `${kind} ${is_given_up} ${reason}`,
              name: `${KIND_NAMES[kind]}: ${reason}`,
              hue: is_given_up ? 'dead' : 'left-out',
              count,
            }))}
          />
        )
      }
    </FigureSection>
  )
}

const OUTCOMES = [
  { key: 'sent', title: 'Sent', hue: 'sent' },
  { key: 'waiting', title: 'Waiting', hue: 'waiting' },
  { key: 'suppressed', title: 'Skipped', hue: 'left-out' },
  { key: 'dead', title: 'Failed', hue: 'dead' },
] as const

function MessageFigures({ figures, days }: { figures: AdminFigures; days: readonly string[] }) {
  const [kind, setKind] = useState<ChannelKind>()
  const rows = figures.messages.filter((row) => kind === undefined || row.kind === kind)
  const series = OUTCOMES.map((outcome) => ({
    ...outcome,
    values: valuesByDay(days, rows, (row) => row[outcome.key]),
  }))
  const [sent, ...rest] = series.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const total = [sent, ...rest].reduce<number>((sum, count) => sum + (count ?? 0), 0)
  return (
    <FigureSection
      title="Messages per day"
      isWide
      lead={
        total === 0
          ? 'No messages were sent in this period.'
          : `${counted(total, 'message')}, ${shareWords(sent ?? 0, total)} of them sent.`
      }
    >
      {(titleId) =>
        figures.messages.length > 0 && (
          <>
            <div>
              <FilterSelect
                label="Channel"
                any="All channels"
                value={kind ?? ''}
                options={CHANNEL_KINDS.map((value) => ({ value, name: KIND_NAMES[value] }))}
                onPick={(picked) => setKind(CHANNEL_KINDS.find((known) => known === picked))}
              />
            </div>
            <DayBars days={days} series={series} labelledBy={titleId} />
            <DayTable days={days} series={series} labelledBy={titleId} />
          </>
        )
      }
    </FigureSection>
  )
}
