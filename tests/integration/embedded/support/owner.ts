// A Candor process reduced to its database: starts it, reports in lines of JSON, and stops it on request. With `write`
// it inserts numbers, one transaction each, and reports each acknowledged number.
import { Pool } from 'pg'
import { startEmbedded } from '../../../../src/db/embedded/start-embedded.ts'

const WRITERS = 4

const [dataDir = '', task] = process.argv.slice(2)

const outcome = await startEmbedded({ dataDir, report: (line) => say({ report: line }) })
if (outcome.kind === 'refused') {
  say({ outcome })
  process.exit(1)
}

const { url, stop } = outcome
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    const pool = siteOf(url)
    const { rows } = await pool.query('select 1 as alive')
    await pool.end()
    say({ aliveOnSignal: rows[0]?.alive === 1 })
    await stop()
    process.exit(0)
  })
}
say({ outcome })
if (task === 'write') await write(siteOf(url))

async function write(pool: Pool): Promise<never> {
  await pool.query('create table if not exists written (id bigint primary key)')
  const { rows } = await pool.query('select coalesce(max(id), 0)::int as last from written')
  let next: number = rows[0].last + 1
  const writer = async (): Promise<never> => {
    for (;;) {
      const id = next++
      await pool.query('insert into written values ($1)', [id])
      say({ written: id })
    }
  }
  return Promise.race(Array.from({ length: WRITERS }, writer))
}

function siteOf(connectionString: string): Pool {
  const pool = new Pool({ connectionString })
  pool.on('error', () => {})
  return pool
}

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}
