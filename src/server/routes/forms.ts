import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FORM_PATHS } from '../../domain/account/account-pages.ts'
import { UNSUBSCRIBE_PATH, unsubscribeAsked } from '../../domain/notifying/unsubscribe-address.ts'
import type { AccountContext } from '../context.ts'
import { parseForm } from '../forms/parse-form.ts'
import { askOwnApp, postForm } from '../forms/post-form.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'

export function formRoutes(app: FastifyInstance, context: AccountContext) {
  takeForms(app)
  for (const path of FORM_PATHS) {
    // It has its own route, because mail programs post there in their own way.
    if (path === UNSUBSCRIBE_PATH) continue
    app.post(path, { config: ANYONE, schema: { hide: true } }, (request, reply) =>
      postForm({ app, context, path, request, reply }),
    )
  }
}

const FORM_LIMIT_BYTES = 8 * 1024

function takeForms(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    async (_request: FastifyRequest, body: string) => parseForm(body),
  )
}

/** RFC 8058: mail programs post here for their users, and so does the form on the unsubscribe page without scripts. */
export function unsubscribeRoutes(app: FastifyInstance, context: AccountContext) {
  takeForms(app)
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: FORM_LIMIT_BYTES },
    async ({ headers }: FastifyRequest, body: Buffer) => parseMultipart(headers['content-type'] ?? '', body),
  )
  app.post(
    UNSUBSCRIBE_PATH,
    { config: { ...ANYONE, isOneClick }, schema: { hide: true } },
    (request, reply) =>
      isOneClick(request.body)
        ? unsubscribeByOneClick(app, request, reply)
        : postForm({ app, context, path: UNSUBSCRIBE_PATH, request, reply }),
  )
}

async function parseMultipart(type: string, body: Buffer) {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw new Fault('bad-request')
    })
  const fields = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return parseForm(new URLSearchParams(fields).toString())
}

function isOneClick(body: unknown) {
  return (body as Record<string, string> | undefined)?.['List-Unsubscribe'] === 'One-Click'
}

/**
 * For a mail program, which doesn't show our answer. Makes the same call as the page, but without cookies:
 * webmail is another site, in a browser where a different user may be signed in here.
 */
async function unsubscribeByOneClick(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
  const { searchParams } = new URL(request.url, 'http://site.invalid')
  const { call } = askOwnApp(app, { ip: request.ip, headers: {} })
  const { token = '', first = 'thing' } = unsubscribeAsked(searchParams)
  const left = await call('POST /api/unsubscribe', { token, from: first })
  return reply
    .code(left.kind === 'done' ? 200 : left.status)
    .header('cache-control', PRIVATE_CACHE)
    .type('text/plain; charset=utf-8')
    .send(left.kind === 'done' ? 'You’re unsubscribed.\n' : `${left.message}\n`)
}
