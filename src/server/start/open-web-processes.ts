import cluster, { type Worker as WebProcess } from 'node:cluster'
import type { Logger } from 'pino'
import { Gauge } from 'prom-client'
import type { Config } from '../config.ts'
import type { Metrics } from '../metrics.ts'
import { keepProcess } from './keep-process.ts'
import { addUpMetrics } from './metrics-of-all.ts'
import type { Opened } from './opened.ts'
import type { FromWeb, ToWeb } from './process-messages.ts'
import { serveMetrics } from './serve-metrics.ts'

/** The first argument of a web process that starts while the database is unreachable. */
export const JOINS_LATER = 'joins-later'

export interface WebProcessesOptions {
  /** The program that is one of several when it is started by node:cluster. */
  main: string
  count: number
  /** Besides that of this process. */
  env: Record<string, string>
  config: Config
  /** The database is out of reach: they start from an edition file, and make the database ready once it is back. */
  joinsLater?: boolean
  metrics: Metrics
  log: Logger
  stopping?: AbortSignal | undefined
}

export type WebProcessesOutcome = { kind: 'opened'; address: string } | { kind: 'refused'; line: string }

/** Processes that share one port. One that dies is started again while the rest go on. */
export async function openWebProcesses(
  { main, count, env, config, joinsLater = false, metrics, log, stopping }: WebProcessesOptions,
  opened: Opened,
): Promise<WebProcessesOutcome> {
  // Each accepts for itself. Handing connections out in turn was measured: half as much again for a new connection, shared
  // out no more evenly, and what was just handed to one that dies would never be answered.
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
    function hear(from: WebProcess, message: FromWeb) {
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
          return ofAll.hear(message)
      }
    }

    const keep = () =>
      keepProcess({
        drainSeconds: config.scale.drainSeconds,
        start: () => {
          // One that is started again finds the database as it is by then.
          cluster.setupPrimary({ exec: main, args: isAway ? [JOINS_LATER] : [] })
          const web = cluster.fork(env)
          web.on('message', (message: FromWeb) => hear(web, message))
          // A message to one that is just dying says so here, and the exit says it again.
          web.on('error', (error) => log.warn({ err: error }, 'A web process cannot be reached'))
          web.on('exit', () => answering.delete(web))
          log.info({ web: web.process.pid }, 'A web process was started')
          return web.process
        },
        onDeath: (how) => {
          log.error(how, 'A web process died and will be started again')
          metrics.observeRestart('web')
        },
      })
    const kept = Array.from({ length: count }, keep)
    opened.add(async () => {
      await leavePort(Object.values(cluster.workers ?? {}))
      await Promise.all(kept.map(({ stop }) => stop()))
    })
    stopping?.addEventListener('abort', () => resolve({ kind: 'refused', line: 'Stopped while starting.' }))
  })
}

/**
 * node:cluster keeps the port open in this process until the last of the others has closed it, and connections that come
 * in between would wait for nobody. Without a channel to any of them it closes the port, and they close it after that.
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
