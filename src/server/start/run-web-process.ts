import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeMetrics } from '../metrics.ts'
import { openWeb } from './open-web.ts'
import type { FromWeb, ToWeb } from './open-web-processes.ts'
import { makeOpened } from './opened.ts'
import { shareMetrics } from './serve-metrics.ts'
import { startRecoverySite } from './start-recovery-site.ts'
import type { StartOptions, StartOutcome } from './start-site.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/**
 * If only this process stops, its parent keeps the port, and it needn't wait: the others accept new
 * connections.
 */
const PARENT_LEAVES_WITHIN_MS = 1_000
const OTHER_CHANNELS_MS = 100

export async function runWebProcess(options: StartOptions): Promise<void> {
  const metrics = shareMetrics(send)
  const { signal: stopping, begin: stop } = stopOnSignal(
    async () => {
      const site = await starting
      if (site.kind === 'started') await site.stop()
    },
    {
      tooLong: 'Stopping a web process took too long; exiting anyway.',
      drainSeconds: options.config.scale.drainSeconds,
    },
  )
  process.on('message', (message: ToWeb) =>
    message.kind === 'stop' ? stop() : void metrics.receive(message),
  )
  endWithParent(stopping)
  const starting = start({ ...options, stopping }, metrics)
  const site = await starting
  if (site.kind === 'started') return send({ kind: 'started', address: site.address })
  refuse(site.line)
}

function refuse(line: string) {
  send({ kind: 'refused', line }, () => process.exit(1))
}

async function start(
  options: StartOptions,
  { share }: ReturnType<typeof shareMetrics>,
): Promise<StartOutcome> {
  const { config, log } = options
  const metrics = makeMetrics()
  if (config.isTrustDR) {
    const site = await startRecoverySite({ ...options, metrics, othersClosed: portLeftByParent })
    share(metrics.registry)
    return site
  }
  const opened = makeOpened(log)
  const own = {
    databaseUrl: config.databaseUrl ?? '',
    metrics,
    isOneOfSeveral: true,
    othersClosed: portLeftByParent,
    away: options.joinsLater ? 'Cannot reach the database.' : undefined,
    onJoined: () => send({ kind: 'joined' }),
    onRefused: refuse,
  }
  const web = await openWeb({ ...options, ...own }, opened)
  if (web.kind === 'opened') {
    share(metrics.registry)
    return { kind: 'started', address: web.address, stop: opened.closeAll }
  }
  await opened.closeAll()
  return web
}

function endWithParent(stopping: AbortSignal) {
  // Otherwise node:cluster would end this process as soon as the channel closes.
  if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true
  process.once('disconnect', () => {
    if (!stopping.aborted) process.exit(0)
  })
}

async function portLeftByParent() {
  if (process.connected)
    await Promise.race([
      once(process, 'disconnect'),
      sleep(PARENT_LEAVES_WITHIN_MS, undefined, { ref: false }),
    ])
  // The parent closes the port with the last of its channels.
  await sleep(OTHER_CHANNELS_MS)
}

function send(message: FromWeb, done: () => void = () => {}) {
  if (process.connected) process.send?.(message, undefined, undefined, done)
}
