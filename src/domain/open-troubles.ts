import type { CloudState } from './cloud.ts'
import { gravity } from './map/center-state.ts'
import type { OpenTrouble } from './personal-verdict.ts'
import type { PlaceKind } from './place-address.ts'
import { reachParts } from './reach-parts.ts'
import type { Reach } from './verdict.ts'

export interface PublicReach {
  whole_cloud: boolean
  services: readonly PublicPlace[]
  datacenters: readonly PublicPlace[]
}

interface PublicPlace {
  tid: number
  name: string
  /** `state` and `since` are absent if they are the same as for the record. */
  state?: CloudState
  since?: string
}

export function troublesIn({
  incidents,
  maintenance,
}: {
  incidents: readonly (PublicReach & { state: CloudState; since: string })[]
  maintenance: readonly (PublicReach & { out_of_service: boolean })[]
}): OpenTrouble[] {
  return [
    ...incidents.flatMap(({ state, since, ...affected }) =>
      partsIn(affected, { state, since }).flatMap((part): OpenTrouble[] =>
        part.state === 'operational' ? [] : [{ ...part, state: part.state }],
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

function partsIn(affected: PublicReach, of: { state: CloudState; since: string }) {
  const at = (place: PlaceKind, id: number) =>
    (place === 'service' ? affected.services : affected.datacenters).find(({ tid }) => tid === id)
  const stateAt = (place: PlaceKind, tid: number) => at(place, tid)?.state ?? of.state
  const sinceAt = (place: PlaceKind, tid: number) => Date.parse(at(place, tid)?.since ?? of.since)
  const reach = reachIn(affected)
  const parts = reachParts(reach, stateAt, gravity).flatMap(({ grade: state, reach: equallyGrave }) =>
    // A service in a data center is affected as soon as both are.
    reachParts(equallyGrave, sinceAt, (since) => -since).map((part) => ({
      state,
      since: new Date(part.grade),
      reach: part.reach,
    })),
  )
  return parts.length === 0 ? [{ state: of.state, since: new Date(of.since), reach }] : parts
}
