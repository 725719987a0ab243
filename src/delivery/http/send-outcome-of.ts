import type { PostedKind } from '../../domain/notifying/channel.ts'
import type { SendOutcome } from '../sender.ts'
import type { PostOutcome } from './poster.ts'

/**
 * Only 410 is final. Other refusals may be mistakes that someone fixes. Webhooks can be repeated often,
 * because receivers recognize them by their ID. In a chat, people see every copy.
 */
export function sendOutcomeOf(outcome: PostOutcome, kind: PostedKind): SendOutcome {
  switch (outcome.kind) {
    case 'answered':
      return outcomeOfStatus(outcome)
    case 'not-allowed':
      return { kind: 'refused', reason: 'not allowed' }
    case 'timeout':
    case 'unreachable':
      return { kind: outcome.isSent && kind !== 'webhook' ? 'perhaps' : 'later', reason: outcome.kind }
    case 'too-late':
      return outcome
  }
}

function outcomeOfStatus({ status, retryAfterS }: Extract<PostOutcome, { kind: 'answered' }>): SendOutcome {
  const reason = `http ${status}`
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 410) return { kind: 'gone', reason }
  const passesByItself = status >= 500 || PASSING.includes(status)
  if (!passesByItself) return { kind: 'refused', reason }
  return { kind: 'later', reason, ...(retryAfterS !== undefined && { retryAfterS }) }
}

const PASSING: readonly number[] = [408, 425, 429]
