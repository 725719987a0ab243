import type { Kysely } from 'kysely'
import type { ThingState, V1Cloud, V1DataCenter, V1Service } from '../../contract/v1/site.ts'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { listOpenIncidents } from '../../db/open-incidents.ts'
import type { CloudState } from '../../domain/cloud.ts'
import { stateOf } from '../../domain/verdict.ts'

type Open = Awaited<ReturnType<typeof listOpenIncidents>>

/** The active clouds, services and data centers, each with its gravest open incident. */
export async function cloudsWithStates(db: Kysely<DB>): Promise<V1Cloud[]> {
  const [{ clouds }, open] = [await readThings(db), await listOpenIncidents(db)]
  return clouds
    .filter(({ is_retired }) => !is_retired)
    .map(({ id, machine_name, title, domain }) => ({
      machine_name,
      title,
      domain,
      state: gravest(open, (incident) => incident.clouds.includes(id)),
    }))
}

export async function servicesWithStates(db: Kysely<DB>, cloud: string | undefined): Promise<V1Service[]> {
  const [{ clouds, service_categories }, open] = [await readThings(db), await listOpenIncidents(db)]
  return clouds
    .filter(({ is_retired, machine_name }) => !is_retired && (cloud ?? machine_name) === machine_name)
    .flatMap(({ id, machine_name }) =>
      service_categories
        .filter(({ cloud_id }) => cloud_id === id)
        .flatMap(({ title, services }) =>
          services
            .filter(({ is_retired }) => !is_retired)
            .map(({ tid, name }) => ({
              tid,
              name,
              category: title,
              cloud: machine_name,
              state: gravest(open, (incident) => incident.services.includes(tid)),
            })),
        ),
    )
}

export async function dataCentersWithStates(
  db: Kysely<DB>,
  cloud: string | undefined,
): Promise<V1DataCenter[]> {
  const [{ clouds, regions }, open] = [await readThings(db), await listOpenIncidents(db)]
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
        state: gravest(open, (incident) => incident.dataCenters.includes(tid)),
      }))
      .filter((center) => cloud === undefined || center.clouds.includes(cloud)),
  )
}

function gravest(open: Open, isThere: (incident: Open[number]) => boolean): ThingState {
  return STATE_OF[stateOf(open.filter(isThere))]
}

const STATE_OF: Record<CloudState, ThingState> = {
  operational: 'operational',
  under_investigation: 'investigation',
  service_degradation: 'degradation',
  service_disruption: 'disruption',
}
