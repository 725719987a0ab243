import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { writeAuditCsv } from '../../accounts/staff-desk/write-audit-csv.ts'
import { AuditQuery, auditCsvResponses } from '../../contract/admin/audit.ts'
import type { TakeCostlyTurn } from '../calls/costly.ts'
import { type AccountContext, heldEdition } from '../context.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

const PATH = '/api/admin/audit.csv'

/** Z-06: the audit log as a file. */
export function auditCsvRoutes(app: FastifyInstance, context: AccountContext, costly: TakeCostlyTurn) {
  const schema = {
    summary: 'Who changed what and when, as a table',
    tags: ['Staff: audit log'],
    querystring: AuditQuery,
    response: auditCsvResponses,
  }
  app.get(PATH, { config: { access: 'see-audit-log' }, schema }, async (request, reply) => {
    if (heldEdition(context).staleSince !== null) throw new Fault('no-database')
    const { viewer } = request
    if (viewer.kind !== 'user') throw new Fault('not-signed-in')
    const day = context.clock().toISOString().slice(0, 10)
    return costly('export', request, async () => {
      const query = request.query as AuditQuery
      const lines = writeAuditCsv(context.accounts.desk, { query, reader: viewer })
      const file = Readable.from(lines, { objectMode: false })
      reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="audit-log-${day}.csv"`)
        .header('cache-control', PRIVATE_CACHE)
        .send(file)
      // The account's next export starts when this one is sent or its client is gone.
      if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve))
      return reply
    })
  })
  refuseOtherMethods(app, PATH)
}
