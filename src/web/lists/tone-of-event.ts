import type { EventKind } from '../../domain/calendar/event-kind.ts'
import { type Tone, toneOfState } from '../../ui/parts/tone.ts'

export function toneOfEvent(kind: EventKind): Tone {
  switch (kind) {
    case 'service_disruption':
    case 'service_degradation':
    case 'under_investigation':
      return toneOfState(kind)
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
