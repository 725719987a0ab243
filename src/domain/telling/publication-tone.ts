import type { Publication } from './publication.ts'

/** What a message says by colour and shape, besides its words. */
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
  if (step === 'postponed' || step === 'cancelled') return 'quiet'
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

/** A publication keeps the words of the day; a severity that staff have renamed has the colour of plain news. */
const TONE_OF_SEVERITY: Record<string, PublicationTone> = {
  'Service Disruption': 'disruption',
  'Service Degradation': 'degradation',
  'Under Investigation': 'investigation',
  'Security Advisory': 'advisory',
}
