import { AggregatorRegistry, type Registry } from 'prom-client'
import type { GatherMetrics } from '../metrics.ts'
import type { FromWeb, MetricsJson, ToWeb } from './process-messages.ts'

/** One that does not answer is left out. */
const ANSWER_WITHIN_MS = 1_000
const WAIT_WITHIN_MS = 5_000

type WebProcess = { send(message: ToWeb): unknown }

/** In the process that started the others: adds up what each of them says. */
export function addUpMetrics({ own, others }: { own: Registry; others: () => Iterable<WebProcess> }) {
  const rounds = new Map<number, (metrics: MetricsJson) => void>()
  let lastId = 0

  async function textOfAll() {
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

  return async (from: WebProcess, message: FromWeb) => {
    if (message.kind === 'metrics') rounds.get(message.id)?.(message.metrics)
    if (message.kind !== 'metrics-wanted') return
    from.send({ kind: 'metrics-of-all', id: message.id, text: await textOfAll() })
  }
}

/** In one of the others: says its own when asked, and asks for those of all. */
export function shareMetrics(send: (message: FromWeb) => void, isHeard = () => process.connected) {
  const waiting = new Map<number, (text: string) => void>()
  let lastId = 0
  let own: Registry | undefined

  const gather: GatherMetrics = async (registry) => {
    if (!isHeard()) return registry.metrics()
    const id = ++lastId
    let timer: NodeJS.Timeout | undefined
    const text = await new Promise<string | undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), WAIT_WITHIN_MS)
      waiting.set(id, resolve)
      send({ kind: 'metrics-wanted', id })
    })
    clearTimeout(timer)
    waiting.delete(id)
    return text ?? registry.metrics()
  }

  return {
    gather,
    share: (registry: Registry) => {
      own = registry
    },
    hear: async (message: ToWeb) => {
      switch (message.kind) {
        case 'metrics-asked':
          if (own === undefined) return
          return send({ kind: 'metrics', id: message.id, metrics: await own.getMetricsAsJSON() })
        case 'stop':
          return
        case 'metrics-of-all':
          return waiting.get(message.id)?.(message.text)
      }
    },
  }
}
