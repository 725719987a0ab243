import { useId } from 'react'
import { shortDayWords } from '../../domain/calendar/day-words.ts'
import { exactNumber } from '../../domain/threats/number-words.ts'
import { THREAT_CATEGORY_TITLES } from '../../domain/threats/threat-category.ts'
import { ALL_THREATS, type ThreatQuery, threatQuery } from '../../domain/threats/threat-query.ts'
import { FoldSummary } from '../../ui/parts/fold-summary.tsx'
import { ScrollingTable } from '../../ui/parts/scrolling-table.tsx'
import { FamilyTables } from '../analytics/family-tables.tsx'
import { daysOf, periodWords, threatHighlights } from '../analytics/figure-words.ts'
import { type Figures, figuresOf } from '../analytics/figures.ts'
import { LineChart } from '../analytics/line-chart.tsx'
import { meansOf } from '../analytics/line-layout.ts'
import { Sunburst } from '../analytics/sunburst.tsx'
import { ThreatFilters, threatPeriodWords } from '../analytics/threat-filters.tsx'
import { threatVerdict } from '../analytics/threat-verdict.ts'
import { definePage, found } from '../page.ts'
import head from '../parts/sentence-head.module.css'
import styles from './analytics-page.module.css'
import { describeMenuItem, pageMeta } from './page-meta.ts'

interface Data {
  query: ThreatQuery
  regions: { tid: number; title: string }[]
  figures: Figures | null
}

const OVER_TIME_ID = 'over-time'

/** O-05 */
export const analyticsPage = definePage<Data>({
  async load(context) {
    const query = threatQuery(context.query)
    const answer = await context.read('/api/threats', {
      ...(query.category !== undefined && { category: query.category }),
      ...(query.period !== ALL_THREATS.period && { period: query.period }),
      ...(query.region !== undefined && { region: query.region }),
    })
    return found({ query, regions: answer.regions, figures: figuresOf(answer) })
  },

  meta({ query, regions }, { path, cloud, global }) {
    const names = { cloud: cloud.domain, provider: global.provider.name }
    const meta = pageMeta(path, names, {
      title: 'Analytics',
      description: describeMenuItem({ route: path, component: 'analytics' }, names),
    })
    const filters = filterWords(query, regions)
    return filters.length === 0
      ? meta
      : { ...meta, title: [meta.title, ...filters].join(', '), noindex: true }
  },

  Content({ data: { query, regions, figures }, context: { path, global } }) {
    const head = (
      <ThreatHead
        figures={figures}
        query={query}
        region={regionTitle(query, regions)}
        provider={global.provider.name}
      />
    )
    if (figures === null) return <div className={styles.page}>{head}</div>
    return (
      <div className={styles.page}>
        {head}
        <ThreatFilters query={query} path={path} regions={regions} />
        <section className={styles.parts} aria-labelledby="by-family">
          <h2 id="by-family">{query.category === undefined ? 'By category and family' : 'By family'}</h2>
          <div className={styles.beside}>
            <Sunburst figures={figures} query={query} path={path} />
            <FamilyTables figures={figures} query={query} path={path} />
          </div>
        </section>
        <section className={styles.parts} aria-labelledby={OVER_TIME_ID}>
          <h2 id={OVER_TIME_ID}>
            Blocked per day
            {query.category !== undefined && <span>, by family</span>}
            {figures.step === 'week' && <span>, mean of each week</span>}
          </h2>
          <LineChart figures={figures} labelledBy={OVER_TIME_ID} />
          <SeriesTable figures={figures} labelledBy={OVER_TIME_ID} />
        </section>
      </div>
    )
  },
})

function filterWords(query: ThreatQuery, regions: Data['regions']): string[] {
  const region = regionTitle(query, regions)
  return [
    ...(query.category === undefined ? [] : [THREAT_CATEGORY_TITLES[query.category]]),
    ...(query.period === ALL_THREATS.period ? [] : [threatPeriodWords(query.period).toLowerCase()]),
    ...(region === undefined ? [] : [region]),
  ]
}

function regionTitle({ region }: ThreatQuery, regions: Data['regions']): string | undefined {
  return regions.find(({ tid }) => tid === region)?.title
}

function ThreatHead({
  figures,
  query,
  region,
  provider,
}: {
  figures: Figures | null
  query: ThreatQuery
  region: string | undefined
  provider: string
}) {
  const headingId = useId()
  return (
    <section className={head.head} aria-labelledby={headingId}>
      <div className={head.heading}>
        <h1 id={headingId}>Analytics</h1>
        <span>all clouds of {provider}</span>
      </div>
      <p className={`${head.sentence} ${styles.sentence}`} aria-live="polite">
        {figures === null ? 'There are no threat figures yet.' : sentenceOf(figures, query, region)}
      </p>
      {figures !== null && (
        <ul className={head.meta}>
          <li>{periodWords(figures)}, UTC days</li>
          {threatHighlights(figures).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function sentenceOf(figures: Figures, { category }: ThreatQuery, region: string | undefined) {
  return threatVerdict({
    category,
    region,
    days: daysOf(figures),
    total: figures.total,
    totalBefore: figures.totalBefore ?? undefined,
  })
}

function SeriesTable({
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
