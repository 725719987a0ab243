import type { Kysely } from 'kysely'
import type { ThingState, V1Cloud, V1DataCenter, V1Service } from '../../contract/v1/site.ts'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { listOpenIncidents } from '../../db/open-incidents.ts'
import type { CloudState } from '../../domain/cloud.ts'
import type { PlaceKind } from '../../domain/place-address.ts'
import { gravityThere, severityBeside } from '../../domain/place-states.ts'
import { stateOf } from '../../domain/verdict.ts'
import type { Things } from './names-of-things.ts'

type Open = Awaited<ReturnType<typeof listOpenIncidents>>

interface OpenOn {
  incident: Open[number]
  services: number[]
  dataCenters: number[]
}

export async function cloudsWithStates(db: Kysely<DB>): Promise<V1Cloud[]> {
  const [things, open] = [await readThings(db), await listOpenIncidents(db)]
  return things.clouds
    .filter(({ is_retired }) => !is_retired)
    .map(({ id, machine_name, title, domain }) => ({
      machine_name,
      title,
      domain,
      state: gravest(openOn(things, open, id), severityOnCloud),
    }))
}

export async function servicesWithStates(db: Kysely<DB>, cloud: string | undefined): Promise<V1Service[]> {
  const [things, open] = [await readThings(db), await listOpenIncidents(db)]
  return things.clouds
    .filter(({ is_retired, machine_name }) => !is_retired && (cloud ?? machine_name) === machine_name)
    .flatMap(({ id, machine_name }) => {
      const there = openOn(things, open, id)
      return things.service_categories
        .filter(({ cloud_id }) => cloud_id === id)
        .flatMap(({ title, services }) =>
          services
            .filter(({ is_retired }) => !is_retired)
            .map(({ tid, name }) => ({
              tid,
              name,
              category: title,
              cloud: machine_name,
              state: gravest(there, (each) => severityAtPlace(each, 'service', tid)),
            })),
        )
    })
}

export async function dataCentersWithStates(
  db: Kysely<DB>,
  cloud: string | undefined,
): Promise<V1DataCenter[]> {
  const [things, open] = [await readThings(db), await listOpenIncidents(db)]
  const { clouds, regions } = things
  const there = new Map(
    clouds.filter(({ is_retired }) => !is_retired).map(({ id }) => [id, openOn(things, open, id)]),
  )
  const namesOf = (ids: readonly number[]) =>
    clouds.flatMap(({ id, machine_name, is_retired }) =>
      ids.includes(id) && !is_retired ? [machine_name] : [],
    )
  return regions.flatMap(({ title, data_centers }) =>
    data_centers
      .filter(({ is_retired }) => !is_retired)
      .map(({ tid, name, city, country_code, clouds: of }) => ({
        tid,
        name,
        region: title,
        city,
        country_code,
        clouds: namesOf(of),
        state: gravest(
          of.flatMap((id) => there.get(id) ?? []),
          (each) => severityAtPlace(each, 'data-center', tid),
        ),
      }))
      .filter((center) => cloud === undefined || center.clouds.includes(cloud)),
  )
}

function openOn({ service_categories, regions }: Things, open: Open, cloudId: number): OpenOn[] {
  const services = service_categories
    .filter(({ cloud_id }) => cloud_id === cloudId)
    .flatMap((category) => category.services)
  const centers = regions
    .flatMap(({ data_centers }) => data_centers)
    .filter(({ clouds }) => clouds.includes(cloudId))
  return open
    .filter(({ clouds }) => clouds.includes(cloudId))
    .map((incident) => ({
      incident,
      services: services.map(({ tid }) => tid).filter((tid) => incident.services.includes(tid)),
      dataCenters: centers.map(({ tid }) => tid).filter((tid) => incident.dataCenters.includes(tid)),
    }))
}

/** Undefined if the incident isn't about this place. S-03: without any places, it is about all of its clouds. */
function severityAtPlace(on: OpenOn, place: PlaceKind, tid: number): number | undefined {
  const { incident, services, dataCenters } = on
  if (incident.services.length === 0 && incident.dataCenters.length === 0) return incident.severity_tid
  const [named, others] = place === 'service' ? [services, dataCenters] : [dataCenters, services]
  return named.includes(tid) ? severityBeside(incident, place, tid, others) : undefined
}

/**
 * The severity of its worst place there. If it names only places of other clouds, something is affected
 * here, too.
 */
function severityOnCloud(on: OpenOn): number {
  const [gravestThere] = [
    ...on.services.flatMap((tid) => severityAtPlace(on, 'service', tid) ?? []),
    ...on.dataCenters.flatMap((tid) => severityAtPlace(on, 'data-center', tid) ?? []),
  ].toSorted((a, b) => gravityThere(b) - gravityThere(a))
  return gravestThere ?? on.incident.severity_tid
}

function gravest(there: readonly OpenOn[], severityOf: (on: OpenOn) => number | undefined): ThingState {
  const severities = there.flatMap((on) => {
    const severityTid = severityOf(on)
    return severityTid === undefined ? [] : [{ severityTid, since: on.incident.since }]
  })
  return STATE_OF[stateOf(severities)]
}

const STATE_OF: Record<CloudState, ThingState> = {
  operational: 'operational',
  under_investigation: 'investigation',
  service_degradation: 'degradation',
  service_disruption: 'disruption',
}
