import type { CloudState } from '../../domain/cloud.ts'

const WORDS: Record<CloudState, string> = {
  operational: 'Running',
  under_investigation: 'Under Investigation',
  service_degradation: 'Service Degradation',
  service_disruption: 'Service Disruption',
}

export function stateWord(state: CloudState): string {
  return WORDS[state]
}
