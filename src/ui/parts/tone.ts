import type { CenterState } from '../../domain/map/center-state.ts'
import { SEVERITY } from '../../domain/record.ts'

/** Each tone has a color and its own shape, so that color is never the only sign. */
export type Tone =
  | 'disruption'
  | 'degradation'
  | 'investigation'
  | 'planned'
  | 'advisory'
  | 'up'
  | 'notice'
  | 'quiet'

export function toneOfState(state: CenterState): Tone {
  switch (state) {
    case 'service_disruption':
      return 'disruption'
    case 'service_degradation':
      return 'degradation'
    case 'under_investigation':
      return 'investigation'
    case 'under_maintenance':
      return 'planned'
    case 'operational':
      return 'up'
  }
}

export function toneOfSeverity(tid: number): Tone {
  switch (tid) {
    case SEVERITY.serviceDisruption:
      return 'disruption'
    case SEVERITY.serviceDegradation:
      return 'degradation'
    case SEVERITY.underInvestigation:
      return 'investigation'
    case SEVERITY.securityAdvisory:
      return 'advisory'
    case SEVERITY.informational:
      return 'notice'
    default:
      return 'quiet'
  }
}
