import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { Server } from 'node:net'
import { promisify } from 'node:util'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { newestOf } from '../backup/backup-names.ts'
import type { EditionHolder, HolderEvent } from '../edition/hold-edition.ts'
import type { PurgeEvent } from '../edition/purge/start-purging.ts'
import type { TimetableReport } from '../publishing/timetable/start-timetable.ts'
import type { BackupConfig } from './config/backup-config.ts'
import { tallyRoutes } from './edge/route-tally.ts'
import type { WorkerNews } from './start/worker-process.ts'

export interface WaitingDeliveries {
  lane: string
  waiting: number
  dead: number
  oldestDueSeconds: number
}

const VERSION = readVersion()

export type Metrics = ReturnType<typeof makeMetrics>

export function makeMetrics({ clock = () => new Date() }: { clock?: () => Date } = {}) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const tallyOf = tallyRoutes(registry)
  new Gauge({
    name: 'candor_build_info',
    help: 'Always 1; the version that runs is in the labels',
    labelNames: ['version', 'node'] as const,
    registers: [registry],
    aggregator: 'max',
  }).set({ version: VERSION, node: process.version }, 1)
  const lastEditionFile = new Gauge({
    name: 'candor_last_edition_file_timestamp_seconds',
    help: 'When the worker of this process last wrote an edition file',
    registers: [registry],
    aggregator: 'max',
  })
  // Report nothing until a file was written.
  lastEditionFile.remove()
  const shed = new Counter({
    name: 'candor_shed_total',
    help: 'Requests told to retry later because of overload, by kind of client',
    labelNames: ['class'] as const,
    registers: [registry],
  })
  const cspReports = new Counter({
    name: 'candor_csp_reports_total',
    help: 'Reports of browsers that the content security policy refused something, by directive',
    labelNames: ['directive'] as const,
    registers: [registry],
  })
  const swaps = new Counter({
    name: 'candor_edition_swaps_total',
    help: 'Editions loaded by this process',
    registers: [registry],
  })
  const loadSeconds = new Gauge({
    name: 'candor_edition_load_seconds',
    help: 'How long loading the newest edition took',
    registers: [registry],
    aggregator: 'max',
  })
  const losses = new Counter({
    name: 'candor_database_losses_total',
    help: 'How often the database became unreachable',
    registers: [registry],
    // Every process counts the same loss.
    aggregator: 'max',
  })

  const deliveries = new Counter({
    name: 'candor_deliveries_total',
    help: 'Deliveries finished by the worker of this process, by lane and outcome',
    labelNames: ['lane', 'became'] as const,
    registers: [registry],
  })

  const editionFiles = new Counter({
    name: 'candor_edition_files_total',
    help: 'Editions written as files by the worker of this process, and failed attempts',
    labelNames: ['became'] as const,
    registers: [registry],
  })
  const backups = new Counter({
    name: 'candor_backups_total',
    help: 'Backups made by the worker of this process, those that could not be verified, and failed attempts',
    labelNames: ['became'] as const,
    registers: [registry],
  })
  const bounceMailbox = new Counter({
    name: 'candor_bounce_mailbox_total',
    help: 'Messages in the bounce mailbox by outcome, and failed attempts to read it',
    labelNames: ['became'] as const,
    registers: [registry],
  })
  const restarts = new Counter({
    name: 'candor_process_restarts_total',
    help: 'Processes that died and were restarted, by role',
    labelNames: ['role'] as const,
    registers: [registry],
  })

  const purges = new Counter({
    name: 'candor_purges_total',
    help: 'Purges of caches in front of the site, and failed attempts',
    labelNames: ['became'] as const,
    registers: [registry],
  })

  const timetable = new Counter({
    name: 'candor_timetable_total',
    help: 'Scheduled actions done by this process: published, started, completed, reminded, made, failed',
    labelNames: ['deed'] as const,
    registers: [registry],
  })

  // Alerts look at increases, and a counter that begins with its first failure has none.
  for (const counter of [editionFiles, backups, bounceMailbox, purges]) counter.inc({ became: 'failed' }, 0)
  backups.inc({ became: 'unverified' }, 0)
  timetable.inc({ deed: 'failed' }, 0)
  for (const role of ['web', 'worker']) restarts.inc({ role }, 0)

  return {
    registry,
    observePurge({ kind }: PurgeEvent) {
      purges.inc({ became: kind })
    },
    observeTimetable(event: TimetableReport) {
      timetable.inc({ deed: event.kind === 'done' ? event.deed : event.kind })
    },
    observeWorker(all: readonly WorkerNews[]) {
      for (const news of all) {
        switch (news.kind) {
          case 'deliveries':
            deliveries.inc({ lane: news.lane, became: news.became }, news.count)
            break
          case 'edition-files':
            editionFiles.inc({ became: news.became }, news.count)
            if (news.became === 'written') lastEditionFile.set(clock().getTime() / 1000)
            break
          case 'backups':
            backups.inc({ became: news.became }, news.count)
            break
          case 'bounce-mailbox':
            bounceMailbox.inc({ became: news.became }, news.count)
            break
        }
      }
    },
    /** For a worker, which holds no edition. */
    observeDatabaseLoss() {
      losses.inc()
    },
    /** Read from the folder at scrape time, so that it survives a restart. Reports nothing without a backup. */
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
    observeRestart(role: 'web' | 'worker') {
      restarts.inc({ role })
    },
    observeShed(of: string) {
      shed.inc({ class: of })
    },
    observeCspReport(directive: string) {
      cspReports.inc({ directive })
    },
    tallyOf,
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
        case 'from-file':
        case 'replica-lost':
        case 'replica-found':
          return
      }
    },
    /** Read at scrape time. Reports nothing while the database is down. */
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
    /** Read at scrape time. While the database is down, the last value counts. */
    watchPauses(pausedWays: () => Promise<readonly ('mail' | 'http')[]>) {
      new Gauge({
        name: 'candor_deliveries_paused',
        help: '1 while a lane is paused because the other side does not answer',
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
    /** Read at scrape time, so that nothing needs to update them in between. */
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
      // Across processes, report the one that lags behind, and the one that doesn't.
      const number = () => holder.current()?.edition.number ?? 0
      gauge('candor_edition_number', 'Current edition; of several processes, the oldest', number, 'min')
      gauge('candor_edition_newest_number', 'The same; of several processes, the newest', number, 'max')
      gauge(
        'candor_edition_records',
        'Published records in it',
        () => holder.current()?.edition.records.byId.size ?? 0,
      )
      gauge('candor_edition_unverified_seconds', 'Time since the database confirmed it', () => {
        const verifiedAt = holder.verifiedAt()
        return verifiedAt === undefined ? 0 : (clock().getTime() - verifiedAt.getTime()) / 1000
      })
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

/** From the package file, which is next to dist/ and src/ in every layout. Elsewhere the version is unknown. */
function readVersion(): string {
  try {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
    return (JSON.parse(text) as { version?: string }).version ?? 'unknown'
  } catch {
    return 'unknown'
  }
}
