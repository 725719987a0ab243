import type { PostRecord, RecordInPlace } from '../../contract/records.ts'
import { listAddress, WHOLE_LIST } from '../../domain/list-query.ts'
import { wholeCloudInWords } from '../../domain/verdict.ts'
import { distinctNames } from '../../ui/parts/words.ts'
import type { PageContext } from '../page.ts'
import { cloudStatusPath } from '../parts/cloud-status-path.ts'
import type { ListLink } from './list-of-record.ts'

export interface AffectedPlaces {
  /** "All of Northwall": a record without services and data centers is about everything (S-03). */
  wholeCloud?: string
  services: readonly NamedPlace[]
  dataCenters: readonly NamedPlace[]
}

export interface NamedPlace {
  name: string
  to?: string
}

function namedPlaces({
  services,
  datacenters,
}: PostRecord): Pick<AffectedPlaces, 'services' | 'dataCenters'> {
  const named = (places: PostRecord['services']) => distinctNames(places).map((name) => ({ name }))
  return { services: named(services), dataCenters: named(datacenters) }
}

/** With links on this cloud: a service to its row on the Cloud Status page, a data center to the filtered list. */
export function affectedPlaces(
  record: RecordInPlace,
  { list, ...context }: Pick<PageContext, 'global' | 'cloud'> & { list: ListLink | undefined },
): AffectedPlaces {
  const { services, dataCenters } = namedPlaces(record)
  const here = record.places_here
  const statusPath = serviceStatusPath(context)
  // Lists of notifications have no data center filter.
  const listPath = record.post_type === 'notification' ? undefined : list?.path
  return {
    ...(isAboutWholeCloud(record) && { wholeCloud: wholeCloudInWords(context.cloud.title) }),
    services: linked(services, here.services, (tid) => statusPath && `${statusPath}#row-${tid}`),
    dataCenters: linked(
      dataCenters,
      here.datacenters,
      (tid) => listPath && listAddress(listPath, { ...WHOLE_LIST, dataCenters: [tid] }),
    ),
  }
}

/** An advisory or notification without places may affect none. */
function isAboutWholeCloud({ post_type, services, datacenters }: PostRecord) {
  const isAboutPlaces = post_type === 'incident' || post_type === 'maintenance'
  return isAboutPlaces && services.length === 0 && datacenters.length === 0
}

function linked(
  named: readonly NamedPlace[],
  here: PostRecord['services'],
  addressOf: (tid: number) => string | undefined,
): NamedPlace[] {
  return named.map(({ name }) => {
    const place = here.find((each) => each.name === name)
    const to = place === undefined ? undefined : addressOf(place.tid)
    return to === undefined ? { name } : { name, to }
  })
}

function serviceStatusPath({ global, cloud }: Pick<PageContext, 'global' | 'cloud'>): string | undefined {
  if (cloud.cloud_status.core_cloud_services !== '1') return undefined
  return cloudStatusPath({ global, cloud })
}
