import type { CenterState } from '../../domain/map/center-state.ts'

const WORDS: Record<CenterState, string> = {
  operational: 'Running',
  under_maintenance: 'Under Maintenance',
  under_investigation: 'Under Investigation',
  service_degradation: 'Service Degradation',
  service_disruption: 'Service Disruption',
}

export function stateWord(state: CenterState): string {
  return WORDS[state]
}
