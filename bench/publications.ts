import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Global } from '../src/contract/global.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../src/domain/menu.ts'
import { startBare } from './bare-process.ts'
import { type BenchDatabase, makeDatabases } from './bench-databases.ts'
import { type Running, runChild } from './child-process.ts'
import { getBytes, getJson } from './get-bytes.ts'
import type { CopiedAnswer } from './nginx-process.ts'
import { cpuSeconds } from './process-figures.ts'
import { findSubject, publishUpdate } from './publish-updates.ts'
import { READING_PACE, type Round, readPages } from './read-pages.ts'
import type { Report } from './report.ts'
import { ROOT, type SiteProcess, startSiteProcess } from './site-process.ts'
import { median, thousands, wholeMs, withSpread } from './statistics.ts'
import { freePort, inWorkshop, type Workshop } from './workshop.ts'

const LONG_HISTORY = 50_000
const PUBLICATIONS = 5
/** By then, everything in the menus is made or carried over. */
const SETTLE_MS = 8_000
const REVISITED = 50
const ROUNDS = 3
const ROUND_MS = 6_000
const PUBLISHED_EVERY_MS = 2_500
const LOOK_EVERY_MS = 50
const MOST_TIMES_QUIET = 2

interface Measured {
  records: number
  made: number[]
  carried: number[]
  cpuMs: number[]
  unchanged: number[]
  quiet: Round[]
  busy: Round[]
  /** Readers of constant bytes in the same rounds: what the machine alone makes them wait. */
  bareQuiet: Round[]
  bareBusy: Round[]
}

export function benchPublications(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const measured: Measured[] = []
    for (const database of await makeDatabases(workshop, LONG_HISTORY)) {
      measured.push(await measure(workshop, database))
    }
    return reportOf(measured)
  })
}

async function measure(workshop: Workshop, { url, db, records }: BenchDatabase): Promise<Measured> {
  const metrics = `127.0.0.1:${await freePort()}`
  const site = await startSiteProcess(workshop, {
    dataDir: workshop.folder('publications'),
    databaseUrl: url,
    env: { ROLE: 'web', METRICS_LISTEN: metrics },
  })
  const paths = await menuPaths(site.url)
  const measured: Measured = {
    records,
    made: [],
    carried: [],
    cpuMs: [],
    unchanged: [],
    quiet: [],
    busy: [],
    bareQuiet: [],
    bareBusy: [],
  }
  const subject = await findSubject(db)
  const visited = spread(paths, REVISITED)
  await visit(site, paths, new Map())
  await sleep(SETTLE_MS)
  const idleMs = await cpuMsWhile(site, () => sleep(SETTLE_MS))
  for (let at = 0; at < PUBLICATIONS; at++) {
    const etags = new Map<string, string>()
    await visit(site, visited, etags)
    const busyMs = await cpuMsWhile(site, async () => {
      await publishUpdate(db, subject, `publications ${at}`)
      await sleep(SETTLE_MS)
    })
    measured.cpuMs.push(busyMs - idleMs)
    measured.made.push(await figureOf(metrics, 'candor_answers_made'))
    measured.carried.push(await figureOf(metrics, 'candor_answers_carried'))
    measured.unchanged.push((await visit(site, visited, etags)) / visited.length)
  }
  const bare = await startBare(workshop, [await copyOf(site, paths[0] ?? '/')])
  const isOver = (sinceMs: number) => sinceMs > ROUND_MS
  const readBoth = () =>
    Promise.all([readPages(site.url, paths, { isOver }), readPages(bare.url, ['/'], { isOver })])
  for (let round = 0; round < ROUNDS; round++) {
    const [quiet, bareQuiet] = await readBoth()
    measured.quiet.push(quiet)
    measured.bareQuiet.push(bareQuiet)
    const publishing = await publishEvery(workshop, url)
    const [busy, bareBusy] = await readBoth()
    measured.busy.push(busy)
    measured.bareBusy.push(bareBusy)
    await publishing.stop()
    await sleep(SETTLE_MS)
  }
  await site.stop()
  return measured
}

async function copyOf({ url }: SiteProcess, path: string): Promise<CopiedAnswer> {
  const answer = await getBytes(url + path, { 'accept-encoding': 'br' })
  const { connection: _, ...headers } = answer.headers
  return { ...answer, headers, path: '/' }
}

/** In a process of its own: publishing takes time in which this one would see the readers' answers too late. */
async function publishEvery(workshop: Workshop, databaseUrl: string): Promise<Running> {
  const program = [join(ROOT, 'scripts/run.mjs'), join(ROOT, 'bench/publish-process.ts')] as const
  const args = [databaseUrl, String(PUBLISHED_EVERY_MS)]
  const publishing = runChild(workshop, [process.execPath, ...program, ...args], { cwd: ROOT })
  while (!publishing.said().includes('ready')) {
    if (publishing.hasEnded()) throw new Error(`Nothing was published: ${publishing.said().trim()}`)
    await sleep(LOOK_EVERY_MS)
  }
  return publishing
}

async function menuPaths(siteUrl: string): Promise<string[]> {
  const { clouds, menu } = await getJson<Global>(`${siteUrl}/api/global`)
  const paths = clouds.flatMap((cloud) =>
    pagesOfMenu(visibleMenu(menu.main_menu, cloud)).map((item) => menuPath(item, cloud)),
  )
  return [...new Set(paths)].filter((path) => path.startsWith('/'))
}

function spread(paths: readonly string[], wanted: number): string[] {
  const step = Math.max(1, Math.floor(paths.length / wanted))
  return paths.filter((_, at) => at % step === 0).slice(0, wanted)
}

async function visit({ url }: SiteProcess, paths: readonly string[], etags: Map<string, string>) {
  let unchanged = 0
  for (const path of paths) {
    const known = etags.get(path)
    const { status, headers } = await getBytes(url + path, {
      'accept-encoding': 'br',
      ...(known !== undefined && { 'if-none-match': known }),
    })
    if (status === 304) unchanged++
    etags.set(path, headers.etag ?? '')
  }
  return unchanged
}

async function cpuMsWhile({ pid }: SiteProcess, work: () => Promise<unknown>): Promise<number> {
  const before = cpuSeconds([pid])
  await work()
  return (cpuSeconds([pid]) - before) * 1000
}

async function figureOf(metrics: string, name: string): Promise<number> {
  const text = await (await fetch(`http://${metrics}/metrics`)).text()
  return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}

function p99Of(rounds: readonly Round[]): number {
  return median(rounds.map(({ p99 }) => p99))
}

function reportOf(measured: readonly Measured[]): Report {
  const times = measured.map(({ quiet, busy }) =>
    busy.map(({ p99 }, round) => p99 / (quiet[round]?.p99 ?? Number.NaN)),
  )
  const worst = Math.max(...times.map((each) => median(each)))
  const refused = Math.max(...measured.flatMap(({ busy }) => busy.map((round) => round.refused)))
  return {
    name: 'publications',
    tables: [
      {
        title: 'What an update of one incident costs',
        columns: ['records', 'answers', 'made again', 'carried over', 'CPU', '304 when revisited'],
        rows: measured.map(({ records, made, carried, cpuMs, unchanged }) => [
          thousands(records),
          thousands(median(made) + median(carried)),
          thousands(median(made)),
          thousands(median(carried)),
          wholeMs(median(cpuMs)),
          `${(median(unchanged) * 100).toFixed(0)} %`,
        ]),
      },
      {
        title: 'Readers during publications',
        columns: [
          'records',
          'p99 undisturbed',
          'p99 during publications',
          'times',
          'refused',
          'constant bytes undisturbed',
          'meanwhile',
        ],
        rows: measured.map(({ records, quiet, busy, bareQuiet, bareBusy }, at) => [
          thousands(records),
          wholeMs(p99Of(quiet)),
          wholeMs(p99Of(busy)),
          withSpread(times[at] ?? [], 1),
          `${(Math.max(...busy.map((round) => round.refused)) * 100).toFixed(2)} %`,
          wholeMs(p99Of(bareQuiet)),
          wholeMs(p99Of(bareBusy)),
        ]),
      },
    ],
    notes: [
      `${PUBLICATIONS} updates of one open incident, then ${ROUNDS} rounds of ${ROUND_MS / 1000} s, ${READING_PACE}, an update every ${PUBLISHED_EVERY_MS / 1000} s.`,
      'Constant bytes: p99 of as many reads in the same rounds from a process that does nothing else. It waits for a core like the site.',
      'Without carrying over, every answer of the first table would be made again.',
    ],
    goals: [
      {
        goal: `readers' p99 during publications: at most ${MOST_TIMES_QUIET} times that without`,
        measured: `${worst.toFixed(1)} times`,
        isMet: worst <= MOST_TIMES_QUIET,
      },
      {
        goal: 'no read is refused during publications',
        measured: `${(refused * 100).toFixed(2)} %`,
        isMet: refused === 0,
      },
    ],
  }
}
