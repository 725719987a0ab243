import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endOwnSession } from '../../accounts/sign-out.ts'
import { type FormPath, formPageAddress } from '../../domain/account/account-pages.ts'
import { flashCookie } from '../../domain/account/flash.ts'
import {
  clearedSessionCookies,
  readableSession,
  sessionOfCookies,
} from '../../domain/account/session-cookies.ts'
import { type Sent, sendAccountForm } from '../../web/forms/send-account-form.ts'
import { type AccountContext, heldEdition } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { refusedPageAnswer } from '../render/render-page.ts'
import { askOwnApp } from './ask-own-app.ts'

/** Fields that are filled in again after a refusal. Passwords never are. */
const SHOWN_AGAIN = ['name', 'email']

export interface FormPost {
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

/** also for a browser that lost its tokens. If the database is down, the session expires by itself. */
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
