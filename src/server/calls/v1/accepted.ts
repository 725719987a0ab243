import type { ApiToken } from '../../../accounts/tokens/find-token.ts'
import type { ApprovalPass } from '../../../domain/newsroom/approval.ts'

const waiting = new WeakSet<object>()

/** Marks an answer to a request that waits for a second person, or goes on after it: its status is 202. */
export function accepted<Answer extends object>(answer: Answer): Answer {
  waiting.add(answer)
  return answer
}

export function isAccepted(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && waiting.has(answer)
}

export function passOf({ scopes }: ApiToken): ApprovalPass | undefined {
  return scopes.includes('approval:skip') ? { kind: 'exempt' } : undefined
}
