import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../../src/db/connect.ts'
import { type EditionHolder, holdEdition } from '../../src/edition/hold-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { sized } from '../size.ts'
import { type DatabaseProxy, proxyDatabase } from '../support/database-proxy.ts'
import { eventually } from '../support/eventually.ts'
import { publish } from '../support/publish.ts'
import { readingClients } from '../support/reading-clients.ts'
import { addDraft } from '../support/small-site.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const CLIENTS = sized({ short: 8, long: 50 })
const READS_PER_PHASE = sized({ short: 40, long: 1_000 })
const LONG_MS = 20_000
const PATHS = [
  '/northwall.net',
  '/northwall.net/incidents',
  '/northwall-gov.net/cloud-status',
  '/nowhere',
  '/api/global',
  '/api/verdict?cloud=northwall_net',
  '/api/incident?cloud=northwall_net&page=1',
  '/api/cloud-status?cloud=northwall_net&requestType=core_cloud_services',
]

let database: TestDatabase
let proxy: DatabaseProxy
let connection: Connection
let holder: EditionHolder
let site: TestApp
let address: string
/** The site's clock offset, so that the test need not wait. */
let aheadMs = 0

beforeAll(async () => {
  database = await testDatabase('demo')
  proxy = await proxyDatabase(database.url)
  connection = connect(proxy.url)
  holder = holdEdition({
    db: connection.db,
    url: proxy.url,
    clock: () => new Date(Date.now() + aheadMs),
    pollEveryMs: 50,
  })
  site = await testApp({ holder })
  address = await site.app.listen({ port: 0, host: '127.0.0.1' })
  await eventually(() => expect(holder.current()).toBeDefined())
})

afterAll(async () => {
  await site.app.close()
  await holder.stop()
  await connection.close()
  await proxy.stop()
  await database.drop()
})

test('promise 1: while clients read, the database goes down and comes back, and every read is answered', async () => {
  const load = readingClients({ url: address, paths: PATHS, clients: CLIENTS })
  await load.untilReads(READS_PER_PHASE)

  proxy.cut()
  aheadMs += LONG_MS
  await eventually(async () => expect(await readiness()).toMatchObject({ status: 'stale' }))
  await load.untilReads(READS_PER_PHASE)
  expect(await readiness()).toMatchObject({ status: 'stale' })

  const edition = await publish(database.db, await addDraft(database.db))
  proxy.mend()
  await eventually(async () => expect(await readiness()).toMatchObject({ status: 'ready', edition }))
  await load.untilReads(READS_PER_PHASE)

  proxy.freeze()
  aheadMs += LONG_MS
  await eventually(async () => expect(await readiness()).toMatchObject({ status: 'stale' }))
  await load.untilReads(READS_PER_PHASE)
  proxy.mend()

  expect(new Set((await load.stop()).keys())).toEqual(new Set(['200', '404 /nowhere']))
  const warned = site.log.filter(({ level, msg }) => level > 30 && !msg.startsWith('Overloaded'))
  expect(warned).toEqual([])
})

async function readiness() {
  return (await fetch(`${address}/readyz`)).json()
}
