import { THREAT_CATEGORY_TITLES } from '../../domain/threats/threat-category.ts'
import { ALL_THREATS, type ThreatQuery, threatQuery } from '../../domain/threats/threat-query.ts'
import { FamilyTables } from '../analytics/family-tables.tsx'
import { type Figures, figuresOf } from '../analytics/figures.ts'
import { LineChart } from '../analytics/line-chart.tsx'
import { SeriesTable } from '../analytics/series-table.tsx'
import { Sunburst } from '../analytics/sunburst.tsx'
import { ThreatFilters, threatPeriodWords } from '../analytics/threat-filters.tsx'
import { ThreatHead } from '../analytics/threat-head.tsx'
import { definePage, found } from '../page.ts'
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
