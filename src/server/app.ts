import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import swagger from '@fastify/swagger'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { protectedPage } from '../domain/account/protected-page.ts'
import { costlyTurns } from './calls/costly.ts'
import { type AccountContext, type AppContext, hasAccounts } from './context.ts'
import { type AnswersAtOnce, answersAtOnce } from './edge/answers-at-once.ts'
import { type EdgeLimits, openFastPath, withoutFastPath } from './edge/fast-path.ts'
import { takeTurns } from './edge/take-turns.ts'
import { HEADERS_TIMEOUT_MS, KEEP_ALIVE_MS, usualLimits } from './edge/usual-limits.ts'
import { answerFault, describe, refuseBrokenRequest } from './http/fault-answers.ts'
import { Fault, toFault } from './http/faults.ts'
import { guardRoutes } from './http/guard.ts'
import { refuseWhileClosed } from './http/maintenance.ts'
import { securityHeaders } from './http/security-headers.ts'
import { sendAnswer } from './http/send-answer.ts'
import { mayBePersonal } from './http/viewer-of.ts'
import { mcpRoutes } from './mcp/mcp-routes.ts'
import { INLINE_SCRIPTS } from './render/document.ts'
import { adminPageRoutes } from './routes/admin-pages.ts'
import { apiDocsRoutes, openApiOptions } from './routes/api-docs.ts'
import { automationRoutes } from './routes/automation.ts'
import { bounceRoutes } from './routes/bounces.ts'
import { callRoutes } from './routes/calls.ts'
import { CSP_REPORTS_PATH, cspReportRoutes } from './routes/csp-reports.ts'
import { demoIdentityRoutes } from './routes/demo-identity.ts'
import { documentRoutes, feedRoutes, threatCsvRoutes } from './routes/documents.ts'
import { brandFileRoutes, discoveryRoutes, fileRoutes } from './routes/files.ts'
import { formRoutes, unsubscribeRoutes } from './routes/forms.ts'
import { imageRoutes, imageUploadRoutes } from './routes/images.ts'
import { legacyCloudStatusRoutes } from './routes/legacy-cloud-status.ts'
import { logRoutes } from './routes/log.ts'
import { operationsRoutes } from './routes/operations.ts'
import { ownCalendarRoutes } from './routes/own-calendar.ts'
import { pageRoutes } from './routes/pages.ts'
import { publicReadRoutes, whereRoutes } from './routes/public-reads.ts'
import { ALLOWED_METHODS } from './routes/refuse-other-methods.ts'
import { senderRoutes } from './routes/senders.ts'
import { signOnRoutes } from './routes/sign-on.ts'
import { staffFileRoutes } from './routes/staff-files.ts'
import { attachmentUploadRoutes } from './routes/uploads.ts'
import { demoIdentity } from './sign-on/demo-identity.ts'
import { identityProviderOf, signOnOf } from './sign-on/staff-sign-on.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const MAX_HEADER_BYTES = 16 * 1024
const REQUEST_TIMEOUT_MS = 20_000
const CONNECTIONS_CHECKED_EVERY_MS = 2_000

export async function buildApp(
  given: AppContext | AccountContext,
  { limits = usualLimits(), patience = 1 }: { limits?: EdgeLimits; patience?: number } = {},
): Promise<FastifyInstance> {
  const turns = takeTurns(given, { patience })
  const { context } = turns
  const { config, log, metrics, reads } = context
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    // Requests that arrived before the stop are still answered.
    return503OnClosing: false,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECKED_EVERY_MS,
    },
    clientErrorHandler: refuseBrokenRequest(log),
    // Hooks do not run for a URL that the router cannot parse.
    frameworkErrors: (error, request, reply) => {
      addHeaders(request, reply)
      void answerFault(context, request, reply, toFault(error))
    },
  })

  // Answers are already bytes. Compiling a serializer per schema would only delay the start.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))

  const headers = securityHeaders({
    isHttps: config.isHttps,
    inlineScripts: INLINE_SCRIPTS,
    reportsTo: CSP_REPORTS_PATH,
  })
  function addHeaders(request: FastifyRequest, reply: FastifyReply) {
    reply.headers(headers).header('x-request-id', request.id)
  }
  const atOnce = answersAtOnce(context, {
    headers,
    keepAliveS: KEEP_ALIVE_MS / 1000,
    isCrowded: turns.isCrowded,
    noteRefusedReader: turns.noteRefusedReader,
  })
  const fastPath = config.caches.hasFastPath
    ? openFastPath(app.server, { answers: atOnce, limits, isCrowded: turns.isCrowded })
    : withoutFastPath(app.server, limits)
  app.addHook('onRequest', async (request, reply) => addHeaders(request, reply))
  // Before cached answers are sent: a site that is closed for maintenance doesn't send its cache either.
  app.addHook('onRequest', refuseWhileClosed(context))
  app.addHook('onRequest', sendCachedAnswer(context, atOnce))
  app.addHook('onRequest', turns.begin)
  app.addHook('onRoute', turns.holdWhileWorking)
  guardRoutes(app, context)
  app.addHook('onRequest', turns.noteToken)
  app.addHook('onRequest', turns.waitForBody)
  app.addHook('preHandler', turns.goOn)
  // Building an unused log line would cost more than a cached answer.
  const logsAnswers = log.isLevelEnabled('debug')
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
    // Read what has already arrived: closing a connection with an unread request resets it.
    await nextTurn()
    fastPath.stop()
  })
  app.addHook('onResponse', async (request, reply) => {
    metrics.tallyOf(request.routeOptions.url ?? 'none').add(reply.statusCode, reply.elapsedTime / 1000)
    reads.observe(request, reply)
    if (logsAnswers) {
      request.log.debug({ ...describe(request), status: reply.statusCode, ms: reply.elapsedTime }, 'Answered')
    }
    // Requests in progress at the stop leave keep-alive connections behind, for which the stop would wait.
    if (isStopping) setImmediate(() => app.server.closeIdleConnections())
  })
  app.setErrorHandler((error, request, reply) => {
    const fault = toFault(error)
    if (fault.code === 'server-fault')
      request.log.error({ err: error, ...describe(request) }, 'A request failed')
    const isNoticedOnlyNow = fault.code === 'no-database' && fault !== error
    if (isNoticedOnlyNow)
      request.log.warn({ err: error, ...describe(request) }, 'The database failed a request')
    return answerFault(context, request, reply, fault)
  })
  // Every path is at least a page, so a request without a route has an unsupported method.
  app.setNotFoundHandler((request, reply) =>
    answerFault(context, request, reply.header('allow', ALLOWED_METHODS), new Fault('wrong-method')),
  )

  await app.register(swagger, openApiOptions(config))
  publicReadRoutes(app, context)
  whereRoutes(app, context)
  await app.register(async (scope) => legacyCloudStatusRoutes(scope, context))
  // O-06: without a database there are no accounts.
  if (hasAccounts(context)) await accountRoutes(app, context)
  operationsRoutes(app, context)
  await app.register(async (scope) => cspReportRoutes(scope, context))
  discoveryRoutes(app, context)
  feedRoutes(app, context)
  threatCsvRoutes(app, context)
  documentRoutes(app, context)
  await app.register(async (scope) => mcpRoutes(scope, context))
  apiDocsRoutes(app, context)
  imageRoutes(app, context)
  brandFileRoutes(app, context)
  logRoutes(app, context)
  fileRoutes(app, context)
  adminPageRoutes(app, context)
  pageRoutes(app, context)
  return app
}

/**
 * A page is the same for everyone who may see it; pages for signed-in readers redirect others to sign-in
 * first (G-19). API answers may contain more for signed-in readers.
 */
function sendCachedAnswer({ holder, assets, clock }: AppContext, { learn }: AnswersAtOnce) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { url, method } = request
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead || mayBePersonal(request) || protectedPage(url) !== undefined) return
    const cached = holder.current()?.answers.find(url, clock().getTime()) ?? assets.files.get(url)
    if (cached === undefined) return
    learn(request, cached)
    return sendAnswer(request, reply, cached)
  }
}

async function accountRoutes(app: FastifyInstance, context: AccountContext) {
  const { config } = context
  const costly = costlyTurns(context)
  await app.register(async (scope) => callRoutes(scope, context, costly))
  await app.register(async (scope) => automationRoutes(scope, context, costly))
  await app.register(async (scope) => imageUploadRoutes(scope, context, costly))
  await app.register(async (scope) => attachmentUploadRoutes(scope, context, costly))
  await app.register(async (scope) => senderRoutes(scope, context))
  await app.register(async (scope) => formRoutes(scope, context))
  await app.register(async (scope) => unsubscribeRoutes(scope, context))
  await app.register(async (scope) => bounceRoutes(scope, context))
  const demo = signOnOf(config) === 'demo' ? demoIdentity(context) : undefined
  await app.register(async (scope) => demoIdentityRoutes(scope, context, demo))
  signOnRoutes(app, context, { provider: identityProviderOf(app, { config, demo }), demo })
  staffFileRoutes(app, context, costly)
  ownCalendarRoutes(app, context)
}
