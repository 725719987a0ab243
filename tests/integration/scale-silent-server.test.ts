import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../../src/db/connect.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { type DatabaseProxy, proxyDatabase } from '../support/database-proxy.ts'
import { eventually } from '../support/eventually.ts'

let database: TestDatabase
let proxy: DatabaseProxy
let connection: Connection

beforeAll(async () => {
  database = await testDatabase()
  proxy = await proxyDatabase(database.url)
  connection = connect(proxy.url, { max: 1, silentAfterMs: 300 })
})

afterAll(async () => {
  await connection.close()
  await proxy.stop()
  await database.drop()
})

test('a connection to a vanished server is given up, and the next one reaches its successor', async () => {
  await answered()
  proxy.strand()
  await expect(ask()).rejects.toThrow('The database did not answer within 300 ms')
  await answered()
})

test('an idle connection stays open', async () => {
  const pid = async () => (await sql`select pg_backend_pid()`.execute(connection.db)).rows
  await eventually(async () => {
    const before = await pid()
    await sql`select pg_sleep(0.5)`.execute(database.db)
    expect(await pid()).toEqual(before)
  })
})

/** On a busy machine, even a server that responds may take longer. */
function answered() {
  return eventually(ask)
}

function ask() {
  return sql`select 1`.execute(connection.db)
}
