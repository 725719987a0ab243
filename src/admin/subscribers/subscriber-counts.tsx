import type { ReactNode } from 'react'
import type { Choices } from '../../contract/admin/choices.ts'
import type { SubscriberFigures } from '../../contract/admin/subscribers.ts'
import { FIGURE_DAYS, USUAL_FIGURE_DAYS } from '../../domain/notifying/figure-days.ts'
import { counted } from '../../ui/parts/words.ts'
import { DayBars } from '../figures/day-bars.tsx'
import { daysBetween, valuesByDay } from '../figures/day-series.ts'
import { DayTable } from '../figures/day-table.tsx'
import { FigureSection } from '../figures/figure-section.tsx'
import figureStyles from '../figures/figures-screen.module.css'
import { RankedBars } from '../figures/ranked-bars.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useQuery } from '../parts/use-query.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'

/** Z-06: how many people follow the site, a cloud or a service, by day. */
export function SubscriberCounts({
  asked,
  choices,
}: {
  asked: { cloud?: number; service?: number }
  choices: Choices | undefined
}) {
  const { query, change } = useQuery(['days'] as const)
  const days = FIGURE_DAYS.find((known) => String(known) === query.days) ?? USUAL_FIGURE_DAYS
  const { called, isStale, reload } = useStaffAnswer('GET /api/admin/subscribers/figures', {
    input: { ...asked, days },
    because: '',
  })
  return (
    <Loaded called={called} onRetry={reload} lines={10}>
      {({ data }) => (
        <div className={figureStyles.figures} aria-busy={isStale || undefined}>
          <ByDay
            figures={data}
            span={
              <FilterSelect
                label="Time span"
                any={`${USUAL_FIGURE_DAYS} days`}
                value={days === USUAL_FIGURE_DAYS ? '' : String(days)}
                options={FIGURE_DAYS.filter((each) => each !== USUAL_FIGURE_DAYS).map((each) => ({
                  value: String(each),
                  name: `${each} days`,
                }))}
                onPick={(picked) => change({ days: picked })}
              />
            }
          />
          {choices !== undefined && <ByThing figures={data} choices={choices} />}
        </div>
      )}
    </Loaded>
  )
}

function ByDay({ figures, span }: { figures: SubscriberFigures; span: ReactNode }) {
  const { from, to, now } = figures
  const days = daysBetween(from, to)
  const series = [
    {
      key: 'confirmed',
      title: 'Confirmed',
      hue: 'brand',
      values: valuesByDay(days, figures.days, ({ confirmed }) => confirmed),
    },
    {
      key: 'unconfirmed',
      title: 'Not confirmed',
      hue: 'faint',
      values: valuesByDay(days, figures.days, ({ unconfirmed }) => unconfirmed),
    },
  ]
  return (
    <FigureSection
      title="Subscribers by day"
      isWide
      lead={`${counted(now.confirmed, 'subscriber')} now, and ${now.unconfirmed.toLocaleString('en-US')} not confirmed yet. Counted every hour; days before counting began are empty.`}
    >
      {(titleId) => (
        <>
          <div>{span}</div>
          <DayBars days={days} series={series} labelledBy={titleId} />
          <DayTable days={days} series={series} labelledBy={titleId} />
        </>
      )}
    </FigureSection>
  )
}

function ByThing({ figures, choices }: { figures: SubscriberFigures; choices: Choices }) {
  const cloudNames = new Map(choices.clouds.map(({ id, title }) => [id, title]))
  const serviceNames = new Map(
    choices.service_categories.flatMap(({ services }) => services.map(({ tid, name }) => [tid, name])),
  )
  const clouds = figures.clouds
    .map(({ cloud, confirmed, unconfirmed }) => ({
      key: String(cloud),
      name: cloudNames.get(cloud) ?? `Cloud ${cloud}`,
      hue: 'brand',
      count: confirmed + unconfirmed,
    }))
    .toSorted((a, b) => b.count - a.count)
  const services = figures.services
    .map(({ service, confirmed, unconfirmed }) => ({
      key: String(service),
      name: serviceNames.get(service) ?? `Service ${service}`,
      hue: 'brand',
      count: confirmed + unconfirmed,
    }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
  return (
    <>
      <FigureSection
        title="By cloud"
        lead="Current, including unconfirmed subscribers. Most follow several things."
      >
        {() => <RankedBars label="Clouds" ranked={clouds} />}
      </FigureSection>
      {services.length > 0 && (
        <FigureSection
          title="By service"
          lead="Current. People who follow all services of the cloud count for each of them."
        >
          {() => <RankedBars label="Services" ranked={services} />}
        </FigureSection>
      )}
    </>
  )
}
