import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { countChosen, isChosen, mineIn } from '../../domain/chosen-places.ts'
import { isGovernmental } from '../../domain/cloud.ts'
import { type MapQuery, mapAddress, mapQuery, searchOf } from '../../domain/map/map-query.ts'
import { NO_MAP_DATA } from '../../domain/texts.ts'
import { CenterHits } from '../map/center-hits.tsx'
import { CenterSearch } from '../map/center-search.tsx'
import { CenterTable } from '../map/center-table.tsx'
import { byRegion, type MapCenter, toMapCenter } from '../map/map-center.ts'
import { kindsInWords } from '../map/map-marker.ts'
import { RegionJumps, WORLD_REGION } from '../map/region-jumps.tsx'
import { TroubleWords } from '../map/trouble-words.tsx'
import { WorldMap, type WorldMapHandle } from '../map/world-map.tsx'
import { type MineView, OnlyMine } from '../mine/only-mine.tsx'
import { definePage, found, type PageContext } from '../page.ts'
import { EmptyText } from '../parts/empty-text.tsx'
import { isMeant } from '../parts/is-meant.ts'
import { PageHead } from '../parts/page-head.tsx'
import { useIsAlive } from '../parts/use-is-alive.ts'
import { type SearchAddress, useSearchInAddress } from '../parts/use-search-in-address.ts'
import styles from './data-center-map-page.module.css'
import { describeMenuItem, pageMeta } from './page-meta.ts'

interface Data {
  centers: MapCenter[]
}

export const dataCenterMapPage = definePage<Data>({
  async load({ read, cloud, global }) {
    const { data } = await read('/api/dc_map/:cloud', { cloud: cloud.machine_name })
    const isGov = isGovernmental(cloud, global.isGov)
    return found({ centers: data.datacenters.map((center) => toMapCenter(center, isGov)) })
  },

  meta(_, { path, cloud, global, query }) {
    const names = { cloud: cloud.domain, provider: global.provider.name }
    const description = describeMenuItem({ route: path, component: 'datacenter' }, names)
    // All searches and selections share one canonical address.
    return {
      ...pageMeta(path, names, { title: TITLE, description }),
      canonicalPath: path,
      ...(countChosen(mineIn(query)) > 0 && { noindex: true }),
    }
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

const SEARCH: Pick<SearchAddress, 'searchIn' | 'searchOf'> = {
  searchIn: (query) => mapQuery(query).search,
  searchOf,
}

function MapAndTable({ centers, context }: { centers: readonly MapCenter[]; context: PageContext }) {
  const map = useRef<WorldMapHandle>(null)
  const isAlive = useIsAlive()
  const [chosen, setChosen] = useState<string | undefined>(WORLD_REGION)
  const { mine } = useMemo(() => mapQuery(context.query), [context.query])
  const isOnlyMine = countChosen(mine) > 0
  const address = useCallback((path: string, search: string) => mapAddress(path, { search, mine }), [mine])
  const { typed, type, search } = useSearchInAddress(context.path, context.query, { ...SEARCH, address })
  const regions = useMemo(() => byRegion(centers), [centers])
  const isWanted = useCallback(
    (center: MapCenter) =>
      isLookedFor(center, search) && (!isOnlyMine || isChosen(mine, 'data-center', center.tid)),
    [search, mine, isOnlyMine],
  )
  const wanted = useMemo(() => centers.filter(isWanted), [centers, isWanted])

  const showRegion = (anchor: string) => {
    setChosen(anchor)
    const region = regions.find((each) => each.anchor === anchor)
    if (region === undefined) map.current?.showWorld()
    else map.current?.show(region.centers)
  }
  const show = (some: readonly MapCenter[]) => {
    setChosen(undefined)
    map.current?.show(some)
  }
  const showWanted = useEffectEvent(() => {
    if (search === '') showRegion(WORLD_REGION)
    else if (wanted.length > 0) show(wanted)
  })

  const lastSearch = useRef('')
  useEffect(() => {
    if (search === lastSearch.current) return
    lastSearch.current = search
    showWanted()
  }, [search])

  return (
    <div className={styles.page}>
      <PageHead
        title={TITLE}
        lead={
          <TroubleWords
            cloud={context.cloud.domain}
            centers={centers}
            isAlive={isAlive}
            onShow={(troubled) => {
              show(troubled)
              map.current?.scrollIntoView()
            }}
          />
        }
      >
        <div className={styles.controls}>
          <CenterSearch
            path={context.path}
            mine={mine}
            typed={typed}
            onType={type}
            onSubmit={() => {
              if (wanted.length > 0) show(wanted)
            }}
          />
          <OnlyMine context={context} view={mineView(context.path, { search, mine })} />
        </div>
      </PageHead>
      <CenterHits search={search} found={wanted} />
      <section className={styles.map} aria-label="Map">
        <RegionJumps regions={regions} chosen={chosen} onChoose={showRegion} isAlive={isAlive} />
        <WorldMap
          ref={map}
          centers={centers}
          isLookedFor={isWanted}
          context={context}
          onMoved={() => setChosen(undefined)}
        />
        <p className={styles.disclaimer}>
          <Disclaimer context={context} />
        </p>
      </section>
      {wanted.length === 0 ? (
        <EmptyText>{isOnlyMine ? 'None of your data centers match.' : 'No data center matches.'}</EmptyText>
      ) : (
        <CenterTable
          regions={regions}
          wanted={wanted}
          isSearching={search !== '' || isOnlyMine}
          context={context}
        />
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

function mineView(path: string, { search, mine }: Required<MapQuery>): MineView {
  return {
    mine,
    isOnly: countChosen(mine) > 0,
    addressOf: (places, isOnly) => mapAddress(path, isOnly ? { search, mine: places } : { search }),
  }
}
