import { readFileSync } from 'node:fs'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { HolderEvent } from '../edition/hold-edition.ts'
import type { PurgeEvent } from '../edition/purge/start-purging.ts'
import type { TimetableReport } from '../publishing/timetable/start-timetable.ts'
import { tallyRoutes } from './edge/route-tally.ts'
import { gaugesAtScrape } from './gauges-at-scrape.ts'
import type { WorkerNews } from './start/worker-process.ts'

const VERSION = readVersion()

export type Metrics = ReturnType<typeof makeMetrics>

export function makeMetrics({ clock = () => new Date() }: { clock?: () => Date } = {}) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const tallyOf = tallyRoutes(registry)
  new Gauge({
    name: 'candor_build_info',
    help: 'Always 1; the running version is in the labels',
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
  // No value until a file was written.
  lastEditionFile.remove()
  const shed = new Counter({
    name: 'candor_shed_total',
    help: 'Requests told to retry later because of overload, by kind of client',
    labelNames: ['class'] as const,
    registers: [registry],
  })
  const cspReports = new Counter({
    name: 'candor_csp_reports_total',
    help: 'Violations of the content security policy that browsers reported, by directive',
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
    // Every process reports the same loss.
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
    ...gaugesAtScrape(registry, clock),
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
    observeDatabaseLoss() {
      losses.inc()
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
