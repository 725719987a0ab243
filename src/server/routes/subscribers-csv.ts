import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { skippedLinesCsv } from '../../accounts/imports/import-jobs.ts'
import { writeSubscribersCsv } from '../../accounts/subscribers/write-subscribers-csv.ts'
import {
  leftOutCsvResponses,
  SubscribersQuery,
  subscribersCsvResponses,
} from '../../contract/admin/subscribers.ts'
import { OneImport } from '../../contract/imports.ts'
import type { TakeCostlyTurn } from '../calls/costly.ts'
import { type AccountContext, heldEdition } from '../context.ts'
import { actorOf } from '../http/actor-of.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { foundImport } from '../imports/run-import.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

const PATH = '/api/admin/subscribers.csv'
const LEFT_OUT_PATH = '/api/admin/imports/subscribers/:id/left-out.csv'

/** Z-05: subscribers of the site, a cloud or a service as a file. A POST, because it leaves an audit entry. */
export function subscribersCsvRoutes(app: FastifyInstance, context: AccountContext, costly: TakeCostlyTurn) {
  const schema = {
    summary: 'Subscribers with their addresses, as a table',
    tags: ['Staff: subscribers'],
    body: SubscribersQuery,
    response: subscribersCsvResponses,
  }
  const capability = 'manage-subscribers'
  app.post(PATH, { config: { access: capability }, schema }, async (request, reply) => {
    if (heldEdition(context).staleSince !== null) throw new Fault('no-database')
    const { viewer } = request
    if (viewer.kind !== 'user') throw new Fault('not-signed-in')
    const now = context.clock()
    return costly('export', request, async () => {
      const lines = writeSubscribersCsv(context.accounts.desk, {
        query: request.body as SubscribersQuery,
        actor: actorOf(viewer, { capability, request }),
        now,
      })
      const file = Readable.from(lines, { objectMode: false })
      reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="subscribers-${now.toISOString().slice(0, 10)}.csv"`,
        )
        .header('cache-control', PRIVATE_CACHE)
        .send(file)
      // The account's next export starts when this one is sent or its client is gone.
      if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve))
      return reply
    })
  })
  refuseOtherMethods(app, PATH, ['POST'])
  leftOutRoute(app, context)
}

/** Lines that an import of subscribers left out. It names no address. */
function leftOutRoute(app: FastifyInstance, context: AccountContext) {
  const schema = {
    summary: 'Lines that an import of subscribers left out, as a table',
    tags: ['Staff: imports'],
    params: OneImport,
    response: leftOutCsvResponses,
  }
  app.get(LEFT_OUT_PATH, { config: { access: 'import-content' }, schema }, async (request, reply) => {
    if (heldEdition(context).staleSince !== null) throw new Fault('no-database')
    if (request.viewer.kind !== 'user') throw new Fault('not-signed-in')
    const { id } = request.params as { id: number }
    const file = await context.accounts.inTime(
      skippedLinesCsv(context.accounts.desk, { id, limit: request.viewer.limit, now: context.clock() }),
    )
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="import-${id}-left-out.csv"`)
      .header('cache-control', PRIVATE_CACHE)
      .send(foundImport(id, file))
  })
  refuseOtherMethods(app, LEFT_OUT_PATH, ['GET'])
}
