import type { MetricObjectWithValues, MetricValue } from 'prom-client'

export type MetricsJson = MetricObjectWithValues<MetricValue<string>>[]

/** What one of several web processes says to the one that started them. */
export type FromWeb =
  | { kind: 'started'; address: string }
  | { kind: 'refused'; line: string }
  /** The database, which was out of reach when all of them started, is back and ready. */
  | { kind: 'joined' }
  | { kind: 'metrics'; id: number; metrics: MetricsJson }

export type ToWeb =
  /** The last message: the channel closes after it. */
  { kind: 'stop' } | { kind: 'metrics-asked'; id: number }
