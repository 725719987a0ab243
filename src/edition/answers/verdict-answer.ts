import { type Verdict, verdict } from '../../domain/verdict.ts'
import { type Edition, findCloud, type Site, type SiteCloud } from '../edition.ts'
import { openIncidents, whenOf } from '../record-shelf.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'

export const verdictAnswer: Answerer<'/api/verdict'> = ({ edition }, { cloud: machineName }) => {
  const cloud = findCloud(edition, machineName)
  if (cloud === undefined) return unknownCloud(machineName)
  const said = verdictOf(edition, cloud)
  return value({
    data: {
      state: said.state,
      trouble: said.trouble,
      rest: said.rest,
      since: said.since?.toISOString() ?? null,
      next_update: said.nextUpdate?.toISOString() ?? null,
      incident: said.incident,
      open_count: said.openCount,
    },
  })
}

/** What the site says of a cloud, wherever it says it. */
export function verdictOf({ site, records }: Edition, cloud: SiteCloud): Verdict {
  // An incident may be on several clouds; what it broke on another one is not this one's trouble.
  const own = new Set([
    ...cloud.serviceCategories.flatMap(({ services }) => services.map(({ tid }) => tid)),
    ...cloud.regions.flatMap(({ dataCenters }) => dataCenters.map(({ tid }) => tid)),
  ])
  const ownNames = (known: Site['services'] | Site['dataCenters'], tids: readonly number[]) =>
    tids.flatMap((tid) => (own.has(tid) ? (known.get(tid)?.name ?? []) : []))
  return verdict(
    cloud.title,
    openIncidents(records, cloud.id).map((record) => ({
      id: record.id,
      title: record.title,
      severityTid: record.severity_tid,
      since: new Date(whenOf(record)),
      nextUpdate: record.next_update,
      services: ownNames(site.services, record.services),
      dataCenters: ownNames(site.dataCenters, record.dataCenters),
    })),
  )
}
