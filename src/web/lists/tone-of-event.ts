import type { EventKind } from '../../domain/calendar/event-kind.ts'
import type { Tone } from '../parts/tone.ts'

export function toneOfEvent(kind: EventKind): Tone {
  switch (kind) {
    case 'service_disruption':
      return 'disruption'
    case 'service_degradation':
      return 'degradation'
    case 'under_investigation':
      return 'investigation'
    case 'security_advisory':
      return 'advisory'
    case 'scheduled':
      return 'planned'
    case 'completed':
      return 'up'
    case 'informational':
      return 'notice'
    case 'postponed':
      return 'quiet'
  }
}
