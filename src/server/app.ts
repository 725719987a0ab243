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
import { openApiOptions } from './answers/open-api.ts'
import { type AccountContext, type AppContext, hasAccounts } from './context.ts'
import { type AnswersAtOnce, answersAtOnce } from './edge/answers-at-once.ts'
import { type FrontLimits, standInFront, withoutFront } from './edge/stand-in-front.ts'
import { takeTurns } from './edge/take-turns.ts'
import { HEADERS_TIMEOUT_MS, KEEP_ALIVE_MS, usualLimits } from './edge/usual-limits.ts'
import { CSP_REPORTS_PATH } from './http/csp-reports.ts'
import { answerFault, describe, refuseBrokenRequest } from './http/fault-answers.ts'
import { Fault, toFault } from './http/faults.ts'
import { guardRoutes } from './http/guard.ts'
import { refuseWhileClosed } from './http/refuse-while-closed.ts'
import { securityHeaders } from './http/security-headers.ts'
import { sendAnswer } from './http/send-answer.ts'
import { mayBePersonal } from './http/viewer-of.ts'
import { mcpRoutes } from './mcp/mcp-routes.ts'
import { INLINE_SCRIPTS } from './render/document.ts'
import { accountRoutes } from './routes/account-routes.ts'
import { adminPageRoutes } from './routes/admin-pages.ts'
import { apiDocsRoutes } from './routes/api-docs.ts'
import { cspReportRoutes } from './routes/csp-reports.ts'
import { discoveryRoutes } from './routes/discovery.ts'
import { documentRoutes } from './routes/documents.ts'
import { feedRoutes } from './routes/feeds.ts'
import { fileRoutes } from './routes/files.ts'
import { legacyCloudStatusRoutes } from './routes/legacy-cloud-status.ts'
import { operationsRoutes } from './routes/operations.ts'
import { pageRoutes } from './routes/pages.ts'
import { publicReadRoutes } from './routes/public-reads.ts'
import { ALLOWED_METHODS } from './routes/refuse-other-methods.ts'
import { threatCsvRoutes } from './routes/threat-csv.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const MAX_HEADER_BYTES = 16 * 1024
const REQUEST_TIMEOUT_MS = 20_000
const CONNECTIONS_CHECKED_EVERY_MS = 2_000

/** Builds the site without listening, so that tests can ask it directly. */
export async function buildApp(
  given: AppContext | AccountContext,
  { limits = usualLimits(), patience = 1 }: { limits?: FrontLimits; patience?: number } = {},
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
    // What was asked before the end is answered as ever.
    return503OnClosing: false,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECKED_EVERY_MS,
    },
    clientErrorHandler: refuseBrokenRequest(log),
    // No hook runs for an address that the router cannot read.
    frameworkErrors: (error, request, reply) => {
      addHeaders(request, reply)
      void answerFault(context, request, reply, toFault(error))
    },
  })

  // Answers are bytes already; compiling a serializer for each schema would only delay the start.
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
  })
  const front = config.caches.hasFastPath
    ? standInFront(app.server, { answers: atOnce, limits, isCrowded: turns.isCrowded })
    : withoutFront(app.server, limits)
  app.addHook('onRequest', async (request, reply) => addHeaders(request, reply))
  // Before any kept answer: a closed site is closed for what it has ready, too.
  app.addHook('onRequest', refuseWhileClosed(context))
  app.addHook('onRequest', sendKeptAnswer(context, atOnce))
  app.addHook('onRequest', turns.begin)
  app.addHook('onRoute', turns.holdWhileWorking)
  guardRoutes(app, context)
  app.addHook('onRequest', turns.noteToken)
  app.addHook('onRequest', turns.waitForBody)
  app.addHook('preHandler', turns.goOn)
  // Building a line that nobody reads would cost more than a kept answer does.
  const logsAnswers = log.isLevelEnabled('debug')
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
    // What has arrived by now is read first: a connection that closes with a request unread is reset.
    await nextTurn()
    front.stop()
  })
  app.addHook('onResponse', async (request, reply) => {
    metrics.tallyOf(request.routeOptions.url ?? 'none').add(reply.statusCode, reply.elapsedTime / 1000)
    reads.observe(request, reply)
    if (logsAnswers) {
      request.log.debug({ ...describe(request), status: reply.statusCode, ms: reply.elapsedTime }, 'Answered')
    }
    // What was under way at the stop leaves a connection that clients keep alive, and that the stop would wait for.
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
  // Every address is at least a page, so what finds no route comes with a method that nothing here answers to.
  app.setNotFoundHandler((request, reply) =>
    answerFault(context, request, reply.header('allow', ALLOWED_METHODS), new Fault('wrong-method')),
  )

  await app.register(swagger, openApiOptions(config))
  publicReadRoutes(app, context)
  await app.register(async (scope) => legacyCloudStatusRoutes(scope, context))
  // O-06: a site without a database has nobody to let in.
  if (hasAccounts(context)) await accountRoutes(app, context)
  operationsRoutes(app, context)
  await app.register(async (scope) => cspReportRoutes(scope, context))
  discoveryRoutes(app, context)
  feedRoutes(app, context)
  threatCsvRoutes(app, context)
  documentRoutes(app, context)
  await app.register(async (scope) => mcpRoutes(scope, context))
  apiDocsRoutes(app, context)
  fileRoutes(app, context)
  adminPageRoutes(app, context)
  pageRoutes(app, context)
  return app
}

/**
 * Answers are kept under their canonical address, so a request that names one exactly needs no parsing,
 * no validation and no handler. Most do: links and our own calls are written canonically. Pages are the same
 * for everyone who gets them: those for signed-in readers alone send others to sign in first (G-19). What the API says
 * may be more to those who are signed in.
 */
function sendKeptAnswer({ holder, assets, clock }: AppContext, { learn }: AnswersAtOnce) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { url, method } = request
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead || mayBePersonal(request) || protectedPage(url) !== undefined) return
    const kept = holder.current()?.answers.find(url, clock().getTime()) ?? assets.files.get(url)
    if (kept === undefined) return
    learn(request, kept)
    return sendAnswer(request, reply, kept)
  }
}
