import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Browser } from '../../accounts/enter.ts'
import type { SignedInViewer } from '../../accounts/viewer.ts'
import type { CallAnswer, CallInput, CallName, Calls } from '../../contract/calls.ts'
import { deviceOfCookies, sessionOfCookies } from '../../domain/account/session-cookies.ts'
import type { AccountContext, AppContext } from '../context.ts'
import { Fault } from '../http/faults.ts'

export interface Asked<C extends CallName> {
  context: AccountContext
  input: CallInput<C>
  viewer: Calls[C]['access'] extends 'anyone' ? undefined : SignedInViewer
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<C extends CallName> = (asked: Asked<C>) => Promise<CallAnswer<C>>
export type Handlers<C extends CallName> = { [Name in C]: Handler<Name> }

export function browserOf({ config }: Pick<AppContext, 'config'>, { ip, headers }: FastifyRequest): Browser {
  const isSecure = config.isHttps
  const cookies = headers.cookie ?? ''
  return {
    // The zone of a link-local address means nothing on other hosts.
    address: ip.replace(/%.*$/, ''),
    userAgent: headers['user-agent'],
    sessionToken: sessionOfCookies(cookies, { isSecure }),
    deviceToken: deviceOfCookies(cookies, { isSecure }),
  }
}

export function wrongFields(errors: Readonly<Record<string, string | undefined>>): Fault {
  const named = Object.entries(errors).filter((error): error is [string, string] => error[1] !== undefined)
  const [first] = named
  return new Fault('wrong-input', {
    ...(first !== undefined && { message: first[1] }),
    errors: Object.fromEntries(named),
  })
}
