import { makeMetrics } from '../metrics.ts'
import { openDatabase } from './open-database.ts'
import { openWeb } from './open-web.ts'
import { makeOpened, type Opened } from './opened.ts'
import { serveMetrics } from './serve-metrics.ts'
import type { StartOptions, StartOutcome, StartWorker } from './start-options.ts'
import { startRecoverySite } from './start-recovery-site.ts'

/** Starts a site from its configuration. If a step refuses, everything opened so far is closed again. */
export async function startSite(options: StartOptions): Promise<StartOutcome> {
  if (options.config.isTrustDR) return startRecoverySite(options)
  const opened = makeOpened(options.log)
  try {
    const outcome = await open(options, opened)
    if (outcome.kind === 'opened') return { kind: 'started', address: outcome.address, stop: opened.closeAll }
    await opened.closeAll()
    return outcome
  } catch (error) {
    await opened.closeAll()
    throw error
  }
}

async function open(options: StartOptions, opened: Opened) {
  const metrics = makeMetrics()
  const { contentType } = metrics.registry
  const serving = await serveMetrics({ ...options, contentType, text: () => metrics.registry.metrics() })
  if (serving.kind === 'refused') return serving
  opened.add(serving.stop)
  const database = await openDatabase(options, opened)
  if (database.kind === 'refused') return database

  let worker: ReturnType<StartWorker> | undefined
  opened.add(async () => worker?.stop())
  const away = database.kind === 'away' ? database.line : undefined
  const web = await openWeb({ ...options, databaseUrl: database.url, metrics, away }, opened)
  if (web.kind === 'refused') return web
  worker = options.startWorker?.({
    databaseUrl: database.url,
    onNews: metrics.observeWorker,
    onRestart: () => metrics.observeRestart('worker'),
  })
  // Stops first, in parallel with everything else: its work may be waiting for external servers.
  opened.add(async () => void worker?.stop())
  return web
}
