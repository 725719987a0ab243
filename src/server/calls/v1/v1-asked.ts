import type { FastifyRequest } from 'fastify'
import type { ApiToken } from '../../../accounts/tokens/find-token.ts'
import type { V1Answer, V1CallName, V1Input } from '../../../contract/v1/v1-calls.ts'
import type { Actor } from '../../../domain/actor.ts'
import type { AccountContext } from '../../context.ts'

/** A call of a program as its handler sees it: permitted and parsed. */
export interface V1Asked<C extends V1CallName> {
  context: AccountContext
  input: V1Input<C>
  token: ApiToken
  /** By the name of the token. */
  actor: Actor
  now: Date
  /** For the verbs: the same when the same request comes again, so that they do nothing twice either. */
  key: string
  request: FastifyRequest
}

export type V1Handler<C extends V1CallName> = (asked: V1Asked<C>) => Promise<V1Answer<C>>
export type V1Handlers<C extends V1CallName> = { [Name in C]: V1Handler<Name> }
