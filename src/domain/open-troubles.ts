import type { CloudState } from './cloud.ts'
import { gravity } from './map/center-state.ts'
import type { OpenTrouble } from './personal-verdict.ts'
import type { PlaceKind } from './place-address.ts'
import { reachParts } from './reach-parts.ts'
import type { Reach } from './verdict.ts'

/** What an open record affects, as the public verdict lists it. A place may have a state of its own. */
export interface PublicReach {
  whole_cloud: boolean
  services: readonly { tid: number; name: string; state?: CloudState }[]
  datacenters: readonly { tid: number; name: string; state?: CloudState }[]
}

/** The same on the server and in the browser, which has the public verdict anyway. */
export function troublesIn({
  incidents,
  maintenance,
}: {
  incidents: readonly (PublicReach & { state: CloudState; since: string })[]
  maintenance: readonly (PublicReach & { out_of_service: boolean })[]
}): OpenTrouble[] {
  return [
    ...incidents.flatMap(({ state, since, ...affected }) =>
      partsIn(affected, state).flatMap((part): OpenTrouble[] =>
        part.state === 'operational' ? [] : [{ ...part, state: part.state, since: new Date(since) }],
      ),
    ),
    ...maintenance
      .filter(({ out_of_service }) => out_of_service)
      .map((work): OpenTrouble => ({ state: 'under_maintenance', since: null, reach: reachIn(work) })),
  ]
}

export function reachIn({ whole_cloud, services, datacenters }: PublicReach): Reach {
  return { isWholeCloud: whole_cloud, services: [...services], dataCenters: [...datacenters] }
}

function partsIn(affected: PublicReach, state: CloudState): { state: CloudState; reach: Reach }[] {
  const { services, datacenters } = affected
  const stateAt = (place: PlaceKind, id: number) =>
    (place === 'service' ? services : datacenters).find(({ tid }) => tid === id)?.state ?? state
  const parts = reachParts(reachIn(affected), stateAt, gravity)
  return parts.length === 0
    ? [{ state, reach: reachIn(affected) }]
    : parts.map(({ grade, reach }) => ({ state: grade, reach }))
}
