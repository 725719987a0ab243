import { Pool } from 'pg'
import { type EmbeddedOutcome, startEmbedded } from '../../../../src/db/embedded/start-embedded.ts'

type Started = Extract<EmbeddedOutcome, { kind: 'started' }> & { reports: string[]; pool: Pool }

export async function started(dataDir: string): Promise<Started> {
  const reports: string[] = []
  const report = (line: string) => {
    const isOnlyOfABusyMachine = line.startsWith('Waiting for')
    if (!isOnlyOfABusyMachine) reports.push(line)
  }
  const outcome = await startEmbedded({ dataDir, report })
  if (outcome.kind === 'refused') throw new Error(outcome.line)
  const pool = new Pool({ connectionString: outcome.url, connectionTimeoutMillis: 60_000 })
  pool.on('error', () => {})
  const stop = async () => {
    if (!pool.ending) await pool.end()
    await outcome.stop()
  }
  return { ...outcome, stop, reports, pool }
}

export async function refusalOf(dataDir: string): Promise<string> {
  return (await refusedAs(dataDir)).line
}

/** Includes whether a backup is the way back. */
export async function refusedAs(dataDir: string): Promise<Extract<EmbeddedOutcome, { kind: 'refused' }>> {
  const outcome = await startEmbedded({ dataDir, report: () => {} })
  if (outcome.kind === 'refused') return outcome
  await outcome.stop()
  throw new Error(`${dataDir} was not refused`)
}
