import { SEVERITY, stateOfSeverity } from '../record.ts'

/** States of a data center, service or cloud, worst last. Announced maintenance ranks below anything that broke. */
export const CENTER_STATES = [
  'operational',
  'under_maintenance',
  'under_investigation',
  'service_degradation',
  'service_disruption',
] as const
export type CenterState = (typeof CENTER_STATES)[number]

export interface OpenAt {
  post_type: 'incident' | 'maintenance'
  severityId: number
}

export function centerState(open: readonly OpenAt[]): CenterState {
  return gravestOf(open.map(stateWith))
}

function stateWith({ post_type, severityId }: OpenAt): CenterState {
  if (post_type === 'incident') return stateOfSeverity(severityId)
  return severityId === SEVERITY.noServiceImpact ? 'operational' : 'under_maintenance'
}

export function gravestOf(states: readonly CenterState[]): CenterState {
  return CENTER_STATES[Math.max(0, ...states.map(gravity))] ?? 'operational'
}

export function gravity(state: CenterState): number {
  return CENTER_STATES.indexOf(state)
}

const WORDS: Record<CenterState, string> = {
  operational: 'running',
  under_maintenance: 'under maintenance',
  under_investigation: 'under investigation',
  service_degradation: 'degraded',
  service_disruption: 'disrupted',
}

export function centerStateWord(state: CenterState): string {
  return WORDS[state]
}
