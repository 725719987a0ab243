import { AggregatorRegistry, type Registry } from 'prom-client'
import type { FromWeb, MetricsJson, ToWeb } from './process-messages.ts'

/** Later answers count in the next round. */
const ANSWER_WITHIN_MS = 1_000

type WebProcess = { send(message: ToWeb): unknown }

/**
 * In the primary process: adds up the metrics of all web processes. Prometheus takes a counter that falls for one that
 * began again, and alerts about what happened long ago. So a process that is late counts with its last figures, and
 * counters of a dead one stay.
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
    // Taken together: a process that dies meanwhile is in one of them.
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
    /** The process has died. */
    forget: (web: Web) => {
      const counters = (latest.get(web) ?? []).filter(isAddedUp)
      latest.delete(web)
      gone = gone.then((before) => AggregatorRegistry.aggregate([before, counters]).getMetricsAsJSON())
    },
  }
}

/** Counters of which the highest counts must not fall either. */
function isAddedUp({ type, aggregator }: MetricsJson[number]) {
  return ['sum', 'max'].includes(String(aggregator)) && ['counter', 'histogram'].includes(String(type))
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
