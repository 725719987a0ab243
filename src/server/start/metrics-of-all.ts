import { AggregatorRegistry, type Registry } from 'prom-client'
import type { FromWeb, MetricsJson, ToWeb } from './process-messages.ts'

/** One that does not answer is left out. */
const ANSWER_WITHIN_MS = 1_000

type WebProcess = { send(message: ToWeb): unknown }

/** In the process that started the others: adds up what each of them says. */
export function addUpMetrics({ own, others }: { own: Registry; others: () => Iterable<WebProcess> }) {
  const rounds = new Map<number, (metrics: MetricsJson) => void>()
  let lastId = 0

  async function textOfAll(): Promise<string> {
    const id = ++lastId
    const processes = [...others()]
    const heard: MetricsJson[] = []
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ANSWER_WITHIN_MS)
      rounds.set(id, (metrics) => {
        heard.push(metrics)
        if (heard.length < processes.length) return
        clearTimeout(timer)
        resolve()
      })
      for (const each of processes) each.send({ kind: 'metrics-asked', id })
    })
    rounds.delete(id)
    return AggregatorRegistry.aggregate([...heard, await own.getMetricsAsJSON()] as object[]).metrics()
  }

  return {
    textOfAll,
    hear: ({ id, metrics }: Extract<FromWeb, { kind: 'metrics' }>) => rounds.get(id)?.(metrics),
  }
}

/** In one of the others: says its own when asked. */
export function shareMetrics(send: (message: FromWeb) => void) {
  let own: Registry | undefined
  return {
    share: (registry: Registry) => {
      own = registry
    },
    hear: async (message: ToWeb) => {
      if (message.kind === 'metrics-asked' && own !== undefined)
        send({ kind: 'metrics', id: message.id, metrics: await own.getMetricsAsJSON() })
    },
  }
}
