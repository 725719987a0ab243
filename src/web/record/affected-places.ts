import type { PostRecord, RecordInPlace } from '../../contract/records.ts'
import { listAddress, WHOLE_LIST } from '../../domain/list-query.ts'
import { placeStateWords } from '../../domain/place-states.ts'
import { stateOfSeverity } from '../../domain/record.ts'
import { wholeCloudInWords } from '../../domain/verdict.ts'
import { severityName } from '../../ui/parts/severity-name.ts'
import { type Tone, toneOfState } from '../../ui/parts/tone.ts'
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
  /** Set while it differs from the state of the record. */
  state?: { word: string; tone: Tone }
}

/** A service exists once per cloud, under the same name. Readers see the one of their cloud. */
function namedPlaces(
  { post_type }: PostRecord,
  places: PostRecord['services'],
  here: PostRecord['services'],
): NamedPlace[] {
  return distinctNames(places).map((name) => {
    const { severityId } = [...here, ...places].find((place) => place.name === name) ?? {}
    return severityId === undefined ? { name } : { name, state: stateOf(post_type, severityId) }
  })
}

function stateOf(kind: PostRecord['post_type'], severityId: number): NonNullable<NamedPlace['state']> {
  return {
    word: placeStateWords(kind, severityId, severityName(severityId) ?? ''),
    tone: toneOfState(stateOfSeverity(severityId)),
  }
}

export function affectedPlaces(
  record: RecordInPlace,
  { list, ...context }: Pick<PageContext, 'global' | 'cloud'> & { list: ListLink | undefined },
): AffectedPlaces {
  const here = record.places_here
  const services = namedPlaces(record, record.services, here.services)
  const dataCenters = namedPlaces(record, record.datacenters, here.datacenters)
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
  return named.map((each) => {
    const place = here.find(({ name }) => each.name === name)
    const to = place === undefined ? undefined : addressOf(place.tid)
    return to === undefined ? each : { ...each, to }
  })
}

function serviceStatusPath({ global, cloud }: Pick<PageContext, 'global' | 'cloud'>): string | undefined {
  if (cloud.cloud_status.core_cloud_services !== '1') return undefined
  return cloudStatusPath({ global, cloud })
}
