import type { DeliveryOutcome } from '../../domain/senders/delivery.ts'
import type { Tone } from '../../ui/parts/tone.ts'

export const OUTCOME_WORDS: Readonly<Record<DeliveryOutcome, { words: string; tone: Tone }>> = {
  opened: { words: 'New incident', tone: 'disruption' },
  reopened: { words: 'Reopened', tone: 'disruption' },
  resolved: { words: 'Resolved', tone: 'up' },
  updated: { words: 'Updated', tone: 'degradation' },
  gathered: { words: 'In the next update', tone: 'degradation' },
  'left-to-people': { words: 'Left to staff', tone: 'notice' },
  unchanged: { words: 'Nothing new', tone: 'quiet' },
  refused: { words: 'Refused', tone: 'advisory' },
  ignored: { words: 'Ignored', tone: 'quiet' },
  paused: { words: 'Only logged', tone: 'quiet' },
  failed: { words: 'Failed', tone: 'advisory' },
}
