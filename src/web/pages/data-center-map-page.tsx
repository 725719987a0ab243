import { useCallback, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import {
  type ChosenPlaces,
  countChosen,
  formatChosen,
  isChosen,
  MINE,
  mineIn,
} from '../../domain/chosen-places.ts'
import { isGovernmental } from '../../domain/cloud.ts'
import { LONGEST_SEARCH, type MapQuery, mapAddress, mapQuery, searchOf } from '../../domain/map/map-query.ts'
import { NO_MAP_DATA } from '../../domain/texts.ts'
import { counted } from '../../ui/parts/words.ts'
import { CenterTable } from '../map/center-table.tsx'
import { byRegion, type MapCenter, rowId, toMapCenter } from '../map/map-center.ts'
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

const SHOWN = 5

function CenterHits({ search, found }: { search: string; found: readonly MapCenter[] }) {
  const more = found.length - SHOWN
  const isSearching = search !== ''
  return (
    <div className={styles.hits} data-empty={isSearching ? undefined : ''}>
      <p role="status">{isSearching ? foundWords(found.length) : ''}</p>
      {isSearching && found.length > 0 && (
        <ul aria-label="Found">
          {found.slice(0, SHOWN).map((center) => (
            <li key={center.tid}>
              <a href={`#${rowId(center)}`}>{center.name}</a>
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      )}
    </div>
  )
}

function foundWords(amount: number) {
  return amount === 0 ? 'No data center matches' : `${counted(amount, 'data center')} found`
}

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
    return {
      ...pageMeta(path, names, { title: TITLE, description }),
      canonicalPath: path,
      ...(countChosen(mineIn(query)) > 0 && { noindex: true }),
    }
  },

  Content({ data: { centers }, context }) {
    if (centers.length > 0) return <MapAndTable centers={centers} context={context} />
    return (
      <div className="page-body">
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
    <div className="page-body">
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

function CenterSearch({
  path,
  mine,
  typed,
  onType,
  onSubmit,
}: {
  path: string
  mine: ChosenPlaces
  typed: string
  onType: (typed: string) => void
  onSubmit: () => void
}) {
  const inputId = useId()
  return (
    <search className={styles.search}>
      <form
        method="get"
        action={path}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {countChosen(mine) > 0 && <input type="hidden" name={MINE} value={formatChosen(mine)} />}
        <label htmlFor={inputId} className="hidden">
          Find a data center by name, place or kind
        </label>
        <input
          id={inputId}
          type="search"
          name="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST_SEARCH}
          placeholder="Find a data center"
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') onType('')
          }}
        />
        <button type="submit" className={`button ${styles.show}`}>
          Find
        </button>
      </form>
    </search>
  )
}
