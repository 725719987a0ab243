import type { ReadAnswer } from '../../contract/public-reads.ts'
import { pageMeta } from '../../domain/page-meta.ts'
import { NO_MAP_DATA } from '../../domain/texts.ts'
import { definePage, found } from '../page.ts'
import { EmptyText } from '../parts/empty-text.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { counted } from '../parts/words.ts'
import styles from './data-center-map-page.module.css'

type DataCenter = ReadAnswer<'/api/dc_map/:cloud'>['data']['datacenters'][number]

interface Place {
  tid: number
  name: string
  place: string
  kinds: string[]
}

interface Data {
  regions: { title: string; places: Place[] }[]
}

export const dataCenterMapPage = definePage<Data>({
  async load(context) {
    const { data } = await context.read('/api/dc_map/:cloud', { cloud: context.cloud.machine_name })
    return found({ regions: byRegion(data.datacenters) })
  },

  meta(_, { path, cloud, global }) {
    const names = { cloud: cloud.domain, provider: global.provider.name }
    return pageMeta(path, names, {
      title: 'Data Center Map',
      description: `The data centers of ${cloud.domain} by region, city and kind.`,
    })
  },

  Content({ data: { regions }, context }) {
    const total = regions.reduce((sum, region) => sum + region.places.length, 0)
    return (
      <div className={styles.page}>
        <PageHead
          title="Data Center Map"
          lead={
            <>
              {total > 0 &&
                `${context.cloud.domain} runs in ${counted(total, 'data center')} in ${counted(regions.length, 'region')}. `}
              {context.global.provider.name} operates over 150 data centers worldwide; not every cloud runs in
              all of them.
            </>
          }
        />
        {total === 0 ? (
          <EmptyText>{NO_MAP_DATA}</EmptyText>
        ) : (
          <>
            <Contents regions={regions} />
            {regions.map((region) => (
              <Region key={region.title} {...region} />
            ))}
          </>
        )}
      </div>
    )
  },
})

function Contents({ regions }: Data) {
  return (
    <nav className={styles.contents} aria-label="Regions">
      <ul>
        {regions.map(({ title, places }) => (
          <li key={title}>
            <a href={`#${anchorOf(title)}`}>{title}</a> {places.length}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function anchorOf(region: string) {
  return region.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

function Region({ title, places }: { title: string; places: Place[] }) {
  return (
    <section className={styles.region} id={anchorOf(title)}>
      <header>
        <h2>{title}</h2>
        <p>{counted(places.length, 'data center')}</p>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">Data center</th>
            <th scope="col">Place</th>
            <th scope="col">Kind</th>
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr key={place.tid}>
              <th scope="row">{place.name}</th>
              <td>{place.place}</td>
              <td>{place.kinds.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Regions in the order in which the server first names them. */
function byRegion(centers: readonly DataCenter[]): Data['regions'] {
  return [...new Set(centers.map((center) => center.region))].map((title) => ({
    title,
    places: centers.filter((center) => center.region === title).map(toPlace),
  }))
}

/** Here and not while rendering: server and browser may know a country under different names. */
function toPlace(center: DataCenter): Place {
  const country = COUNTRY_NAMES.of(center.country) ?? center.country
  return {
    tid: center.tid,
    name: center.name,
    place: center.city === country ? center.city : `${center.city}, ${country}`,
    kinds: kindsOf(center),
  }
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' })

/** M-03, in words. */
function kindsOf(center: DataCenter): string[] {
  const kinds = [
    center.premium_dc === 1 ? 'Premium' : undefined,
    center.intfedmoddc === 1 ? 'FedRAMP Moderate' : undefined,
    center.regional_surcharge === 1 ? 'Regional surcharge' : undefined,
  ].filter((kind) => kind !== undefined)
  return kinds.length === 0 ? ['Standard'] : kinds
}
