import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Kysely } from 'kysely'
import { connect } from '../../src/db/connect.ts'
import type { DB } from '../../src/db/database.ts'
import { expandNext } from '../../src/delivery/expand/expand-next.ts'
import { makeDemoDatabase, startServer } from '../bench-databases.ts'
import { runChild } from '../child-process.ts'
import { pagesToVisit } from '../pages-to-visit.ts'
import { type Round, readPages } from '../read-pages.ts'
import type { Report } from '../report.ts'
import { ROOT, startSiteProcess } from '../site-process.ts'
import { inWorkshop, type Workshop } from '../workshop.ts'
import { reportOf } from './delivery-report.ts'
import { fillSubscribers } from './fill-subscribers.ts'
import { type MailSink, startMailSink } from './mail-sink.ts'
import { type Crowd, type NotifyFigures, notifyCrowd, publishIncident } from './notify-crowd.ts'

const FEW = 10_000
const MANY = 100_000
const FLOOD = 300_000
const MOST = 1_000_000
const ROUNDS = 3
const WARM_UP_MS = 8_000
/** The site's default. */
const CONNECTIONS = 20

export interface DeliveryFigures {
  few: NotifyFigures
  many: NotifyFigures[]
  flood: NotifyFigures
  poolPerSecond: number[]
  quiet: Round[]
  busy: Round[]
  expanded: Expanded
}

interface Expanded {
  amount: number
  ms: number
  slicesMs: number[]
}

export function benchDelivery(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const sink = await startMailSink(workshop)
    const server = await startServer(workshop)
    const url = await makeDemoDatabase(server.url, 'bench_delivery')
    const { db, close } = connect(url)
    workshop.onLeave(close)
    const [few, many, flood, most] = await gatherCrowds(db)

    const worker = startWorker(workshop, { url, sink })
    const notify = (crowd: Crowd) => notifyCrowd(db, { crowd, sink, workerPid: worker.pid })
    const ofFew = await notify(few)
    const { notified, poolPerSecond } = await besidePool(sink, () => notify(many))
    const ofFlood = await notify(flood)
    await worker.stop()

    const readers = await readWhileSending(workshop, { db, url, sink, crowd: many })
    await fillSubscribers(db, { ...most, name: 'most' })
    const expanded = await expandCrowd(db, most)
    return reportOf({ few: ofFew, many: notified, flood: ofFlood, poolPerSecond, ...readers, expanded })
  })
}

/**
 * Each on its own cloud. The last one is filled later, because its many accounts would slow down the
 * others.
 */
async function gatherCrowds(db: Kysely<DB>): Promise<[Crowd, Crowd, Crowd, Crowd]> {
  const clouds = await db
    .selectFrom('service_categories')
    .innerJoin('services', 'services.category_tid', 'service_categories.tid')
    .where('services.is_active', '=', true)
    .select('service_categories.cloud_id as id')
    .distinct()
    .orderBy('id')
    .limit(4)
    .execute()
  const crowd = (at: number, amount: number) => ({ cloudId: clouds[at]?.id ?? 0, amount })
  const [few, many, flood, most] = [crowd(0, FEW), crowd(1, MANY), crowd(2, FLOOD), crowd(3, MOST)]
  await fillSubscribers(db, { ...few, name: 'few' })
  await fillSubscribers(db, { ...many, name: 'many' })
  await fillSubscribers(db, { ...flood, name: 'flood' })
  return [few, many, flood, most]
}

function startWorker(workshop: Workshop, { url, sink }: { url: string; sink: MailSink }) {
  return runChild(workshop, [process.execPath, join(ROOT, 'scripts/candor.mjs'), 'start'], {
    cwd: ROOT,
    env: {
      ROLE: 'worker',
      EDITION_TARGET: 'none',
      DATABASE_URL: url,
      SMTP_URL: sink.url,
      SMTP_CONNECTIONS: String(CONNECTIONS),
      PUBLIC_URL: 'https://trust.provider.example',
      LOG_LEVEL: 'warn',
    },
  })
}

/** In turns, so that other load affects both. */
async function besidePool(sink: MailSink, notify: () => Promise<NotifyFigures>) {
  const message = await sink.sample()
  const notified: NotifyFigures[] = []
  const poolPerSecond: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    poolPerSecond.push(await sendByPool(sink, message))
    notified.push(await notify())
  }
  return { notified, poolPerSecond }
}

async function sendByPool({ port }: MailSink, message: string): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'pool-process.mjs'), String(port), String(MANY), String(CONNECTIONS)],
    { cwd: ROOT, env: { ...process.env, MESSAGE: message } },
  )
  return JSON.parse(stdout).perSecond
}

/**
 * The site with its defaults and its worker. The quiet run publishes the same without notifying anyone,
 * because a publication itself costs readers time: every page is rendered again.
 */
async function readWhileSending(
  workshop: Workshop,
  { db, url, sink, crowd }: { db: Kysely<DB>; url: string; sink: MailSink; crowd: Crowd },
) {
  const site = await startSiteProcess(workshop, {
    dataDir: workshop.folder('delivery'),
    databaseUrl: url,
    env: { SMTP_URL: sink.url },
  })
  const paths = (await pagesToVisit(site.url)).map(({ path }) => path)
  await readPages(site.url, paths, { isOver: (sinceMs) => sinceMs >= WARM_UP_MS })
  const quiet: Round[] = []
  const busy: Round[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const begin = performance.now()
    let isNotified = false
    const notifying = notifyCrowd(db, { crowd, sink }).finally(() => {
      isNotified = true
    })
    busy.push(await readPages(site.url, paths, { isOver: () => isNotified }))
    await notifying
    const tookMs = performance.now() - begin
    await publishIncident(db, crowd, { notifies: false })
    quiet.push(await readPages(site.url, paths, { isOver: (sinceMs) => sinceMs >= tookMs }))
  }
  await site.stop()
  return { quiet, busy }
}

async function expandCrowd(db: Kysely<DB>, crowd: Crowd): Promise<Expanded> {
  await publishIncident(db, crowd, { notifies: true })
  const begin = performance.now()
  const slicesMs: number[] = []
  let amount = 0
  for (;;) {
    const sliceBegin = performance.now()
    const outcome = await expandNext(db, { now: new Date() })
    if (outcome.kind === 'nothing') break
    amount += outcome.added
    slicesMs.push(performance.now() - sliceBegin)
  }
  if (amount !== crowd.amount) throw new Error(`${amount} of ${crowd.amount} recipients were found.`)
  return { amount, ms: performance.now() - begin, slicesMs }
}
