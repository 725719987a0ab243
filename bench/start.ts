import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds, residentBytes } from './process-figures.ts'
import type { Report } from './report.ts'
import { startSiteProcess } from './site-process.ts'
import { median, megabytes, wholeMs } from './statistics.ts'
import { inWorkshop, type Workshop } from './workshop.ts'

const STARTS = 5
const SETTLE_MS = 1_000
const MOST_MS_TO_READY = 3_000

interface Start {
  healthyMs: number
  readyMs: number
  /** Of the site's process until it was ready: hardly moved by whatever else the machine does. */
  cpuMs: number
  bytes: number
  stopMs: number
}

/** What `npm start` costs once the site is built: on an empty folder, and on every later day. */
export function benchStart(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const dataDir = workshop.folder('start')
    const first = await startAndStop(workshop, dataDir)
    const later: Start[] = []
    for (let at = 0; at < STARTS; at++) later.push(await startAndStop(workshop, dataDir))

    const middle = (figure: (of: Start) => number) => median(later.map(figure))
    const readyMs = middle((start) => start.readyMs)
    return {
      name: 'start',
      tables: [
        {
          title: 'Start of the built site, from the start of its process',
          columns: ['', 'first 200 of /healthz', 'of /readyz', 'CPU until ready', 'memory', 'stop'],
          rows: [
            ['empty data folder, once', ...rowOf(first)],
            [
              `existing data folder, median of ${STARTS}`,
              ...rowOf({
                healthyMs: middle(({ healthyMs }) => healthyMs),
                readyMs,
                cpuMs: middle(({ cpuMs }) => cpuMs),
                bytes: middle(({ bytes }) => bytes),
                stopMs: middle(({ stopMs }) => stopMs),
              }),
            ],
          ],
        },
      ],
      notes: ['CPU and memory are those of the site itself; its PostgreSQL is other processes.'],
      goals: [
        {
          goal: `after the first build a start takes under ${MOST_MS_TO_READY / 1000} s`,
          measured: wholeMs(readyMs),
          isMet: readyMs < MOST_MS_TO_READY,
        },
      ],
    }
  })
}

async function startAndStop(workshop: Workshop, dataDir: string): Promise<Start> {
  const site = await startSiteProcess(workshop, { dataDir })
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

function rowOf({ healthyMs, readyMs, cpuMs, bytes, stopMs }: Start) {
  return [wholeMs(healthyMs), wholeMs(readyMs), wholeMs(cpuMs), megabytes(bytes), wholeMs(stopMs)]
}
