import type { Logger } from 'pino'
import type { DocumentSigner } from '../../edition/documents/document.ts'
import type { Assets } from '../answers/assets.ts'
import { type Config, demoVariable } from '../config.ts'
import { makeMetrics } from '../metrics.ts'
import { openDatabase } from './open-database.ts'
import { openWeb } from './open-web.ts'
import { openWebProcesses, type WebProcessesOutcome } from './open-web-processes.ts'
import { makeOpened, type Opened } from './opened.ts'
import { serveMetrics } from './serve-metrics.ts'
import { startRecoverySite } from './start-recovery-site.ts'
import type { WorkerNews } from './worker-process.ts'

export async function startSite(options: StartOptions): Promise<StartOutcome> {
  if (options.config.isTrustDR) return startRecoverySite(options)
  return opening(options, (opened) => openAlone(options, opened))
}

async function openAlone(options: StartOptions, opened: Opened) {
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

export async function startProcesses(
  options: StartOptions,
  { main }: { main: string },
): Promise<StartOutcome> {
  return opening(options, (opened) => openSeveral(options, { main, opened }))
}

async function openSeveral(
  options: StartOptions,
  { main, opened }: { main: string; opened: Opened },
): Promise<WebProcessesOutcome> {
  const { config, log, startWorker, stopping } = options
  const metrics = makeMetrics()
  const web = { main, count: config.scale.workers, config, metrics, log, stopping }
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
  worker = startWorker?.({
    databaseUrl: database.url,
    onNews: metrics.observeWorker,
    onRestart: () => metrics.observeRestart('worker'),
  })
  opened.add(async () => void worker?.stop())
  return outcome
}

async function opening(
  { log }: Pick<StartOptions, 'log'>,
  open: (opened: Opened) => Promise<WebProcessesOutcome>,
): Promise<StartOutcome> {
  const opened = makeOpened(log)
  try {
    const outcome = await open(opened)
    if (outcome.kind === 'opened') return { kind: 'started', address: outcome.address, stop: opened.closeAll }
    await opened.closeAll()
    return outcome
  } catch (error) {
    await opened.closeAll()
    throw error
  }
}

export type StartOutcome =
  | { kind: 'started'; address: string; stop(): Promise<void> }
  | { kind: 'refused'; line: string }

export interface StartOptions {
  config: Config
  assets: Assets
  log: Logger
  report: (line: string) => void
  clock?: () => Date
  signer?: DocumentSigner
  /** The program of the thread that renders pages. Absent: pages are rendered on the thread that answers. */
  renderThread?: string
  /** Absent: another process notifies subscribers and writes editions and backups. */
  startWorker?: StartWorker
  joinsLater?: boolean
  onJoined?: () => void
  /** The database is back, but this version must not use it. */
  onRefused?: (line: string) => void
  stopping?: AbortSignal
}

export type StartWorker = (of: {
  databaseUrl: string
  onNews: (news: WorkerNews[]) => void
  onRestart: () => void
}) => {
  stop(): Promise<void>
}
