import type { Worker as WebProcess } from 'node:cluster'
import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { Gauge, type MetricObjectWithValues, type MetricValue } from 'prom-client'
import type { Config } from '../config.ts'
import type { Metrics } from '../metrics.ts'
import type { Opened } from './opened.ts'
import { addUpMetrics, serveMetrics } from './serve-metrics.ts'
import { superviseProcess } from './supervise-process.ts'

export const JOINS_LATER = 'joins-later'

interface WebProcessesOptions {
  main: string
  count: number
  env: Record<string, string>
  config: Config
  /**
   * The database is unreachable: web processes start from an edition file and prepare the database once it
   * is back.
   */
  joinsLater?: boolean
  metrics: Metrics
  log: Logger
  stopping?: AbortSignal | undefined
}

export type WebProcessesOutcome = { kind: 'opened'; address: string } | { kind: 'refused'; line: string }

export async function openWebProcesses(
  { main, count, env, config, joinsLater = false, metrics, log, stopping }: WebProcessesOptions,
  opened: Opened,
): Promise<WebProcessesOutcome> {
  // Each process accepts connections itself. Measured with connections handed out in turn: new connections
  // cost 50% more and were distributed no more evenly, and those just handed to a dying process would never
  // be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  let isAway = joinsLater
  const answering = new Set<WebProcess>()
  const ofAll = addUpMetrics({ own: metrics.registry, others: () => answering })
  countProcesses(metrics, answering)
  const { contentType } = metrics.registry
  const serving = await serveMetrics({ config, log, contentType, text: ofAll.textOfAll })
  if (serving.kind === 'refused') return serving
  opened.add(serving.stop)

  return new Promise((resolve) => {
    function receive(from: WebProcess, message: FromWeb) {
      switch (message.kind) {
        case 'started':
          answering.add(from)
          if (answering.size === count) resolve({ kind: 'opened', address: message.address })
          return
        case 'refused':
          log.error({ web: from.process.pid, why: message.line }, 'A web process could not start')
          return resolve({ kind: 'refused', line: message.line })
        case 'joined':
          isAway = false
          return
        case 'metrics':
          return ofAll.receive(from, message)
      }
    }

    const keepRunning = () =>
      superviseProcess({
        drainSeconds: config.scale.drainSeconds,
        start: () => {
          // The database may be back by the time a process is restarted.
          cluster.setupPrimary({ exec: main, args: isAway ? [JOINS_LATER] : [] })
          const web = cluster.fork(env)
          web.on('message', (message: FromWeb) => receive(web, message))
          // Sending to a dying process fails with this error. Its exit is handled below.
          web.on('error', (error) => log.warn({ err: error }, 'A web process cannot be reached'))
          web.on('exit', () => {
            answering.delete(web)
            ofAll.forget(web)
          })
          log.info({ web: web.process.pid }, 'A web process was started')
          return web.process
        },
        onDeath: (how) => {
          log.error(how, 'A web process died and will be started again')
          metrics.observeRestart('web')
        },
      })
    const running = Array.from({ length: count }, keepRunning)
    opened.add(async () => {
      await leavePort(Object.values(cluster.workers ?? {}))
      await Promise.all(running.map(({ stop }) => stop()))
    })
    stopping?.addEventListener('abort', () => resolve({ kind: 'refused', line: 'Stopped while starting.' }))
  })
}

/**
 * node:cluster keeps the port open in this process until the last web process has closed it, and connections that
 * arrive in between would never be answered. Once all channels are disconnected it closes the port, and the web
 * processes close theirs afterward.
 */
async function leavePort(processes: (WebProcess | undefined)[]) {
  await Promise.all(
    processes.map(async (web) => {
      if (!web?.isConnected()) return
      await new Promise<void>((sent) => web.send({ kind: 'stop' } satisfies ToWeb, () => sent()))
      if (web.isConnected()) web.process.disconnect()
    }),
  )
}

function countProcesses({ registry }: Metrics, answering: ReadonlySet<WebProcess>) {
  new Gauge({
    name: 'candor_web_processes',
    help: 'Processes that answer on this port',
    registers: [registry],
    collect() {
      this.set(answering.size)
    },
  })
}

export type MetricsJson = MetricObjectWithValues<MetricValue<string>>[]

export type FromWeb =
  | { kind: 'started'; address: string }
  | { kind: 'refused'; line: string }
  | { kind: 'joined' }
  | { kind: 'metrics'; id: number; metrics: MetricsJson }

export type ToWeb =
  /** The last message: the channel closes after it. */
  { kind: 'stop' } | { kind: 'metrics-asked'; id: number }
