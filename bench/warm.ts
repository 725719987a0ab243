import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Global } from '../src/contract/global.ts'
import { connect } from '../src/db/connect.ts'
import type { DB } from '../src/db/database.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../src/domain/menu.ts'
import { makeDemoDatabase, startServer } from './bench-databases.ts'
import { getBytes, getJson } from './get-bytes.ts'
import { findSubject, publishUpdate } from './publish-updates.ts'
import { READING_PACE, type Round, readPages } from './read-pages.ts'
import type { Report } from './report.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'
import { median, wholeMs, withSpread } from './statistics.ts'
import { inWorkshop, type Workshop } from './workshop.ts'

const ROUNDS = 3
const ROUND_MS = 6_000
const PUBLISHED_EVERY_MS = 2_000
/** Readers only visit these; the other clouds get no requests. */
const CLOUDS_READ = 3
const FIRST_ASKS = 40
const SETTLE_MS = 8_000
const MOST_TIMES_QUIET = 5

interface Contender {
  name: string
  site: SiteProcess
  quiet: Round[]
  busy: Round[]
  firstAskMs: number[]
}

export function benchWarm(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const url = await makeDemoDatabase((await startServer(workshop)).url, 'bench_warm')
    const { db, close } = connect(url)
    workshop.onLeave(close)
    const contenders = [
      await startContender(workshop, url, 'made ahead', {}),
      await startContender(workshop, url, 'made on request', { WARM_ANSWERS: '0' }),
    ]
    const paths = await menuPaths(contenders[0]?.site.url ?? '')
    const read = paths.slice(0, Math.ceil((paths.length * CLOUDS_READ) / 15))
    // One at a time: a site with a cold cache refuses some concurrent requests.
    for (const { site } of contenders) await firstAsk(site, read)
    for (const { site } of contenders) await readFor(site, read)
    for (let round = 0; round < ROUNDS; round++) {
      for (const { site, quiet, busy, firstAskMs } of contenders) {
        await sleep(SETTLE_MS)
        quiet.push(await readFor(site, read))
        busy.push(await whilePublishing(db, round, () => readFor(site, read)))
        await sleep(SETTLE_MS)
        firstAskMs.push(await firstAsk(site, paths.slice(-FIRST_ASKS)))
      }
    }
    return reportOf(contenders)
  })
}

async function startContender(
  workshop: Workshop,
  databaseUrl: string,
  name: string,
  env: Record<string, string>,
): Promise<Contender> {
  const settings = { dataDir: workshop.folder('warm'), databaseUrl, env: { DELIVERY_WORKER: '0', ...env } }
  return {
    name,
    site: await startSiteProcess(workshop, settings),
    quiet: [],
    busy: [],
    firstAskMs: [],
  }
}

async function menuPaths(siteUrl: string): Promise<string[]> {
  const { clouds, menu } = await getJson<Global>(`${siteUrl}/api/global`)
  const paths = clouds.flatMap((cloud) =>
    pagesOfMenu(visibleMenu(menu.main_menu, cloud)).map((item) => menuPath(item, cloud)),
  )
  return [...new Set(paths)].filter((path) => path.startsWith('/'))
}

function readFor({ url }: SiteProcess, paths: readonly string[]): Promise<Round> {
  return readPages(url, paths, { isOver: (sinceMs) => sinceMs > ROUND_MS })
}

async function whilePublishing<T>(db: Kysely<DB>, round: number, work: () => Promise<T>): Promise<T> {
  const subject = await findSubject(db)
  let isOver = false
  const publishing = (async () => {
    for (let at = 0; !isOver; at++) {
      await publishUpdate(db, subject, `warm ${round} ${at}`)
      await sleep(PUBLISHED_EVERY_MS)
    }
  })()
  try {
    return await work()
  } finally {
    isOver = true
    await publishing
  }
}

async function firstAsk({ url }: SiteProcess, paths: readonly string[]): Promise<number> {
  const waits: number[] = []
  for (const path of paths) {
    const startedAt = performance.now()
    await getBytes(url + path, { 'accept-encoding': 'br' })
    waits.push(performance.now() - startedAt)
  }
  return median(waits)
}

function reportOf(contenders: readonly Contender[]): Report {
  const times = contenders.map(({ quiet, busy }) =>
    busy.map(({ p99 }, round) => p99 / (quiet[round]?.p99 ?? Number.NaN)),
  )
  const ahead = median(times[0] ?? [])
  const firstAsks = contenders.map(({ firstAskMs }) => median(firstAskMs))
  return {
    name: 'warm',
    tables: [
      {
        title: 'Readers during publications',
        columns: [
          'answers',
          'p99 undisturbed',
          'p99 during publications',
          'times',
          'p50 during publications',
          'first to ask, median',
        ],
        rows: contenders.map(({ name, quiet, busy, firstAskMs }, at) => [
          name,
          wholeMs(median(quiet.map(({ p99 }) => p99))),
          wholeMs(median(busy.map(({ p99 }) => p99))),
          withSpread(times[at] ?? [], 1),
          wholeMs(median(busy.map(({ p50 }) => p50))),
          wholeMs(median(firstAskMs)),
        ]),
      },
    ],
    notes: [
      `${ROUNDS} rounds of ${ROUND_MS / 1000} s, alternating, ${READING_PACE}, a publication every ${PUBLISHED_EVERY_MS / 1000} s.`,
      `The first request for a page after a publication takes ${((firstAsks[0] ?? 0) / (firstAsks[1] ?? 1)).toFixed(2)} times as long as without preparation.`,
    ],
    goals: [
      {
        goal: `readers' p99 during publications: at most ${MOST_TIMES_QUIET} times that without`,
        measured: `${ahead.toFixed(1)} times`,
        isMet: ahead <= MOST_TIMES_QUIET,
      },
    ],
  }
}
