import { Link } from 'react-router'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import { threatMapQuery } from '../../domain/threat-replay/threat-map-query.ts'
import { blockedHow, type ThreatCategory } from '../../domain/threats/threat-category.ts'
import { ALL_THREATS, threatAddress } from '../../domain/threats/threat-query.ts'
import { definePage, found, type PageContext } from '../page.ts'
import head from '../parts/sentence-head.module.css'
import { replayWords, stillWords } from '../threat-map/replay-words.ts'
import { blockedThatDay, flowsOf, isWhole, type ThreatDay } from '../threat-map/threat-flow.ts'
import { ThreatMap } from '../threat-map/threat-map.tsx'
import { threatSentences } from '../threat-map/threat-sentence.ts'
import { TopThreats } from '../threat-map/top-threats.tsx'
import { useMotion } from '../threat-map/use-motion.ts'
import { describeMenuItem, pageMeta } from './page-meta.ts'
import styles from './threat-map-page.module.css'

export const threatMapPage = definePage<ThreatDay>({
  async load({ read }) {
    return found(await read('/api/threat-flows', {}))
  },

  meta(_, { path, cloud, global }) {
    const names = { cloud: cloud.domain, provider: global.provider.name }
    return pageMeta(path, names, {
      title: 'Threat Map',
      description: describeMenuItem({ route: path, component: 'threat_map' }, names),
    })
  },

  Content({ data: shown, context }) {
    const { path, query } = context
    const { category } = threatMapQuery(query)
    const { day } = shown
    const flows = flowsOf(shown.flows, category)
    const all = { blocked: blockedThatDay(shown, category), words: `of all ${blockedHow(category)} that day` }
    const centersPath = pathOf('datacenter', context)
    return (
      <div className="page-body loose">
        <header className={head.head}>
          <div className={head.heading}>
            <h1>Threat Map</h1>
            <span>all clouds of {context.global.provider.name}</span>
          </div>
          <p className={`${head.sentence} ${styles.sentence}`}>
            {threatSentences(shown, category).map((sentence) => (
              <span key={sentence}>{sentence} </span>
            ))}
          </p>
          {day !== null && flows.length > 0 && <ReplayNote shown={{ ...shown, day }} category={category} />}
        </header>
        <ThreatMap shown={shown} category={category} path={path} centersPath={centersPath} />
        {flows.length > 0 && (
          <TopThreats flows={flows} all={all} centersPath={centersPath}>
            <p>
              Shares are {all.words}.{' '}
              {!isWhole(shown, category) && `The rows count the ${flows.length} largest flows.`}
            </p>
            <Onward context={context} />
          </TopThreats>
        )}
      </div>
    )
  },
})

function Onward({ context }: { context: PageContext }) {
  const analyticsPath = pathOf('analytics', context)
  if (analyticsPath === undefined) return null
  const to = threatAddress(analyticsPath, { ...ALL_THREATS, ...threatMapQuery(context.query) })
  return (
    <p>
      <Link to={to}>Analytics</Link> has a year of figures by category, family and region.
    </p>
  )
}

function pathOf(component: string, { global, cloud }: PageContext): string | undefined {
  const item = pagesOfMenu(visibleMenu(global.menu.main_menu, cloud)).find(
    (page) => page.component === component,
  )
  return item === undefined ? undefined : menuPath(item, cloud)
}

/** O-04: both texts reserve their space, so that nothing jumps when they switch. */
function ReplayNote({
  shown,
  category,
}: {
  shown: ThreatDay & { day: string }
  category: ThreatCategory | undefined
}) {
  const isMoving = useMotion() === 'allowed'
  return (
    <div className={styles.note}>
      <p data-silent={isMoving ? '' : undefined}>{stillWords(shown, category)}</p>
      <p data-silent={isMoving ? undefined : ''}>{replayWords(shown, category)}</p>
    </div>
  )
}
