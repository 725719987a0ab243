import type { Publication } from './publication.ts'

export type PublicationTone =
  | 'disruption'
  | 'degradation'
  | 'investigation'
  | 'planned'
  | 'advisory'
  | 'up'
  | 'quiet'

export function publicationTone({ kind, step, content }: Publication): PublicationTone {
  const isOver = step === 'resolved' || step === 'completed' || content.closed_on !== null
  if (step === 'postponed' || step === 'cancelled' || content.is_put_off) return 'quiet'
  if (isOver) return 'up'
  switch (kind) {
    case 'incident':
      return TONE_OF_SEVERITY[content.severity] ?? 'planned'
    case 'maintenance':
      return 'planned'
    case 'advisory':
      return 'advisory'
    case 'notification':
      return 'quiet'
  }
}

/** By name, because publications keep the names of their time. A severity that staff renamed looks informational. */
const TONE_OF_SEVERITY: Record<string, PublicationTone> = {
  'Service Disruption': 'disruption',
  'Service Degradation': 'degradation',
  'Under Investigation': 'investigation',
  'Security Advisory': 'advisory',
}
