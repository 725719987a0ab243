import type { MetricObjectWithValues, MetricValue } from 'prom-client'

export type MetricsJson = MetricObjectWithValues<MetricValue<string>>[]

export type FromWeb =
  | { kind: 'started'; address: string }
  | { kind: 'refused'; line: string }
  /** The database, which was unreachable at the start, is back and ready. */
  | { kind: 'joined' }
  | { kind: 'metrics'; id: number; metrics: MetricsJson }

export type ToWeb =
  /** The last message: the channel closes after it. */
  { kind: 'stop' } | { kind: 'metrics-asked'; id: number }
