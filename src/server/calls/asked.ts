import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedInViewer } from '../../accounts/viewer.ts'
import type { CallAnswer, CallInput, CallName, Calls } from '../../contract/calls.ts'
import type { AccountContext } from '../context.ts'

/** A call as its handler sees it: permitted and parsed. */
export interface Asked<C extends CallName> {
  context: AccountContext
  input: CallInput<C>
  /** Whoever calls what is not for anyone is known. */
  viewer: Calls[C]['access'] extends 'anyone' ? undefined : SignedInViewer
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<C extends CallName> = (asked: Asked<C>) => Promise<CallAnswer<C>>
export type Handlers<C extends CallName> = { [Name in C]: Handler<Name> }
