import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchDatabase, makeDatabases } from './bench-databases.ts'
import { type Cost, compareCost, ratios } from './compare-cost.ts'
import { CONNECTIONS, findLoad, type Load } from './load.ts'
import { childrenOf } from './process-figures.ts'
import { findSubject, publishUpdate, type Subject } from './publish-updates.ts'
import type { Report } from './report.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'
import { median, percentile, thousands, wholeMs, withSpread } from './statistics.ts'
import { inWorkshop, type Workshop } from './workshop.ts'

const LONG_HISTORY = 50_000
const ROUNDS = 6
const SECONDS_EACH = 3
const PROCESSES = 3
const PUBLICATIONS = 100
/** From all readers together, per process. */
const READS_PER_SECOND = 200
const READERS = 20
const SETTLE_MS = 2_000
const VISIBLE_WITHIN_MS = 20_000
const ASK_EVERY_MS = 5
const MOST_MS_TO_EVERY_SCREEN = 2_000
const PAUSE_MS = 250

export function benchScale(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const databases = await makeDatabases(workshop, LONG_HISTORY)
    const [demo, long] = databases as [BenchDatabase, BenchDatabase]
    const load = findLoad()
    const costs = await costOfProcesses(workshop, demo, load)
    const seen: number[][] = []
    for (const database of [demo, long]) seen.push(await timeToEveryScreen(workshop, database))
    return reportOf({ costs, seen, records: databases.map(({ records }) => records), load })
  })
}

async function costOfProcesses(
  workshop: Workshop,
  { url, db }: BenchDatabase,
  load: Load,
): Promise<Cost[][]> {
  const { path } = await findSubject(db)
  const sites: SiteProcess[] = []
  for (const WORKERS of ['1', '2']) {
    const env = { ROLE: 'web', WORKERS }
    sites.push(await startSiteProcess(workshop, { dataDir: workshop.folder('site'), databaseUrl: url, env }))
  }
  await sleep(SETTLE_MS)
  const contenders = sites.map((site) => ({
    name: 'Candor',
    pids: [site.pid, ...childrenOf(site.pid)],
    target: { url: site.url + path, headers: { 'accept-encoding': 'gzip' } },
    status: 200,
  }))
  const costs = await compareCost(load, contenders, { rounds: ROUNDS, secondsEach: SECONDS_EACH })
  for (const site of sites) await site.stop()
  return costs
}

async function timeToEveryScreen(workshop: Workshop, { url, db }: BenchDatabase): Promise<number[]> {
  const sites: SiteProcess[] = []
  for (let at = 0; at < PROCESSES; at++) {
    const env = { ROLE: 'web' }
    sites.push(await startSiteProcess(workshop, { dataDir: workshop.folder('site'), databaseUrl: url, env }))
  }
  const subject = await findSubject(db)
  const readers = sites.map((site) => readOn(site.url, subject))
  await sleep(SETTLE_MS)
  const tookMs: number[] = []
  for (let round = 0; round < PUBLICATIONS; round++) {
    const mark = `mark ${round} of ${PUBLICATIONS}`
    const { committedAt } = await publishUpdate(db, subject, mark)
    const seenAt = await Promise.all(sites.map((site) => untilShown(site.url + subject.path, mark)))
    tookMs.push(Math.max(...seenAt) - committedAt)
    await sleep(PAUSE_MS)
  }
  for (const { stop } of readers) await stop()
  for (const site of sites) await site.stop()
  return tookMs
}

/** Readers who return after a pause, like people and probes: normal load, not a flood. */
function readOn(url: string, { path }: Subject) {
  const agent = new Agent({ keepAlive: true, maxSockets: READERS })
  const paths = [path, '/api/global', '/api/edition']
  const pauseMs = (READERS / READS_PER_SECOND) * 1000
  let isOver = false
  const reading = Promise.all(
    Array.from({ length: READERS }, async (_, number) => {
      for (let turn = number; !isOver; turn++) {
        await read(agent, url + (paths[turn % paths.length] ?? path))
        await sleep(pauseMs)
      }
    }),
  )
  return {
    stop: async () => {
      isOver = true
      await reading
      agent.destroy()
    },
  }
}

async function untilShown(page: string, mark: string): Promise<number> {
  const deadline = performance.now() + VISIBLE_WITHIN_MS
  for (;;) {
    const text = await (await fetch(page)).text()
    if (text.includes(mark)) return performance.now()
    if (performance.now() > deadline) throw new Error('A publication did not come to every screen.')
    await sleep(ASK_EVERY_MS)
  }
}

function read(agent: Agent, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume().once('end', resolve)
      response.once('error', reject)
    }).once('error', reject)
  })
}

function reportOf(of: { costs: Cost[][]; seen: number[][]; records: number[]; load: Load }): Report {
  const [one = [], two = []] = of.costs
  const dearer = ratios([two, one])
  const worst = Math.max(...of.seen.map((each) => percentile(each, 0.99)))
  const rate = (costs: readonly Cost[]) => thousands(median(costs.map(({ perSecond }) => perSecond)))
  const micros = (costs: readonly Cost[]) =>
    withSpread(
      costs.map((cost) => cost.micros),
      1,
    )
  return {
    name: 'scale',
    tables: [
      {
        title: 'A cached page, by processes on one port',
        columns: ['', 'requests/s', 'CPU per request, µs'],
        rows: [
          ['one process', rate(one), micros(one)],
          ['WORKERS=2', rate(two), micros(two)],
        ],
      },
      {
        title: `From the commit to the page on each of ${PROCESSES} processes, ${READS_PER_SECOND} reads/s on each`,
        columns: ['', 'p50', 'p99', 'worst'],
        rows: of.seen.map((tookMs, at) => [
          `${thousands(of.records[at] ?? 0)} records, ${PUBLICATIONS} publications`,
          wholeMs(median(tookMs)),
          wholeMs(percentile(tookMs, 0.99)),
          wholeMs(Math.max(...tookMs)),
        ]),
      },
    ],
    notes: [
      `${ROUNDS} rounds of ${SECONDS_EACH} s each, alternating, ${CONNECTIONS} connections; the load generator shares their cores.`,
      `CPU per request of two processes ÷ of one: ${withSpread(dearer)}. A process that is not always busy answers fewer requests per turn of its event loop, so each costs more.`,
      ...(of.load.name === 'wrk' ? [] : ['wrk is not installed, so Node generated the load.']),
    ],
    goals: [
      {
        goal: `a publication is on all of ${PROCESSES} processes within ${MOST_MS_TO_EVERY_SCREEN / 1000} s (p99)`,
        measured: wholeMs(worst),
        isMet: worst < MOST_MS_TO_EVERY_SCREEN,
      },
    ],
  }
}
