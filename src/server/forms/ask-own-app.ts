import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CallAnswer, type CallInput, type CallName, calls } from '../../contract/calls.ts'
import type { ErrorBody } from '../../contract/endpoint.ts'
import { readableSession } from '../../domain/account/session-cookies.ts'
import type { CallResult, CallSite } from '../../web/forms/send-account-form.ts'

/** The client's headers that calls must see: who it is, and that our own page sent the request. */
const HANDED_ON = ['cookie', 'host', 'origin', 'sec-fetch-site', 'user-agent'] as const

type Client = Pick<FastifyRequest, 'headers' | 'ip'>

/**
 * Makes the calls of a form that was sent without scripts, on the client's behalf, so that all rules are in the calls.
 * Their cookies go to the client.
 */
export function askOwnApp(app: FastifyInstance, client: Client): { call: CallSite; cookies: string[] } {
  const cookies: string[] = []
  async function call<C extends CallName>(name: C, input: CallInput<C>): Promise<CallResult<C>> {
    const [method, url] = name.split(' ') as ['POST', string]
    const response = await app.inject({
      method,
      url,
      ...partsOf(name, input),
      remoteAddress: client.ip,
      headers: Object.fromEntries([
        ...HANDED_ON.flatMap((header) => headerOf(client, header)),
        ...csrfOf(client),
      ]),
    })
    cookies.push(...[response.headers['set-cookie'] ?? []].flat())
    if (response.statusCode >= 400) {
      const { message, errors = {} } = response.json<ErrorBody>()
      return { kind: 'refused', status: response.statusCode, message, errors }
    }
    return { kind: 'done', answer: (response.statusCode === 204 ? null : response.json()) as CallAnswer<C> }
  }
  return { call, cookies }
}

function partsOf(name: CallName, input: object) {
  const inQuery = Object.keys(calls[name].query.properties)
  const entries = Object.entries(input)
  return {
    query: Object.fromEntries(entries.filter(([field]) => inQuery.includes(field))),
    payload: Object.fromEntries(entries.filter(([field]) => !inQuery.includes(field))),
  }
}

/** added for forms without scripts. Their origin has shown that they are our own. */
function csrfOf({ headers }: Client): [string, string][] {
  const session = readableSession(headers.cookie ?? '')
  return session === undefined ? [] : [['x-csrf-token', session.csrf]]
}

function headerOf({ headers }: Client, name: (typeof HANDED_ON)[number]): [string, string][] {
  const value = headers[name]
  return typeof value === 'string' ? [[name, value]] : []
}
