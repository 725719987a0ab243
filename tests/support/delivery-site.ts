import { sql } from 'kysely'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import type { DeliveryEvent } from '../../src/delivery/worker/delivery-event.ts'
import {
  type DeliveryOptions,
  type DeliveryWorker,
  startDelivery,
} from '../../src/delivery/worker/start-delivery.ts'
import { NO_RATES } from '../../src/domain/notifying/mail-rates.ts'
import type { Publishing } from '../../src/publishing/publish-record.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { type FakeSender, fakeSender } from './fake-sender.ts'
import { publish } from './publish.ts'
import { addDraft, addSmallSite, type SmallCloud } from './small-site.ts'

/** A real worker waits longer for a server to come back. */
const SHORT_PAUSES = { firstMs: 20, longestMs: 80, restMs: 20 }

export interface TestWorker extends DeliveryWorker {
  events: DeliveryEvent[]
  mail: FakeSender
  http: FakeSender
}

export async function deliverySite() {
  const database: TestDatabase = await testDatabase()
  const { db, url } = database
  const { alpha } = await addSmallSite(db)
  const workers = new Set<DeliveryWorker>()
  /** Ahead of real time as set by a test: leases expire without waiting. */
  const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) }

  function start(of: Partial<DeliveryOptions> = {}): TestWorker {
    const events: DeliveryEvent[] = []
    const mail = fakeSender()
    const http = fakeSender()
    const worker = startDelivery({
      db,
      vault: OPEN_VAULT,
      url,
      senders: { mail, http },
      mailConnections: 4,
      rates: NO_RATES,
      clock: clock.now,
      onEvent: (event) => events.push(event),
      lookEveryMs: 50,
      pauses: SHORT_PAUSES,
      ...of,
    })
    const own = {
      ...worker,
      stop: async () => {
        workers.delete(own)
        await worker.stop()
      },
    }
    workers.add(own)
    return { ...own, events, mail, http }
  }

  return {
    db,
    url,
    alpha,
    clock,
    start,
    subscribe: (count: number, of: { domain?: string } = {}) =>
      addSubscribers(database, alpha, { count, ...of }),
    addWebhook: (userId: number, address: string) => addWebhook(database, { userId, address }),
    publish: async (of: Partial<Publishing> = {}) => {
      const recordId = await addDraft(db, { clouds: [alpha], from_time: new Date() })
      await publish(db, recordId, { now: clock.now(), ...of })
      const { id } = await db
        .selectFrom('publications')
        .where('record_id', '=', recordId)
        .select('id')
        .executeTakeFirstOrThrow()
      return id
    },
    deliveries: () => db.selectFrom('deliveries').selectAll().orderBy('id').execute(),
    states: async () => {
      const rows = await db
        .selectFrom('deliveries')
        .groupBy('state')
        .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
        .execute()
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
    },
    channel: (id: number) =>
      db.selectFrom('channels').where('id', '=', id).selectAll().executeTakeFirstOrThrow(),
    stop: async () => {
      for (const worker of [...workers]) await worker.stop()
      await database.drop()
    },
  }
}
export type DeliverySite = Awaited<ReturnType<typeof deliverySite>>

async function addSubscribers(
  { db }: TestDatabase,
  cloud: SmallCloud,
  { count, domain = 'customer.example' }: { count: number; domain?: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into users (email, email_verified_at)
    select 'person' || (select coalesce(max(id), 0) from users) + number || '@' || ${domain}, now()
    from generate_series(1, ${count}) as number
    returning id`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`
    insert into subscriptions (user_id, scope, cloud_id)
    select unnest(${ids}::integer[]), 'core_cloud_services', ${cloud.id}`.execute(db)
  return ids
}

async function addWebhook(
  { db }: TestDatabase,
  { userId, address }: { userId: number; address: string },
): Promise<number> {
  const { id } = await db
    .insertInto('channels')
    .values({ user_id: userId, kind: 'webhook', address, secret: 'whsec_dGVzdA==', verified_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
