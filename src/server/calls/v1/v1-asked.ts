import type { FastifyRequest } from 'fastify'
import type { ApiToken } from '../../../accounts/tokens/find-token.ts'
import type { V1Answer, V1CallName, V1Input } from '../../../contract/v1/v1-calls.ts'
import type { Actor } from '../../../domain/actor.ts'
import type { AccountContext } from '../../context.ts'

export interface V1Asked<C extends V1CallName> {
  context: AccountContext
  input: V1Input<C>
  token: ApiToken
  actor: Actor
  now: Date
  /** Idempotency key for the verbs: the same for a repeated request, so that nothing happens twice. */
  key: string
  request: FastifyRequest
}

export type V1Handler<C extends V1CallName> = (asked: V1Asked<C>) => Promise<V1Answer<C>>
export type V1Handlers<C extends V1CallName> = { [Name in C]: V1Handler<Name> }
