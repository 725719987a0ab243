import { Agent, get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../../src/db/connect.ts'
import { type EditionHolder, holdEdition } from '../../src/edition/hold-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { type DatabaseProxy, proxyDatabase } from '../support/database-proxy.ts'
import { eventually } from '../support/eventually.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const CLIENTS = 50
const READS_PER_PHASE = 500
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

beforeAll(async () => {
  database = await testDatabase('demo')
  proxy = await proxyDatabase(database.url)
  connection = connect(proxy.url)
  holder = holdEdition({
    db: connection.db,
    url: proxy.url,
    clock: () => new Date(),
    pollEveryMs: 50,
    staleAfterMs: 200,
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

test('promise 1: while fifty clients read, the database goes and comes back, and every read is answered', async () => {
  const load = startClients()
  await load.untilReads(READS_PER_PHASE)

  proxy.cut()
  await eventually(async () => expect(await readiness()).toMatchObject({ status: 'stale' }))
  await load.untilReads(READS_PER_PHASE)
  expect(await readiness()).toMatchObject({ status: 'stale' })

  const edition = await publish(database.db, await addDraft(database.db))
  proxy.mend()
  await eventually(async () => expect(await readiness()).toMatchObject({ status: 'ready', edition }))
  await load.untilReads(READS_PER_PHASE)

  proxy.freeze()
  await eventually(async () => expect(await readiness()).toMatchObject({ status: 'stale' }))
  await load.untilReads(READS_PER_PHASE)
  proxy.mend()

  expect(await load.stop()).toEqual(new Set(['200', '404 /nowhere']))
  expect(site.log.filter(({ level }) => level > 30)).toEqual([])
})

async function readiness() {
  return (await fetch(`${address}/readyz`)).json()
}

/** Clients that read one thing after the other until they are told to stop, and remember how it went. */
function startClients() {
  const outcomes = new Set<string>()
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  let reads = 0
  let isOver = false

  async function client(number: number) {
    for (let turn = number; !isOver; turn++) {
      const path = PATHS[turn % PATHS.length] ?? '/'
      const outcome = await read(agent, path)
      outcomes.add(outcome === '200' ? outcome : `${outcome} ${path}`)
      reads++
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))

  return {
    untilReads: (more: number) => {
      const enough = reads + more
      return eventually(() => expect(reads).toBeGreaterThanOrEqual(enough))
    },
    stop: async () => {
      isOver = true
      await clients
      agent.destroy()
      return outcomes
    },
  }
}

function read(agent: Agent, path: string): Promise<string> {
  return new Promise((resolve) => {
    get(`${address}${path}`, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(String(response.statusCode)))
      response.on('error', (error) => resolve(error.message))
    }).on('error', (error) => resolve(error.message))
  })
}
