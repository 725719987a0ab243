import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { signInAddress } from '../../domain/account/sign-in-address.ts'
import { DEMO_IDENTITY_PATH } from '../../domain/account/sign-on-paths.ts'
import type { AppContext } from '../context.ts'
import { parseForm } from '../forms/parse-form.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { ANYONE } from '../http/guard.ts'
import { demoIdentityDocument } from '../render/static-documents.tsx'
import { type DemoIdentity, findDemoPerson, interactionPath } from '../sign-on/demo-identity.ts'
import { nothingHere } from './refuse-other-methods.ts'

const ROUTE = { config: ANYONE, schema: { hide: true }, exposeHeadRoute: false }
const GET_PATHS = ['/.well-known/openid-configuration', '/jwks', '/auth', '/auth/:uid', '/me']

/** without the demo, these paths are not found. */
export function demoIdentityRoutes(
  app: FastifyInstance,
  context: AppContext,
  identity: DemoIdentity | undefined,
) {
  if (identity !== undefined) providerRoutes(app, context, identity)
  for (const path of [DEMO_IDENTITY_PATH, `${DEMO_IDENTITY_PATH}/*`]) nothingHere(app, path)
}

function providerRoutes(app: FastifyInstance, context: AppContext, identity: DemoIdentity) {
  const { publicUrl } = context.config
  const toProvider = async (request: FastifyRequest, reply: FastifyReply) =>
    handOver(await identity.provider(), { request, reply, publicUrl })

  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', PRIVATE_CACHE)
    await identity.checkMayAsk(request)
  })
  for (const path of GET_PATHS) app.get(`${DEMO_IDENTITY_PATH}${path}`, ROUTE, toProvider)
  // The provider reads the body of its own requests; the form of our page is parsed here.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.post(`${DEMO_IDENTITY_PATH}/token`, ROUTE, toProvider)
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => parseForm(body),
    )
    personRoutes(scope, context, identity)
  })
}

function personRoutes(app: FastifyInstance, context: AppContext, identity: DemoIdentity) {
  const { publicUrl } = context.config

  app.get<{ Params: { uid: string } }>(interactionPath(':uid'), ROUTE, async (request, reply) => {
    const provider = await identity.provider()
    const raw = asAtPublicUrl(request, publicUrl)
    const interaction = await provider.interactionDetails(raw, reply.raw).catch(() => undefined)
    if (interaction?.uid !== request.params.uid) return startAgain(reply)
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .send(demoIdentityDocument(context, { action: interactionPath(interaction.uid) }))
  })

  app.post<{ Params: { uid: string }; Body: { person?: string } | undefined }>(
    interactionPath(':uid'),
    ROUTE,
    async (request, reply) => {
      const provider = await identity.provider()
      const raw = asAtPublicUrl(request, publicUrl)
      const person = findDemoPerson(request.body?.person ?? '')
      if (person === undefined) return startAgain(reply)
      const login = { login: { accountId: person.id } }
      const returnTo = await provider.interactionResult(raw, reply.raw, login).catch(() => undefined)
      return returnTo === undefined ? startAgain(reply) : reply.redirect(returnTo, 303)
    },
  )
}

/** The login has expired, or started in another browser. */
function startAgain(reply: FastifyReply) {
  return reply.redirect(signInAddress({ problem: 'sign-on-failed' }), 303)
}

function handOver(
  provider: Provider,
  { request, reply, publicUrl }: { request: FastifyRequest; reply: FastifyReply; publicUrl: string },
) {
  const raw = asAtPublicUrl(request, publicUrl)
  raw.originalUrl = raw.url
  raw.url = raw.url?.slice(DEMO_IDENTITY_PATH.length)
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.hijack()
  return provider.callback()(raw, reply.raw)
}

/** Its URLs come from configuration only, never from request headers. */
function asAtPublicUrl({ raw }: FastifyRequest, publicUrl: string) {
  const { host, protocol } = new URL(publicUrl)
  raw.headers.host = host
  raw.headers['x-forwarded-host'] = host
  raw.headers['x-forwarded-proto'] = protocol.replace(':', '')
  return raw as typeof raw & { originalUrl?: string | undefined }
}
