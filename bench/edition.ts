import { setTimeout as sleep } from 'node:timers/promises'
import type { Global } from '../src/contract/global.ts'
import { holdEdition } from '../src/edition/hold-edition.ts'
import { loadEdition } from '../src/edition/load-edition.ts'
import { type BenchDatabase, makeDatabases } from './bench-databases.ts'
import { type Cost, compareCost, ratios } from './compare-cost.ts'
import { getJson } from './get-bytes.ts'
import { findLoad } from './load.ts'
import { residentBytes } from './process-figures.ts'
import { findSubject, publishUpdate } from './publish-updates.ts'
import type { Report } from './report.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'
import { median, megabytes, thousands, wholeMs, withSpread } from './statistics.ts'
import { inWorkshop, type Workshop } from './workshop.ts'

const LONG_HISTORY = 50_000
const LOADS = 3
const PUBLICATIONS = 20
const ROUNDS = 6
const SECONDS_EACH = 3
const SETTLE_MS = 2_000
/** A publication that isn't visible by then never will be. */
const VISIBLE_WITHIN_MS = 20_000
const ASK_EVERY_MS = 1
const MOST_MS_TO_SCREEN = 1_000
/** The spread between two runs of the same server on a busy machine. */
const SAME_COST_WITHIN = 1.2

interface Measured {
  records: number
  loadMs: number[]
  /** CPU time of this process, which other load hardly affects. */
  loadCpuMs: number[]
  heldMs: number[]
  servedMs: number[]
  bytesAtStart: number
  bytesAfter: number
  costs: Cost[]
}

export function benchEdition(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const databases = await makeDatabases(workshop, LONG_HISTORY)
    const loadCpuMs: number[][] = databases.map(() => [])
    const loads = await inTurns(databases, LOADS, async (database, at) => {
      const { ms, cpuMs } = await timeLoad(database)
      loadCpuMs[at]?.push(cpuMs)
      return ms
    })
    const held = await timeHolders(databases)
    const sites = await startSites(workshop, databases)
    await sleep(SETTLE_MS)
    const atStart = sites.map(({ pid }) => residentBytes(pid))
    const served = await inTurns(databases, PUBLICATIONS, (database, at, round) =>
      timePage(database, sites[at] as SiteProcess, `mark ${round} on the page`),
    )
    const after = sites.map(({ pid }) => residentBytes(pid))
    const costs = await costOfKeptPage(sites)
    return reportOf(
      databases.map(({ records }, at) => ({
        records,
        loadMs: loads[at] ?? [],
        loadCpuMs: loadCpuMs[at] ?? [],
        heldMs: held[at] ?? [],
        servedMs: served[at] ?? [],
        bytesAtStart: atStart[at] ?? Number.NaN,
        bytesAfter: after[at] ?? Number.NaN,
        costs: costs[at] ?? [],
      })),
    )
  })
}

async function inTurns(
  databases: readonly BenchDatabase[],
  rounds: number,
  measure: (database: BenchDatabase, at: number, round: number) => Promise<number>,
): Promise<number[][]> {
  const figures: number[][] = databases.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [at, database] of databases.entries()) {
      figures[at]?.push(await measure(database, at, round))
    }
  }
  return figures
}

async function timeLoad({ db }: BenchDatabase) {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  await loadEdition(db)
  const { user, system } = process.cpuUsage(before)
  return { ms: performance.now() - startedAt, cpuMs: (user + system) / 1000 }
}

async function timeHolders(databases: readonly BenchDatabase[]) {
  const swaps = databases.map(() => new Map<number, number>())
  const holders = databases.map(({ db, url }, at) =>
    holdEdition({
      db,
      url,
      clock: () => new Date(),
      onEvent: (event) => {
        if (event.kind === 'swapped') swaps[at]?.set(event.number, performance.now())
      },
    }),
  )
  try {
    for (const holder of holders) await holder.refresh()
    await sleep(SETTLE_MS)
    return await inTurns(databases, PUBLICATIONS, async ({ db }, at, round) => {
      const subject = await findSubject(db)
      const { edition, committedAt } = await publishUpdate(db, subject, `mark ${round} in memory`)
      const swappedAt = await eventually(() => swaps[at]?.get(edition))
      return swappedAt - committedAt
    })
  } finally {
    for (const holder of holders) await holder.stop()
  }
}

async function startSites(workshop: Workshop, databases: readonly BenchDatabase[]) {
  const sites: SiteProcess[] = []
  for (const { url } of databases) {
    sites.push(await startSiteProcess(workshop, { dataDir: workshop.folder('site'), databaseUrl: url }))
  }
  return sites
}

/** From the commit to the first page that shows it, rendered, sent and received. */
async function timePage({ db }: BenchDatabase, { url }: SiteProcess, mark: string) {
  const subject = await findSubject(db)
  const page = url + subject.path
  await (await fetch(page)).text()
  const { committedAt } = await publishUpdate(db, subject, mark)
  return eventually(async () => {
    const text = await (await fetch(page)).text()
    return text.includes(mark) ? performance.now() - committedAt : undefined
  })
}

async function eventually<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + VISIBLE_WITHIN_MS
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error('A publication did not appear on the page.')
    await sleep(ASK_EVERY_MS)
  }
}

async function costOfKeptPage(sites: readonly SiteProcess[]): Promise<Cost[][]> {
  const contenders = await Promise.all(
    sites.map(async ({ url, pid }) => {
      const { clouds } = await getJson<Global>(`${url}/api/global`)
      const target = { url: `${url}/${clouds[0]?.domain}`, headers: { 'accept-encoding': 'gzip' } }
      return { name: 'Candor', pids: [pid], target, status: 200 }
    }),
  )
  return compareCost(findLoad(), contenders, { rounds: ROUNDS, secondsEach: SECONDS_EACH })
}

function reportOf(measured: readonly Measured[]): Report {
  const row = (what: string, figure: (of: Measured) => string) => [what, ...measured.map(figure)]
  const long = measured.at(-1) as Measured
  const worst = Math.max(...long.servedMs)
  const growth = median(ratios([long.costs, measured[0]?.costs ?? []]))
  return {
    name: 'edition',
    tables: [
      {
        title: 'The edition, by the length of its history',
        columns: ['', ...measured.map(({ records }) => `${thousands(records)} records`)],
        rows: [
          row(`first load, median of ${LOADS}`, ({ loadMs }) => wholeMs(median(loadMs))),
          row('  CPU time of it', ({ loadCpuMs }) => wholeMs(median(loadCpuMs))),
          row('commit to swapped, median', ({ heldMs }) => wholeMs(median(heldMs))),
          row(`  worst of ${PUBLICATIONS}`, ({ heldMs }) => wholeMs(Math.max(...heldMs))),
          row('commit to new page received, median', ({ servedMs }) => wholeMs(median(servedMs))),
          row(`  worst of ${PUBLICATIONS}`, ({ servedMs }) => wholeMs(Math.max(...servedMs))),
          row('memory of the site after its start', ({ bytesAtStart }) => megabytes(bytesAtStart)),
          row(`  after ${PUBLICATIONS} publications`, ({ bytesAfter }) => megabytes(bytesAfter)),
          row('CPU per cached page, µs', ({ costs }) =>
            withSpread(
              costs.map(({ micros }) => micros),
              1,
            ),
          ),
        ],
      },
    ],
    notes: [
      `Cached page, CPU with the long history ÷ with the demo: ${withSpread(ratios([long.costs, measured[0]?.costs ?? []]))}.`,
    ],
    goals: [
      {
        goal: `a publication is on screen in under ${MOST_MS_TO_SCREEN} ms with ${thousands(long.records)} records`,
        measured: `${wholeMs(worst)} at worst`,
        isMet: worst < MOST_MS_TO_SCREEN,
      },
      {
        goal: 'a cached page costs the same, however long the history',
        measured: `${growth.toFixed(2)} times`,
        isMet: growth <= SAME_COST_WITHIN,
      },
    ],
  }
}
