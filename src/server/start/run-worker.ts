import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { explainListen } from '../edge/listen.ts'
import { makeMetrics } from '../metrics.ts'
import { refuse, say } from './console-lines.ts'
import { openWorker } from './open-worker.ts'
import { serveMetrics } from './serve-metrics.ts'
import { stopOnSignal } from './stop-on-signal.ts'
import { type DatabaseWatch, watchDatabase } from './watch-database.ts'
import { tallyNews, type WorkerNews } from './worker-process.ts'

const TOO_LONG = 'Stopping the worker took too long; another worker takes over the rest.'

export interface RunWorkerOptions {
  config: Config
  log: Logger
}

export async function runWorker({ config, log }: RunWorkerOptions): Promise<void> {
  if (config.isTrustDR) {
    return refuse('With TRUST_DR=1 a worker has nothing to do: remove ROLE or set it to web.')
  }
  const metrics = makeMetrics()
  const worker = openWorker({ config, log, report: say, onNews: (news) => metrics.observeWorker([news]) })
  metrics.watchBackups(config.backups)
  let watch: DatabaseWatch | undefined
  const readiness = () => {
    if (watch === undefined) return 'starting'
    return watch.isReached() ? 'ready' : 'no-database'
  }
  const probes = await answerProbes({ config, readiness })
  if (probes.kind === 'refused') return refuse(probes.line)
  const { contentType } = metrics.registry
  const serving = await serveMetrics({ config, log, contentType, text: () => metrics.registry.metrics() })
  if (serving.kind === 'refused') return refuse(serving.line)
  stopOnSignal(
    async () => {
      await worker.stop()
      await watch?.stop()
      await Promise.all([probes.stop(), serving.stop()])
    },
    { tooLong: TOO_LONG },
  )
  const opened = await worker.opening
  if (opened.kind === 'refused') return refuse(opened.line)
  if (opened.kind === 'stopped') return
  metrics.watchClock(opened.readSkewMs)
  watch = watchDatabase(opened.databaseUrl, {
    onLost: (error) => {
      metrics.observeDatabaseLoss()
      log.error({ err: error }, 'The database is unreachable; the worker waits for it')
    },
    onFound: () => log.info('The database is back'),
  })
  say('Candor notifies subscribers and writes editions and backups. Press Ctrl-C to stop.')
}

export async function runWorkerBesideSite({ config, log }: RunWorkerOptions): Promise<void> {
  const tally = tallyNews((news: WorkerNews[]) => process.connected && process.send?.(news))
  const worker = openWorker({ config, log, report: say, onNews: tally.add })
  const { begin: end } = stopOnSignal(
    async () => {
      await worker.stop()
      tally.flush()
    },
    { tooLong: TOO_LONG },
  )
  // However the site ended, the next one starts its own worker.
  process.on('disconnect', end)
  if (!process.connected) return end()
  const opened = await worker.opening
  if (opened.kind === 'refused') refuse(opened.line)
}

interface ProbesOptions {
  config: Config
  readiness: () => WorkerReadiness
}

type WorkerReadiness = 'starting' | 'ready' | 'no-database'

type ProbesOutcome = { kind: 'answering'; stop(): Promise<void> } | { kind: 'refused'; line: string }

async function answerProbes({ config, readiness }: ProbesOptions): Promise<ProbesOutcome> {
  const { probePort: port } = config.scale
  if (port === undefined) return { kind: 'answering', stop: async () => {} }
  const server = createServer(answerOf(readiness))
  server.requestTimeout = 10_000
  try {
    server.listen(port, config.host)
    await once(server, 'listening')
  } catch (error) {
    return { kind: 'refused', line: explainListen(error, config) }
  }
  return {
    kind: 'answering',
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function answerOf(readiness: () => WorkerReadiness): RequestListener {
  return ({ method, url }, response) => {
    const json = (status: number, value: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(value))
    if (method !== 'GET' && method !== 'HEAD') return json(405, { message: 'Only GET is supported here.' })
    switch (url?.split('?')[0]) {
      case '/healthz':
        return json(200, { status: 'ok' })
      case '/readyz': {
        const status = readiness()
        return json(status === 'ready' ? 200 : 503, { status })
      }
      default:
        return json(404, { message: 'This is a worker; it serves no pages.' })
    }
  }
}
