import { useMemo, useRef, useState } from 'react'
import { isGovernmental } from '../../domain/cloud.ts'
import { isMeant } from '../../domain/is-meant.ts'
import { centersSentence } from '../../domain/map/centers-sentence.ts'
import { pageMeta } from '../../domain/page-meta.ts'
import { NO_MAP_DATA } from '../../domain/texts.ts'
import { CenterSearch } from '../map/center-search.tsx'
import { CenterTable } from '../map/center-table.tsx'
import { byRegion, type MapCenter, toMapCenter } from '../map/map-center.ts'
import { kindsInWords } from '../map/map-marker.ts'
import { RegionJumps, WORLD_REGION } from '../map/region-jumps.tsx'
import { toneOfCenterState } from '../map/tone-of-center-state.ts'
import { useSearch } from '../map/use-search.ts'
import { WorldMap, type WorldMapHandle } from '../map/world-map.tsx'
import { definePage, found, type PageContext } from '../page.ts'
import { EmptyText } from '../parts/empty-text.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { StateShape } from '../parts/state-shape.tsx'
import tones from '../parts/tone.module.css'
import { useIsAlive } from '../parts/use-is-alive.ts'
import { counted } from '../parts/words.ts'
import styles from './data-center-map-page.module.css'

interface Data {
  centers: MapCenter[]
}

export const dataCenterMapPage = definePage<Data>({
  async load({ read, cloud, global }) {
    const { data } = await read('/api/dc_map/:cloud', { cloud: cloud.machine_name })
    const isGov = isGovernmental(cloud, global.isGov)
    return found({ centers: data.datacenters.map((center) => toMapCenter(center, isGov)) })
  },

  meta(_, { path, cloud, global }) {
    const names = { cloud: cloud.domain, provider: global.provider.name }
    const description = `The data centers of ${cloud.domain} by region, city and kind.`
    // Searches are without number, and all of them are in the whole.
    return { ...pageMeta(path, names, { title: TITLE, description }), canonicalPath: path }
  },

  Content({ data: { centers }, context }) {
    if (centers.length > 0) return <MapAndTable centers={centers} context={context} />
    return (
      <div className={styles.page}>
        <PageHead title={TITLE} lead={<Disclaimer context={context} />} />
        <EmptyText>{NO_MAP_DATA}</EmptyText>
      </div>
    )
  },
})

const TITLE = 'Data Center Map'

/** M-05 */
function Disclaimer({ context }: { context: PageContext }) {
  return `${context.global.provider.name} operates over 150 data centers worldwide; not every cloud runs in all of them.`
}

function Sentence({ cloud, centers }: { cloud: string; centers: readonly MapCenter[] }) {
  const { where, troubles } = centersSentence(cloud, centers)
  return (
    <>
      {where}
      {troubles.length === 0 && ', all running'}
      {troubles.map(({ state, words }, index) => (
        <span key={state}>
          {index === 0 ? '; ' : ', '}
          <strong className={`${tones.tone} ${styles.trouble}`} data-tone={toneOfCenterState(state)}>
            <StateShape tone={toneOfCenterState(state)} /> {words}
          </strong>
        </span>
      ))}
      .
    </>
  )
}

function MapAndTable({ centers, context }: { centers: readonly MapCenter[]; context: PageContext }) {
  const map = useRef<WorldMapHandle>(null)
  const isAlive = useIsAlive()
  const [chosen, setChosen] = useState<string | undefined>(WORLD_REGION)
  const { typed, setTyped, search } = useSearch(context)
  const regions = useMemo(() => byRegion(centers), [centers])
  const wanted = centers.filter((center) => isLookedFor(center, search))
  const isWanted = (center: MapCenter) => isLookedFor(center, search)

  const showRegion = (anchor: string) => {
    setChosen(anchor)
    const region = regions.find((each) => each.anchor === anchor)
    if (region === undefined) map.current?.showWorld()
    else map.current?.show(region.centers)
  }
  const showWanted = () => {
    setChosen(search === '' ? WORLD_REGION : undefined)
    if (search === '') map.current?.showWorld()
    else if (wanted.length > 0) map.current?.show(wanted)
  }

  return (
    <div className={styles.page}>
      <PageHead
        title={TITLE}
        lead={
          <>
            <Sentence cloud={context.cloud.domain} centers={centers} /> <Disclaimer context={context} />
          </>
        }
      >
        <CenterSearch
          path={context.path}
          typed={typed}
          onType={setTyped}
          onSubmit={showWanted}
          foundWords={foundWords(search, wanted.length)}
        />
      </PageHead>
      <section className={styles.map} aria-label="Map">
        <RegionJumps regions={regions} chosen={chosen} onChoose={showRegion} isAlive={isAlive} />
        <WorldMap
          ref={map}
          centers={centers}
          isLookedFor={isWanted}
          context={context}
          onMoved={() => setChosen(undefined)}
        />
      </section>
      {wanted.length === 0 ? (
        <EmptyText>No data center matches.</EmptyText>
      ) : (
        <CenterTable regions={regions} isLookedFor={isWanted} context={context} />
      )}
    </div>
  )
}

function isLookedFor(center: MapCenter, search: string) {
  return isMeant(search, {
    name: center.name,
    city: `${center.place} ${center.region} ${kindsInWords(center)}`,
  })
}

function foundWords(search: string, amount: number) {
  if (search === '') return ''
  return amount === 0 ? 'No data center matches' : `${counted(amount, 'data center')} found`
}
