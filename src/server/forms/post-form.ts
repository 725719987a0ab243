import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endOwnSession } from '../../accounts/sign-out.ts'
import { type CallAnswer, type CallInput, type CallName, calls } from '../../contract/calls.ts'
import type { ErrorBody } from '../../contract/endpoint.ts'
import { type FormPath, formPageAddress } from '../../domain/account/account-pages.ts'
import { flashCookie } from '../../domain/account/flash.ts'
import {
  clearedSessionCookies,
  readableSession,
  sessionOfCookies,
} from '../../domain/account/session-cookies.ts'
import {
  type CallResult,
  type CallSite,
  type Sent,
  sendAccountForm,
} from '../../web/forms/send-account-form.ts'
import { type AccountContext, heldEdition } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { refusedPageAnswer } from '../render/render-page.ts'

/** Filled in again after a refusal. Passwords never are. */
const SHOWN_AGAIN = ['name', 'email']

interface FormPost {
  app: FastifyInstance
  context: AccountContext
  path: FormPath
  request: FastifyRequest
  reply: FastifyReply
}

export async function postForm({ app, context, path, request, reply }: FormPost) {
  const held = heldEdition(context)
  const fields = (request.body ?? {}) as Readonly<Record<string, string>>
  const query = new URL(request.url, context.config.publicUrl).searchParams
  const { call, cookies } = askOwnApp(app, request)
  const { provider } = held.edition.site
  const session = readableSession(request.headers.cookie ?? '')
  const sent = await sendAccountForm(path, { call, fields, query, provider, session })
  if (sent.kind === 'done') {
    if (sent.endsSession) await endSessionOf(context, request)
    return reply
      .header('set-cookie', [...cookies, ...cookiesOf(sent, { isSecure: context.config.isHttps })])
      .header('cache-control', PRIVATE_CACHE)
      .redirect(sent.to, 303)
  }
  const { status, message, errors } = sent
  const values = Object.fromEntries(Object.entries(fields).filter(([name]) => SHOWN_AGAIN.includes(name)))
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  // Anyone may post any number of empty forms, and each page is rendered just for that request.
  const make = () =>
    refusedPageAnswer(context, held, {
      address: formPageAddress(path, query),
      posted: { status, message, errors, values },
    })
  const answer = await (context.makeInTurn?.(make, clientOf(request)).made ?? make())
  return sendAnswer(request, reply, answer)
}

/** also for a browser that lost its tokens. If the database is down, the session expires on its own. */
async function endSessionOf({ accounts, config }: AccountContext, { headers, log }: FastifyRequest) {
  const own = sessionOfCookies(headers.cookie ?? '', { isSecure: config.isHttps })
  if (own === undefined) return
  await accounts
    .inTime(endOwnSession(accounts.desk, own))
    .catch((error: unknown) => log.warn({ err: error }, 'A session could not be ended'))
}

function cookiesOf({ flash, endsSession }: Sent & { kind: 'done' }, { isSecure }: { isSecure: boolean }) {
  return [
    ...(endsSession === undefined ? [] : clearedSessionCookies({ isSecure })),
    ...(flash === undefined ? [] : [flashCookie(flash, { isSecure })]),
  ]
}

/** The headers that calls check: who the client is, and that our own page sent the request. */
const HANDED_ON = ['cookie', 'host', 'origin', 'sec-fetch-site', 'user-agent'] as const

type Client = Pick<FastifyRequest, 'headers' | 'ip'>

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

/** forms without scripts don't send the token. Their origin has shown that they are our own. */
function csrfOf({ headers }: Client): [string, string][] {
  const session = readableSession(headers.cookie ?? '')
  return session === undefined ? [] : [['x-csrf-token', session.csrf]]
}

function headerOf({ headers }: Client, name: (typeof HANDED_ON)[number]): [string, string][] {
  const value = headers[name]
  return typeof value === 'string' ? [[name, value]] : []
}
