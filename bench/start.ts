import { setTimeout as sleep } from 'node:timers/promises'
import { makeDatabases } from './bench-databases.ts'
import { cpuSeconds, residentBytes } from './process-figures.ts'
import type { Report } from './report.ts'
import { startSiteProcess } from './site-process.ts'
import { median, megabytes, thousands, wholeMs } from './statistics.ts'
import { inWorkshop, type Workshop } from './workshop.ts'

const STARTS = 5
const LONG_HISTORY = 50_000
const LONG_STARTS = 3
const SETTLE_MS = 1_000
const MOST_MS_TO_READY = 3_000
const MOST_MS_WITH_HISTORY = 3_000

interface Start {
  healthyMs: number
  readyMs: number
  /** CPU time of the site's process until it was ready, which other load hardly affects. */
  cpuMs: number
  bytes: number
  stopMs: number
}

export function benchStart(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const dataDir = workshop.folder('start')
    const first = await startAndStop(workshop, dataDir)
    const later: Start[] = []
    for (let at = 0; at < STARTS; at++) later.push(await startAndStop(workshop, dataDir))

    const [, long] = await makeDatabases(workshop, LONG_HISTORY)
    const withHistory: Start[] = []
    for (let at = 0; at < LONG_STARTS; at++)
      withHistory.push(await startAndStop(workshop, workshop.folder('long'), long?.url))
    const readyMs = median(later.map((start) => start.readyMs))
    const longReadyMs = median(withHistory.map((start) => start.readyMs))
    return {
      name: 'start',
      tables: [
        {
          title: 'Start of the built site, from the start of its process',
          columns: ['', 'first 200 of /healthz', 'of /readyz', 'CPU until ready', 'memory', 'stop'],
          rows: [
            ['empty data folder, once', ...rowOf(first)],
            [`existing data folder, median of ${STARTS}`, ...rowOf(middleOf(later))],
            [
              `server with ${thousands(long?.records ?? 0)} records, median of ${LONG_STARTS}`,
              ...rowOf(middleOf(withHistory)),
            ],
          ],
        },
      ],
      notes: ['CPU and memory are those of the site itself; its PostgreSQL runs in other processes.'],
      goals: [
        {
          goal: `after the first build a start takes under ${MOST_MS_TO_READY / 1000} s`,
          measured: wholeMs(readyMs),
          isMet: readyMs < MOST_MS_TO_READY,
        },
        {
          goal: `with ${thousands(LONG_HISTORY)} records the first answer comes within ${MOST_MS_WITH_HISTORY / 1000} s`,
          measured: wholeMs(longReadyMs),
          isMet: longReadyMs < MOST_MS_WITH_HISTORY,
        },
      ],
    }
  })
}

async function startAndStop(workshop: Workshop, dataDir: string, databaseUrl?: string): Promise<Start> {
  const site = await startSiteProcess(workshop, {
    dataDir,
    ...(databaseUrl !== undefined && { databaseUrl }),
  })
  const cpuMs = cpuSeconds([site.pid]) * 1000
  await sleep(SETTLE_MS)
  const bytes = residentBytes(site.pid)
  const stopsAt = performance.now()
  await site.stop()
  return {
    healthyMs: site.healthyAfterMs,
    readyMs: site.readyAfterMs,
    cpuMs,
    bytes,
    stopMs: performance.now() - stopsAt,
  }
}

function middleOf(starts: readonly Start[]): Start {
  const middle = (figure: (of: Start) => number) => median(starts.map(figure))
  return {
    healthyMs: middle(({ healthyMs }) => healthyMs),
    readyMs: middle(({ readyMs }) => readyMs),
    cpuMs: middle(({ cpuMs }) => cpuMs),
    bytes: middle(({ bytes }) => bytes),
    stopMs: middle(({ stopMs }) => stopMs),
  }
}

function rowOf({ healthyMs, readyMs, cpuMs, bytes, stopMs }: Start) {
  return [wholeMs(healthyMs), wholeMs(readyMs), wholeMs(cpuMs), megabytes(bytes), wholeMs(stopMs)]
}
