import type { AdminFigures } from '../../contract/admin/figures.ts'
import { counted } from '../../ui/parts/words.ts'
import { DayBars } from './day-bars.tsx'
import { valuesByDay } from './day-series.ts'
import { DayTable } from './day-table.tsx'
import { FigureSection } from './figure-section.tsx'

/** Z-06: how often something was published. */
export function PublicationFigures({ figures, days }: { figures: AdminFigures; days: readonly string[] }) {
  const rows = figures.publications
  const series = [
    { key: 'told', title: 'With notice', hue: 'brand', values: valuesByDay(days, rows, ({ told }) => told) },
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
          ? 'Nothing was published in this time.'
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
