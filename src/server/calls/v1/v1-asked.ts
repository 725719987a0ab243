import type { FastifyRequest } from 'fastify'
import type { ApiToken } from '../../../accounts/tokens/find-token.ts'
import type { V1Record } from '../../../contract/v1/record.ts'
import type { V1Answer, V1CallName, V1Input } from '../../../contract/v1/v1-calls.ts'
import type { Actor } from '../../../domain/actor.ts'
import type { ApprovalPass } from '../../../domain/newsroom/approval.ts'
import { readV1Record } from '../../../publishing/automation/read-v1-record.ts'
import type { AccountContext } from '../../context.ts'
import { noSuchRecord } from '../record-faults.ts'

export interface V1Asked<C extends V1CallName> {
  context: AccountContext
  input: V1Input<C>
  token: ApiToken
  actor: Actor
  now: Date
  /** Idempotency key for the verbs: the same for a repeated request, so that it takes effect only once. */
  key: string
  request: FastifyRequest
}

export type V1Handler<C extends V1CallName> = (asked: V1Asked<C>) => Promise<V1Answer<C>>
export type V1Handlers<C extends V1CallName> = { [Name in C]: V1Handler<Name> }

const waiting = new WeakSet<object>()

/** Answers with 202: the request waits for a second person, or continues after the answer. */
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

export async function recordForProgram(
  { context: { newsroom, config }, token }: { context: AccountContext; token: ApiToken },
  { id }: { id: number },
): Promise<{ data: V1Record }> {
  const data = await readV1Record(newsroom.db, {
    recordId: id,
    publicUrl: config.publicUrl,
    limit: token.limit,
  })
  if (data === undefined) throw noSuchRecord(id)
  return { data }
}
