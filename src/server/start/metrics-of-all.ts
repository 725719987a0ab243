import { AggregatorRegistry, type Registry } from 'prom-client'
import type { FromWeb, MetricsJson, ToWeb } from './process-messages.ts'

/** Processes that don't answer in time are left out. */
const ANSWER_WITHIN_MS = 1_000

type WebProcess = { send(message: ToWeb): unknown }

/** In the primary process: adds up the metrics of all web processes. */
export function addUpMetrics({ own, others }: { own: Registry; others: () => Iterable<WebProcess> }) {
  const rounds = new Map<number, (metrics: MetricsJson) => void>()
  let lastId = 0

  async function textOfAll(): Promise<string> {
    const id = ++lastId
    const processes = [...others()]
    const received: MetricsJson[] = []
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ANSWER_WITHIN_MS)
      rounds.set(id, (metrics) => {
        received.push(metrics)
        if (received.length < processes.length) return
        clearTimeout(timer)
        resolve()
      })
      for (const each of processes) each.send({ kind: 'metrics-asked', id })
    })
    rounds.delete(id)
    return AggregatorRegistry.aggregate([...received, await own.getMetricsAsJSON()] as object[]).metrics()
  }

  return {
    textOfAll,
    receive: ({ id, metrics }: Extract<FromWeb, { kind: 'metrics' }>) => rounds.get(id)?.(metrics),
  }
}

/** In a web process: sends its own metrics on request. */
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
