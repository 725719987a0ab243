import type { PublicationStep } from '../notifying/publication.ts'
import type { RecordKind } from '../record.ts'
import type { StatusTraits } from './derive-record.ts'

const ENDS: Readonly<Record<string, PublicationStep>> = { postponed: 'postponed', archived: 'cancelled' }

export function publicationStep({
  kind,
  before,
  after,
  isWithdrawn,
  isCorrection,
}: {
  kind: RecordKind
  before: StatusTraits | undefined
  after: StatusTraits
  isWithdrawn: boolean
  isCorrection: boolean
}): PublicationStep {
  const beginning = kind === 'maintenance' ? 'scheduled' : 'opened'
  if (before === undefined) return beginning
  if (isCorrection) return 'corrected'
  // Withdrawing cancels waiting messages, so subscribers may never have been notified.
  if (isWithdrawn && !after.is_closed) return beginning
  const isEnd = after.is_closed && !before.is_closed
  if (kind !== 'maintenance') return isEnd ? 'resolved' : 'updated'
  if (isEnd) return ENDS[after.class] ?? 'completed'
  const isStart = before.class === 'scheduled' && after.class === 'in-progress'
  return isStart ? 'started' : 'updated'
}
