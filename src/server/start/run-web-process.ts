import { makeMetrics } from '../metrics.ts'
import { shareMetrics } from './metrics-of-all.ts'
import { openWeb } from './open-web.ts'
import { makeOpened } from './opened.ts'
import type { FromWeb, ToWeb } from './process-messages.ts'
import type { StartOptions, StartOutcome } from './start-options.ts'
import { startRecoverySite } from './start-recovery-site.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** One of several processes on one port. The one that started it has prepared the database, and is told how it went. */
export async function runWebProcess(options: StartOptions): Promise<void> {
  const metrics = shareMetrics(tell)
  process.on('message', (message: ToWeb) => void metrics.hear(message))
  const { signal: stopping } = stopOnSignal(
    async () => {
      const site = await starting
      if (site.kind === 'started') await site.stop()
    },
    { tooLong: 'Stopping a web process took too long; left the rest to the system.' },
  )
  const starting = start({ ...options, stopping }, metrics)
  const site = await starting
  if (site.kind === 'started') return tell({ kind: 'started', address: site.address })
  tell({ kind: 'refused', line: site.line }, () => process.exit(1))
}

async function start(
  options: StartOptions,
  { share }: ReturnType<typeof shareMetrics>,
): Promise<StartOutcome> {
  const { config, log } = options
  const metrics = makeMetrics()
  if (config.isTrustDR) {
    const site = await startRecoverySite({ ...options, metrics })
    share(metrics.registry)
    return site
  }
  const opened = makeOpened(log)
  const own = { databaseUrl: config.databaseUrl ?? '', metrics, isOneOfSeveral: true }
  const web = await openWeb({ ...options, ...own }, opened)
  if (web.kind === 'opened') {
    share(metrics.registry)
    return { kind: 'started', address: web.address, stop: opened.closeAll }
  }
  await opened.closeAll()
  return web
}

function tell(message: FromWeb, done: () => void = () => {}) {
  if (process.connected) process.send?.(message, undefined, undefined, done)
}
