import { demoVariable } from '../config/demo-config.ts'
import { makeMetrics } from '../metrics.ts'
import { openDatabase } from './open-database.ts'
import { openWebProcesses, type WebProcessesOutcome } from './open-web-processes.ts'
import { makeOpened, type Opened } from './opened.ts'
import type { StartOptions, StartOutcome, StartWorker } from './start-options.ts'

/**
 * The whole site in several processes: this one looks after the database and the others, which share the port. All of
 * them end when this one does, however it ends.
 */
export async function startProcesses(
  options: StartOptions,
  { main }: { main: string },
): Promise<StartOutcome> {
  const opened = makeOpened(options.log)
  try {
    const outcome = await open(options, { main, opened })
    if (outcome.kind === 'opened') return { kind: 'started', address: outcome.address, stop: opened.closeAll }
    await opened.closeAll()
    return outcome
  } catch (error) {
    await opened.closeAll()
    throw error
  }
}

async function open(
  options: StartOptions,
  { main, opened }: { main: string; opened: Opened },
): Promise<WebProcessesOutcome> {
  const { config, log, startWorker, stopping } = options
  const metrics = makeMetrics()
  const web = { main, count: config.scale.workers, config, metrics, log, stopping }
  // A site that stands in for another has no database, and so no worker.
  if (config.isTrustDR) return openWebProcesses({ ...web, env: {} }, opened)

  const database = await openDatabase(options, opened)
  if (database.kind === 'refused') return database
  let worker: ReturnType<StartWorker> | undefined
  opened.add(async () => worker?.stop())
  const joinsLater = database.kind === 'away'
  const outcome = await openWebProcesses(
    { ...web, joinsLater, env: { DATABASE_URL: database.url, DEMO: demoVariable(config) } },
    opened,
  )
  if (outcome.kind === 'refused') return outcome
  worker = startWorker?.({ databaseUrl: database.url, onNews: metrics.observeWorker })
  // First of all, beside everything else: what is under way waits for other people's servers.
  opened.add(async () => void worker?.stop())
  return outcome
}
