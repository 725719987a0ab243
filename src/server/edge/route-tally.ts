import type { Registry } from 'prom-client'

const BUCKETS_S = [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10] as const

/** Plain numbers: building labels for each answer would cost more than a cached answer. */
export class RouteTally {
  readonly route: string
  readonly byStatus = new Map<number, number>()
  readonly buckets = BUCKETS_S.map(() => 0)
  count = 0
  seconds = 0

  constructor(route: string) {
    this.route = route
  }

  add(status: number, seconds: number) {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1)
    this.count++
    this.seconds += seconds
    for (let at = 0; at < BUCKETS_S.length; at++) {
      if (seconds > (BUCKETS_S[at] as number)) continue
      this.buckets[at] = (this.buckets[at] as number) + 1
      return
    }
  }
}

export function tallyRoutes(registry: Registry) {
  const tallies = new Map<string, RouteTally>()
  registerMetric(registry, {
    name: 'candor_http_requests_total',
    help: 'Requests answered, by route and status',
    type: 'counter',
    values: () =>
      [...tallies.values()].flatMap(({ route, byStatus }) =>
        [...byStatus].map(([status, value]) => ({ value, labels: { route, status } })),
      ),
  })
  const duration = 'candor_http_request_duration_seconds'
  registerMetric(registry, {
    name: duration,
    help: 'Time from the first byte of a request to the last of its answer',
    type: 'histogram',
    values: () => [...tallies.values()].flatMap((tally) => histogramOf(duration, tally)),
  })
  return (route: string): RouteTally => {
    const known = tallies.get(route)
    if (known !== undefined) return known
    const tally = new RouteTally(route)
    tallies.set(route, tally)
    return tally
  }
}

function histogramOf(name: string, { route, buckets, count, seconds }: RouteTally): MetricValue[] {
  let below = 0
  const ends = BUCKETS_S.map((le, at) => {
    below += buckets[at] as number
    return { metricName: `${name}_bucket`, value: below, labels: { le, route } }
  })
  return [
    ...ends,
    { metricName: `${name}_bucket`, value: count, labels: { le: '+Inf', route } },
    { metricName: `${name}_sum`, value: seconds, labels: { route } },
    { metricName: `${name}_count`, value: count, labels: { route } },
  ]
}

interface MetricValue {
  metricName?: string
  value: number
  labels: Record<string, string | number>
}

interface LateMetric {
  name: string
  help: string
  type: 'counter' | 'histogram'
  values(): MetricValue[]
}

/** A registry only calls a metric's `get`, and only when it is read. */
function registerMetric(registry: Registry, { name, help, type, values }: LateMetric) {
  const metric = { name, get: async () => ({ name, help, type, values: values(), aggregator: 'sum' }) }
  registry.registerMetric(metric as unknown as Parameters<Registry['registerMetric']>[0])
}
