import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { RecordsExport, recordsExportResponses } from '../../contract/admin/record-lists.ts'
import { writeRecordsExport } from '../../publishing/records/write-records-export.ts'
import { recordsAsked } from '../calls/admin/records.ts'
import type { TakeCostlyTurn } from '../calls/costly.ts'
import { type AccountContext, heldEdition } from '../context.ts'
import { actorOf } from '../http/actor-of.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

const PATH = '/api/admin/records/export'

const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

/** Z-02: what the list of records shows, on all its pages, as a file. A POST, because it leaves an audit entry. */
export function recordsExportRoutes(app: FastifyInstance, context: AccountContext, costly: TakeCostlyTurn) {
  const schema = {
    summary: 'Records that match the filters, as a table or JSON, with the fields that you may read',
    tags: ['Staff: records'],
    body: RecordsExport,
    response: recordsExportResponses,
  }
  const capability = 'see-admin-area'
  app.post(PATH, { config: { access: capability }, schema }, async (request, reply) => {
    if (heldEdition(context).staleSince !== null) throw new Fault('no-database')
    const { viewer } = request
    if (viewer.kind !== 'user') throw new Fault('not-signed-in')
    const now = context.clock()
    const filter = request.body as RecordsExport
    const asked = recordsAsked(filter, { viewer, now })
    return costly('export', request, async () => {
      const lines = writeRecordsExport(context.newsroom.db, {
        asked,
        filter,
        actor: actorOf(viewer, { capability, request }),
        now,
      })
      const file = Readable.from(lines, { objectMode: false })
      const day = now.toISOString().slice(0, 10)
      reply
        .header('content-type', CONTENT_TYPES[filter.format])
        .header('content-disposition', `attachment; filename="records-${day}.${filter.format}"`)
        .header('cache-control', PRIVATE_CACHE)
        .send(file)
      // The account's next export starts when this one is sent or its client is gone.
      if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve))
      return reply
    })
  })
  refuseOtherMethods(app, PATH, ['POST'])
}
