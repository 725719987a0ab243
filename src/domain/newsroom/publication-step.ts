import type { PublicationStep } from '../notifying/publication.ts'
import type { RecordKind } from '../record.ts'
import type { StatusTraits } from './derive-record.ts'

/** By the class of the status: the same as the steps that set it. */
const ENDS: Readonly<Record<string, PublicationStep>> = { postponed: 'postponed', archived: 'cancelled' }

/** What publishing a draft means to subscribers. */
export function publicationStep({
  kind,
  before,
  after,
  isWithdrawn,
  isCorrection,
}: {
  kind: RecordKind
  /** Undefined if never published. */
  before: StatusTraits | undefined
  after: StatusTraits
  /** It was published before, and readers don't see it now. */
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
