import { readdir } from 'node:fs/promises'
import type { Server } from 'node:net'
import { promisify } from 'node:util'
import { Gauge, type Registry } from 'prom-client'
import { newestOf } from '../backup/backup-names.ts'
import type { EditionHolder } from '../edition/hold-edition.ts'
import type { BackupConfig } from './config/backup-config.ts'

interface WaitingDeliveries {
  lane: string
  waiting: number
  dead: number
  oldestDueSeconds: number
}

export function gaugesAtScrape(registry: Registry, clock: () => Date) {
  return {
    /** Read from the folder, so that it survives a restart. No value without a backup. */
    watchBackups({ folder, everyHours }: Pick<BackupConfig, 'folder' | 'everyHours'>) {
      if (everyHours !== undefined)
        new Gauge({
          name: 'candor_backup_interval_seconds',
          help: 'How often backups are made: BACKUP_EVERY_HOURS',
          registers: [registry],
          aggregator: 'max',
        }).set(everyHours * 3600)
      new Gauge({
        name: 'candor_last_backup_timestamp_seconds',
        help: 'When the newest backup in BACKUP_DIR was made',
        registers: [registry],
        aggregator: 'max',
        async collect() {
          const newest = newestOf(await readdir(folder).catch(() => []), clock())
          this.reset()
          if (newest === undefined) this.remove()
          else this.set(newest.getTime() / 1000)
        },
      })
    },
    watchConnections(server: Server) {
      const count = promisify(server.getConnections.bind(server))
      new Gauge({
        name: 'candor_open_connections',
        help: 'Open client connections',
        registers: [registry],
        aggregator: 'sum',
        async collect() {
          this.set(await count())
        },
      })
      new Gauge({
        name: 'candor_connections_limit',
        help: 'How many client connections can be open at once',
        registers: [registry],
        aggregator: 'sum',
      }).set(server.maxConnections)
    },
    watchDeliveries(countWaiting: () => Promise<WaitingDeliveries[]>) {
      let counting: Promise<readonly WaitingDeliveries[]> | undefined
      const gauge = (name: string, help: string, read: (lane: WaitingDeliveries) => number) =>
        new Gauge({
          name,
          help,
          labelNames: ['lane'] as const,
          registers: [registry],
          // Every process counts the same rows.
          aggregator: 'max',
          async collect() {
            // All gauges are collected at the same time, so one count serves them all.
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
        'Deliveries waiting to be sent, by lane; counted up to a limit',
        ({ waiting }) => waiting,
      )
      gauge(
        'candor_deliveries_dead',
        'Deliveries that failed for good, by lane; counted up to a limit',
        ({ dead }) => dead,
      )
      gauge(
        'candor_deliveries_oldest_due_seconds',
        'Age of the oldest due delivery, by lane',
        ({ oldestDueSeconds }) => oldestDueSeconds,
      )
    },
    /** While the database is down, the last value is reported. */
    watchPauses(pausedWays: () => Promise<readonly ('mail' | 'http')[]>) {
      new Gauge({
        name: 'candor_deliveries_paused',
        help: '1 while a lane is paused because the receiving server does not answer',
        labelNames: ['way'] as const,
        registers: [registry],
        aggregator: 'max',
        async collect() {
          const paused = await pausedWays().catch(() => undefined)
          if (paused === undefined) return
          for (const way of ['mail', 'http'] as const) this.set({ way }, paused.includes(way) ? 1 : 0)
        },
      })
    },
    watchClock(readSkewMs: () => Promise<number>) {
      new Gauge({
        name: 'candor_clock_ahead_seconds',
        help: 'How far this process’s clock is ahead of the database’s',
        registers: [registry],
        aggregator: 'max',
        async collect() {
          const skewMs = await readSkewMs().catch(() => undefined)
          if (skewMs !== undefined) this.set(skewMs / 1000)
        },
      })
    },
    watch(holder: EditionHolder, clock: () => Date) {
      const gauge = (
        name: string,
        help: string,
        read: () => number,
        aggregator: 'sum' | 'min' | 'max' = 'max',
      ) =>
        new Gauge({
          name,
          help,
          registers: [registry],
          aggregator,
          collect() {
            this.set(read())
          },
        })
      const number = () => holder.current()?.edition.number ?? 0
      gauge('candor_edition_number', 'Current edition; of several processes, the oldest', number, 'min')
      gauge(
        'candor_edition_newest_number',
        'Current edition; of several processes, the newest',
        number,
        'max',
      )
      gauge(
        'candor_edition_records',
        'Published records in the current edition',
        () => holder.current()?.edition.records.byId.size ?? 0,
      )
      gauge(
        'candor_edition_unverified_seconds',
        'Time since the database last confirmed the current edition',
        () => {
          const verifiedAt = holder.verifiedAt()
          return verifiedAt === undefined ? 0 : (clock().getTime() - verifiedAt.getTime()) / 1000
        },
      )
      gauge('candor_answers_kept', 'Cached answers', () => holder.current()?.answers.entries ?? 0, 'sum')
      gauge(
        'candor_answers_made',
        'Answers made for this edition',
        () => holder.current()?.answers.counts.made ?? 0,
        'sum',
      )
      gauge(
        'candor_answers_carried',
        'Answers carried over from the edition before',
        () => holder.current()?.answers.counts.carried ?? 0,
        'sum',
      )
      gauge('candor_answers_kept_bytes', 'Their size', () => holder.current()?.answers.bytes ?? 0, 'sum')
    },
  }
}
