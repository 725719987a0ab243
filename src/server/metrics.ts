import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { EditionHolder, HolderEvent } from '../edition/hold-edition.ts'
import type { TimetableReport } from '../publishing/timetable/start-timetable.ts'
import type { SettledEvent } from './delivery-tally.ts'

export interface WaitingDeliveries {
  lane: string
  waiting: number
  oldestDueAt: Date | null
}

export type Metrics = ReturnType<typeof makeMetrics>

export function makeMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'candor_http_requests_total',
    help: 'Requests answered, by route and status',
    labelNames: ['route', 'status'] as const,
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'candor_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['route'] as const,
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const swaps = new Counter({
    name: 'candor_edition_swaps_total',
    help: 'Editions put on screen by this process',
    registers: [registry],
  })
  const loadSeconds = new Gauge({
    name: 'candor_edition_load_seconds',
    help: 'How long loading the newest edition took',
    registers: [registry],
  })
  const losses = new Counter({
    name: 'candor_database_losses_total',
    help: 'How often the database went out of reach',
    registers: [registry],
  })

  const deliveries = new Counter({
    name: 'candor_deliveries_total',
    help: 'Deliveries settled by the worker of this process, by lane and what became of them',
    labelNames: ['lane', 'became'] as const,
    registers: [registry],
  })

  const timetable = new Counter({
    name: 'candor_timetable_total',
    help: 'What happened by the clock in this process: published, started, completed, reminded, made, failed',
    labelNames: ['deed'] as const,
    registers: [registry],
  })

  return {
    registry,
    observeTimetable(event: TimetableReport) {
      timetable.inc({ deed: event.kind === 'done' ? event.deed : event.kind })
    },
    observeDeliveries(settled: readonly SettledEvent[]) {
      for (const { lane, became, count } of settled) deliveries.inc({ lane, became }, count)
    },
    observeRequest(route: string, status: number, seconds: number) {
      requests.inc({ route, status })
      durations.observe({ route }, seconds)
    },
    observeEdition(event: HolderEvent) {
      switch (event.kind) {
        case 'swapped':
          swaps.inc()
          loadSeconds.set(event.tookMs / 1000)
          return
        case 'lost':
          losses.inc()
          return
        case 'found':
          return
      }
    },
    /** Read at scrape time; while the database is away there is nothing to tell. */
    watchDeliveries(countWaiting: () => Promise<WaitingDeliveries[]>, clock: () => Date) {
      let counting: Promise<readonly WaitingDeliveries[]> | undefined
      const gauge = (name: string, help: string, read: (lane: WaitingDeliveries) => number) =>
        new Gauge({
          name,
          help,
          labelNames: ['lane'] as const,
          registers: [registry],
          async collect() {
            // Both are asked at once: one count does for the two.
            counting ??= countWaiting()
              .catch(() => [])
              .finally(() => {
                counting = undefined
              })
            const lanes = await counting
            this.reset()
            for (const lane of lanes) this.set({ lane: lane.lane }, read(lane))
          },
        })
      gauge(
        'candor_deliveries_waiting',
        'Deliveries that wait to be sent, by lane; counted up to a limit',
        ({ waiting }) => waiting,
      )
      gauge(
        'candor_deliveries_oldest_due_seconds',
        'How long the oldest delivery that is due has been so, by lane',
        ({ oldestDueAt }) => (oldestDueAt === null ? 0 : (clock().getTime() - oldestDueAt.getTime()) / 1000),
      )
    },
    /** Read at scrape time, so that nothing keeps them up to date in between. */
    watch(holder: EditionHolder, clock: () => Date) {
      const gauge = (name: string, help: string, read: () => number) =>
        new Gauge({
          name,
          help,
          registers: [registry],
          collect() {
            this.set(read())
          },
        })
      gauge('candor_edition_number', 'Edition on screen', () => holder.current()?.edition.number ?? 0)
      gauge(
        'candor_edition_records',
        'Published records in it',
        () => holder.current()?.edition.records.byId.size ?? 0,
      )
      gauge('candor_edition_unverified_seconds', 'Time since the database confirmed it', () => {
        const verifiedAt = holder.verifiedAt()
        return verifiedAt === undefined ? 0 : (clock().getTime() - verifiedAt.getTime()) / 1000
      })
      gauge('candor_answers_kept', 'Answers kept as bytes', () => holder.current()?.answers.entries ?? 0)
      gauge('candor_answers_kept_bytes', 'Their size', () => holder.current()?.answers.bytes ?? 0)
    },
  }
}
