import { findNamed } from '../../domain/automation/find-named.ts'
import type { NewPlaceState } from '../../domain/place-states.ts'
import {
  namesOfDataCenters,
  namesOfPlaceSeverities,
  namesOfServices,
  type Things,
} from './names-of-things.ts'

type Name = string | number

export interface SaidPlaceState {
  service?: Name
  data_center?: Name
  severity: Name | null
}

export type StatesFound = { kind: 'states'; states: NewPlaceState[] } | { kind: 'wrong'; sentence: string }

export function statesOfNames(
  said: readonly SaidPlaceState[],
  { things, clouds }: { things: Things; clouds: readonly number[] },
): StatesFound {
  const services = namesOfServices(things, clouds)
  const centers = namesOfDataCenters(things)
  const severities = namesOfPlaceSeverities(things)
  const states: NewPlaceState[] = []
  const sentences: string[] = []
  for (const { service, data_center, severity } of said) {
    const named = service ?? data_center
    if (named === undefined || (service !== undefined && data_center !== undefined)) {
      sentences.push('Each entry needs either `service` or `data_center`.')
      continue
    }
    const found =
      service === undefined ? findNamed(named, centers, 'data center') : findNamed(named, services, 'service')
    const state = severity === null ? undefined : findNamed(severity, severities, 'severity')
    if (found.kind === 'wrong') sentences.push(found.sentence)
    else if (state?.kind === 'wrong') sentences.push(state.sentence)
    else
      states.push({
        place: service === undefined ? 'data-center' : 'service',
        tid: found.id,
        severity_tid: state?.id ?? null,
      })
  }
  if (sentences.length > 0) return { kind: 'wrong', sentence: [...new Set(sentences)].slice(0, 5).join(' ') }
  return { kind: 'states', states }
}

export function tidsOfStates(states: readonly NewPlaceState[], place: NewPlaceState['place']): number[] {
  return states.flatMap((state) => (state.place === place ? state.tid : []))
}
