import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { CSP_REPORTS_PATH, CspReports, cspReportsIn } from '../http/csp-reports.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

/** Browsers collect reports for a minute and send a list. */
const BODY_LIMIT_BYTES = 16 * 1024
const TYPES = ['application/csp-report', 'application/reports+json']

/** Nothing is looked up, stored or returned, so anyone may post without a cookie or token. */
export function cspReportRoutes(app: FastifyInstance, { clock, log, metrics }: AppContext) {
  const reports = new CspReports({
    count: (directive) => metrics.observeCspReport(directive),
    log: (report) => log.warn(report, 'The content security policy refused something'),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    TYPES,
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    app.getDefaultJsonParser('ignore', 'ignore'),
  )
  app.post(
    CSP_REPORTS_PATH,
    { config: { ...ANYONE, readsOnly: true }, schema: { hide: true } },
    async (request, reply) => {
      const given = cspReportsIn(request.body)
      if (given === undefined) throw new Fault('bad-request')
      reports.note(given, { client: clientOf(request), now: clock() })
      return reply.code(204).header('cache-control', PRIVATE_CACHE).send()
    },
  )
  refuseOtherMethods(app, CSP_REPORTS_PATH, ['POST'])
}
