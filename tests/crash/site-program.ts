// The site like `npm start`, with an embedded database and a signed-in staff member.
import { sql } from 'kysely'
import { pino } from 'pino'
import { connect } from '../../src/db/connect.ts'
import { findRunning } from '../../src/db/embedded/find-running.ts'
import { startSite } from '../../src/server/start/start-site.ts'
import { signIn } from '../support/sign-in.ts'
import { testAssets, testConfig } from '../support/test-app.ts'

const dataDir = process.env.DATA_DIR ?? ''
const site = await startSite({
  config: testConfig({ dataDir, hasDemo: false }),
  assets: testAssets,
  log: pino({ level: 'silent' }),
  report: (line) => process.send?.({ line }),
})
if (site.kind === 'refused') throw new Error(site.line)
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
  process.once(signal, () => site.stop().finally(() => process.exit(0)))
}
const running = await findRunning(dataDir)
if (running.kind === 'refused') throw new Error(running.line)
const { db, close } = connect(running.url)
const staff = await signIn(db, { roles: ['trust_admin'] })
await close()
process.send?.({ address: site.address, staff })

// Like after hours of work: the server needs another WAL file and has no room for one.
const owner = new URL(running.url)
owner.username = 'postgres'
const asOwner = connect(owner.href)
process.on('message', () => {
  // With content in the file, which the next switch would otherwise use again.
  void sql`select pg_current_xact_id(), pg_switch_wal()`.execute(asOwner.db).catch(() => {})
})
