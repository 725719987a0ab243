import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../src/db/connect.ts'
import { makeDemoDatabase, startServer } from '../bench-databases.ts'
import { pagesToVisit } from '../pages-to-visit.ts'
import { childrenOf, residentBytes } from '../process-figures.ts'
import { READING_PACE, readPages } from '../read-pages.ts'
import type { Report } from '../report.ts'
import { startSiteProcess } from '../site-process.ts'
import { median, megabytes, thousands, wholeMs } from '../statistics.ts'
import { inWorkshop } from '../workshop.ts'
import { fillSubscribers } from './fill-subscribers.ts'
import { startMailSink } from './mail-sink.ts'
import { publishIncident } from './notify-crowd.ts'

/** RECIPIENTS changes it, for a machine on which a million takes an hour. */
const RECIPIENTS = Number(process.env.RECIPIENTS ?? 1_000_000)
const PARTS = 10
const WARM_UP_MS = 10_000
const QUIET_MS = 30_000
const LOOK_EVERY_MS = 100
/** After this long without a mail, something is wrong. */
const NEXT_MAIL_WITHIN_MS = 60_000
const MOST_GROWTH = 1.25
const LEAST_RATE_LEFT = 0.8
const MOST_TIMES_QUIET = 2
const MOST_MS_TO_FIRST = 5_000

interface Part {
  perSecond: number
  /** Memory of the worker: the median within the part. */
  bytes: number
}

/** One publication to a million recipients: a site with its worker, and a mail server that only counts. */
export function benchFanOut(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const sink = await startMailSink(workshop)
    const server = await startServer(workshop)
    const url = await makeDemoDatabase(server.url, 'bench_fan_out')
    const { db, close } = connect(url)
    workshop.onLeave(close)
    const { id: cloudId } = await db.selectFrom('clouds').orderBy('id').select('id').executeTakeFirstOrThrow()
    const crowd = { cloudId, amount: RECIPIENTS }
    await fillSubscribers(db, { ...crowd, name: 'crowd' })
    const site = await startSiteProcess(workshop, {
      dataDir: workshop.folder('fan-out'),
      databaseUrl: url,
      env: { SMTP_URL: sink.url },
    })
    const paths = (await pagesToVisit(site.url)).map(({ path }) => path)
    await readPages(site.url, paths, { isOver: (sinceMs) => sinceMs >= WARM_UP_MS })
    const workerPid = childrenOf(site.pid).find(isWorker)
    if (workerPid === undefined) throw new Error('The site has no worker.')

    // The same publication without recipients: a publication itself costs readers time.
    await publishIncident(db, crowd, { notifies: false })
    const quiet = await readPages(site.url, paths, { isOver: (sinceMs) => sinceMs >= QUIET_MS })

    await sink.forget()
    const publishedAt = await publishIncident(db, crowd, { notifies: true })
    let isNotified = false
    const watching = watch()
    const busy = await readPages(site.url, paths, { isOver: () => isNotified })
    const { parts, firstAfterMs, tookMs } = await watching
    await site.stop()
    return reportOf({ parts, firstAfterMs, tookMs, waits: busy.p99 / quiet.p99, refused: busy.refused })

    async function watch() {
      const parts: Part[] = []
      let sizes: number[] = []
      let [beganAt, newestAt, before] = [publishedAt, Date.now(), 0]
      try {
        for (;;) {
          const { taken, firstAt, lastAt } = await sink.taken()
          sizes.push(residentBytes(workerPid ?? 0))
          if (taken > before) newestAt = Date.now()
          before = taken
          if (Date.now() - newestAt > NEXT_MAIL_WITHIN_MS)
            throw new Error(`Only ${taken} of ${RECIPIENTS} were notified.`)
          if (taken >= ((parts.length + 1) * RECIPIENTS) / PARTS) {
            const since = parts.length === 0 ? firstAt : beganAt
            parts.push({
              perSecond: (RECIPIENTS / PARTS / Math.max(1, lastAt - since)) * 1000,
              bytes: median(sizes),
            })
            beganAt = lastAt
            sizes = []
          }
          if (taken >= RECIPIENTS)
            return { parts, firstAfterMs: firstAt - publishedAt, tookMs: lastAt - publishedAt }
          await sleep(LOOK_EVERY_MS)
        }
      } finally {
        isNotified = true
      }
    }
  })
}

function isWorker(pid: number) {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('beside-a-site')
}

function reportOf(of: {
  parts: Part[]
  firstAfterMs: number
  tookMs: number
  waits: number
  refused: number
}): Report {
  const { parts, firstAfterMs, tookMs, waits, refused } = of
  const [first, last] = [parts[0], parts.at(-1)]
  const growth = (last?.bytes ?? Number.NaN) / (first?.bytes ?? Number.NaN)
  // Without the first part, during which recipients are still being found.
  const rates = parts.slice(1).map(({ perSecond }) => perSecond)
  const left = (rates.at(-1) ?? Number.NaN) / median(rates)
  return {
    name: 'fan-out',
    tables: [
      {
        title: `One publication to ${thousands(RECIPIENTS)} recipients, by tenths`,
        columns: ['recipients', 'mails/s', 'memory of the worker'],
        rows: parts.map(({ perSecond, bytes }, at) => [
          thousands(((at + 1) * RECIPIENTS) / PARTS),
          thousands(perSecond),
          megabytes(bytes),
        ]),
      },
    ],
    notes: [
      `All mail sent after ${(tookMs / 1000).toFixed(0)} s. Readers request ${READING_PACE} on the same cores as worker, database and mail server; ${(refused * 100).toFixed(2)} % of them were refused with 503.`,
    ],
    goals: [
      {
        goal: `the first mail leaves within ${MOST_MS_TO_FIRST / 1000} s`,
        measured: wholeMs(firstAfterMs),
        isMet: firstAfterMs < MOST_MS_TO_FIRST,
      },
      {
        goal: `memory of the worker in the last tenth at most ${MOST_GROWTH} times that in the first`,
        measured: growth.toFixed(2),
        isMet: growth <= MOST_GROWTH,
      },
      {
        goal: `the rate of the last tenth at least ${LEAST_RATE_LEFT * 100} % of the usual one`,
        measured: `${(left * 100).toFixed(0)} %`,
        isMet: left >= LEAST_RATE_LEFT,
      },
      {
        goal: `readers' p99 at most ${MOST_TIMES_QUIET} times that without a publication`,
        measured: waits.toFixed(2),
        isMet: waits <= MOST_TIMES_QUIET,
      },
    ],
  }
}
