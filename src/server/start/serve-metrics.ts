import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { FromWeb, MetricsJson, ToWeb } from './open-web-processes.ts'

interface ServeMetricsOptions {
  config: Pick<Config, 'metricsListen'>
  log: Logger
  contentType: string
  text: () => Promise<string>
}

type ServingMetrics = { kind: 'serving'; stop(): Promise<void> } | { kind: 'refused'; line: string }

const NOT_SERVING: ServingMetrics = { kind: 'serving', stop: async () => {} }
const REQUEST_WITHIN_MS = 10_000
const CONNECTIONS_AT_MOST = 50

/** On its own address, so that the public one never exposes internals. */
export async function serveMetrics({
  config: { metricsListen },
  log,
  contentType,
  text,
}: ServeMetricsOptions): Promise<ServingMetrics> {
  if (metricsListen === undefined) return NOT_SERVING
  const { host, port, isChosen } = metricsListen
  let gathering: Promise<string> | undefined
  const server = createServer({ requestTimeout: REQUEST_WITHIN_MS }, async ({ method, url }, response) => {
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    const isMetrics = url?.split('?')[0] === '/metrics'
    if (!isMetrics) return answer(404, 'text/plain', 'Only /metrics is here.\n')
    if (method !== 'GET' && method !== 'HEAD')
      return answer(405, 'text/plain', 'Only GET is supported here.\n')
    try {
      gathering ??= text().finally(() => {
        gathering = undefined
      })
      return answer(200, contentType, await gathering)
    } catch (error) {
      log.warn({ err: error }, 'The metrics could not be gathered')
      return answer(500, 'text/plain', 'The metrics could not be gathered.\n')
    }
  })
  server.maxConnections = CONNECTIONS_AT_MOST
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as { code?: string }
    const problem = `METRICS_LISTEN: cannot listen on ${host}:${port} (${code ?? 'unknown'}).`
    if (isChosen) return { kind: 'refused', line: `${problem} Set it to a free address, or to none.` }
    // A second site on this machine should run without metrics rather than not at all.
    log.warn(`${problem} This process serves no metrics. Set METRICS_LISTEN to choose an address.`)
    return NOT_SERVING
  }
  server.unref()
  const { address, port: taken } = server.address() as AddressInfo
  log.info({ address, port: taken }, 'Serving metrics')
  return {
    kind: 'serving',
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Later answers count in the next round. */
const ANSWER_WITHIN_MS = 1_000

type WebProcess = { send(message: ToWeb): unknown }

/**
 * In the primary process: adds up the metrics of all web processes. Prometheus takes a falling counter for
 * a restarted one, and would alert about old events. So the last figures of a late process are used, and
 * counters of a dead one are kept.
 */
export function addUpMetrics<Web extends WebProcess>({
  own,
  others,
}: {
  own: Registry
  others: () => ReadonlySet<Web>
}) {
  const rounds = new Map<number, () => void>()
  const latest = new Map<Web, MetricsJson>()
  let gone: Promise<MetricsJson> = Promise.resolve([])
  let lastId = 0

  async function textOfAll(): Promise<string> {
    const id = ++lastId
    const processes = [...others()]
    let received = 0
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ANSWER_WITHIN_MS)
      rounds.set(id, () => {
        if (++received < processes.length) return
        clearTimeout(timer)
        resolve()
      })
      for (const each of processes) each.send({ kind: 'metrics-asked', id })
    })
    rounds.delete(id)
    // Read at the same time, because a process that dies meanwhile moves from one to the other.
    const [living, dead] = [[...latest.values()], gone]
    return AggregatorRegistry.aggregate([...living, await dead, await own.getMetricsAsJSON()]).metrics()
  }

  return {
    textOfAll,
    receive: (from: Web, { id, metrics }: Extract<FromWeb, { kind: 'metrics' }>) => {
      if (!others().has(from)) return
      latest.set(from, metrics)
      rounds.get(id)?.()
    },
    forget: (web: Web) => {
      const counters = (latest.get(web) ?? []).filter(isAddedUp)
      latest.delete(web)
      gone = gone.then((before) => AggregatorRegistry.aggregate([before, counters]).getMetricsAsJSON())
    },
  }
}

/** Counters, including those that report the highest value of all processes: neither kind may fall. */
function isAddedUp({ type, aggregator }: MetricsJson[number]) {
  return ['sum', 'max'].includes(String(aggregator)) && ['counter', 'histogram'].includes(String(type))
}

export function shareMetrics(send: (message: FromWeb) => void) {
  let own: Registry | undefined
  return {
    share: (registry: Registry) => {
      own = registry
    },
    receive: async (message: ToWeb) => {
      if (message.kind === 'metrics-asked' && own !== undefined)
        send({ kind: 'metrics', id: message.id, metrics: await own.getMetricsAsJSON() })
    },
  }
}
