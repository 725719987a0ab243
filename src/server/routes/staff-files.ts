import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { skippedLinesCsv } from '../../accounts/imports/import-jobs.ts'
import { writeAuditCsv } from '../../accounts/staff-desk/write-audit-csv.ts'
import { writeSubscribersCsv } from '../../accounts/subscribers/write-subscribers-csv.ts'
import { AuditQuery, auditCsvResponses } from '../../contract/admin/audit.ts'
import { RecordsExport, recordsExportResponses } from '../../contract/admin/record-lists.ts'
import {
  leftOutCsvResponses,
  SubscribersQuery,
  subscribersCsvResponses,
} from '../../contract/admin/subscribers.ts'
import { OneImport } from '../../contract/imports.ts'
import { writeRecordsExport } from '../../publishing/records/write-records-export.ts'
import { recordsAsked } from '../calls/admin/records.ts'
import type { TakeCostlyTurn } from '../calls/costly.ts'
import { foundImport } from '../calls/run-import.ts'
import { type AccountContext, refuseWithoutDatabase } from '../context.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { actorOf } from '../http/viewer-of.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

const AUDIT_PATH = '/api/admin/audit.csv'
const RECORDS_PATH = '/api/admin/records/export'
const SUBSCRIBERS_PATH = '/api/admin/subscribers.csv'
const LEFT_OUT_PATH = '/api/admin/imports/subscribers/:id/left-out.csv'

const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

/** An export that leaves an audit entry is a POST. */
export function staffFileRoutes(app: FastifyInstance, context: AccountContext, costly: TakeCostlyTurn) {
  auditRoute(app, context, costly)
  recordsRoute(app, context, costly)
  subscribersRoute(app, context, costly)
  leftOutRoute(app, context)
}

function auditRoute(app: FastifyInstance, context: AccountContext, costly: TakeCostlyTurn) {
  const schema = {
    summary: 'Who changed what and when, as a table',
    tags: ['Staff: audit log'],
    querystring: AuditQuery,
    response: auditCsvResponses,
  }
  app.get(AUDIT_PATH, { config: { access: 'see-audit-log' }, schema }, async (request, reply) => {
    const viewer = signedInUser(context, request)
    const query = request.query as AuditQuery
    return costly('export', request, () =>
      sendLines(reply, {
        lines: writeAuditCsv(context.accounts.desk, { query, reader: viewer }),
        name: 'audit-log',
        now: context.clock(),
      }),
    )
  })
  refuseOtherMethods(app, AUDIT_PATH)
}

/** Z-02: everything in the list of records, on all its pages. */
function recordsRoute(app: FastifyInstance, context: AccountContext, costly: TakeCostlyTurn) {
  const schema = {
    summary: 'Records that match the filters, as a table or JSON, with the fields that you may read',
    tags: ['Staff: records'],
    body: RecordsExport,
    response: recordsExportResponses,
  }
  const capability = 'see-admin-area'
  app.post(RECORDS_PATH, { config: { access: capability }, schema }, async (request, reply) => {
    const viewer = signedInUser(context, request)
    const now = context.clock()
    const filter = request.body as RecordsExport
    const asked = recordsAsked(filter, { viewer, now })
    const actor = actorOf(viewer, { capability, request })
    return costly('export', request, () =>
      sendLines(reply, {
        lines: writeRecordsExport(context.newsroom.db, { asked, filter, actor, now }),
        name: 'records',
        format: filter.format,
        now,
      }),
    )
  })
  refuseOtherMethods(app, RECORDS_PATH, ['POST'])
}

function subscribersRoute(app: FastifyInstance, context: AccountContext, costly: TakeCostlyTurn) {
  const schema = {
    summary: 'Subscribers with their addresses, as a table',
    tags: ['Staff: subscribers'],
    body: SubscribersQuery,
    response: subscribersCsvResponses,
  }
  const capability = 'manage-subscribers'
  app.post(SUBSCRIBERS_PATH, { config: { access: capability }, schema }, async (request, reply) => {
    const actor = actorOf(signedInUser(context, request), { capability, request })
    const now = context.clock()
    const query = request.body as SubscribersQuery
    return costly('export', request, () =>
      sendLines(reply, {
        lines: writeSubscribersCsv(context.accounts.desk, { query, actor, now }),
        name: 'subscribers',
        now,
      }),
    )
  })
  refuseOtherMethods(app, SUBSCRIBERS_PATH, ['POST'])
}

/** The file contains no addresses. */
function leftOutRoute(app: FastifyInstance, context: AccountContext) {
  const schema = {
    summary: 'Lines that an import of subscribers left out, as a table',
    tags: ['Staff: imports'],
    params: OneImport,
    response: leftOutCsvResponses,
  }
  app.get(LEFT_OUT_PATH, { config: { access: 'import-content' }, schema }, async (request, reply) => {
    const { limit } = signedInUser(context, request)
    const { id } = request.params as { id: number }
    const file = await context.accounts.inTime(
      skippedLinesCsv(context.accounts.desk, { id, limit, now: context.clock() }),
    )
    const found = foundImport(id, file)
    return asFile(reply, { filename: `import-${id}-left-out.csv`, format: 'csv' }).send(found)
  })
  refuseOtherMethods(app, LEFT_OUT_PATH, ['GET'])
}

function signedInUser(context: AccountContext, { viewer }: FastifyRequest) {
  refuseWithoutDatabase(context)
  if (viewer.kind !== 'user') throw new Fault('not-signed-in')
  return viewer
}

async function sendLines(
  reply: FastifyReply,
  {
    lines,
    name,
    format = 'csv',
    now,
  }: { lines: AsyncIterable<string>; name: string; format?: keyof typeof CONTENT_TYPES; now: Date },
): Promise<FastifyReply> {
  const file = Readable.from(lines, { objectMode: false })
  const day = now.toISOString().slice(0, 10)
  asFile(reply, { filename: `${name}-${day}.${format}`, format }).send(file)
  // The account's next export starts when this one is sent or its client is gone.
  if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve))
  return reply
}

function asFile(
  reply: FastifyReply,
  { filename, format }: { filename: string; format: keyof typeof CONTENT_TYPES },
) {
  return reply
    .header('content-type', CONTENT_TYPES[format])
    .header('content-disposition', `attachment; filename="${filename}"`)
    .header('cache-control', PRIVATE_CACHE)
}
