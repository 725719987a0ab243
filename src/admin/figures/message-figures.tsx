import { useState } from 'react'
import type { AdminFigures } from '../../contract/admin/figures.ts'
import { CHANNEL_KINDS, type ChannelKind } from '../../domain/telling/channel.ts'
import { shareWords } from '../../domain/threats/number-words.ts'
import { KIND_NAMES } from '../../ui/channel-words.ts'
import { counted } from '../../ui/parts/words.ts'
import { FilterSelect } from '../parts/filter-select.tsx'
import { DayBars } from './day-bars.tsx'
import { valuesByDay } from './day-series.ts'
import { DayTable } from './day-table.tsx'
import { FigureSection } from './figure-section.tsx'

const OUTCOMES = [
  { key: 'sent', title: 'Sent', hue: 'sent' },
  { key: 'waiting', title: 'Waiting', hue: 'waiting' },
  { key: 'suppressed', title: 'Left out', hue: 'left-out' },
  { key: 'dead', title: 'Given up', hue: 'dead' },
] as const

/** Z-06: messages per day by channel and by what became of them. */
export function MessageFigures({ figures, days }: { figures: AdminFigures; days: readonly string[] }) {
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
          ? 'Nobody was told anything in this time.'
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
