import { type Kysely, sql } from 'kysely'
import type { PoolClient } from 'pg'
import { connect } from '../src/db/connect.ts'
import type { DB } from '../src/db/database.ts'
import { catchUpLog, raiseEdition } from '../src/db/edition.ts'
import { loadEdition } from '../src/edition/load-edition.ts'
import { pastEditionsOf } from '../src/edition/log/past-editions.ts'
import { type BenchDatabase, makeDatabases } from './bench-databases.ts'
import { findSubject, publishUpdate } from './publish-updates.ts'
import type { Report } from './report.ts'
import { median, thousands, wholeMs } from './statistics.ts'
import { inWorkshop } from './workshop.ts'

const LONG_HISTORY = 50_000
const PUBLICATIONS = 60
/** Until the server has planned the statements of a connection. */
const WARM_UP = 10
const MOST_TIMES = 1.1
const OF_LOG = /\blog_(?:head|entries|faces|hashes)\b/

interface Measured {
  records: number
  beginMs: number
  /** Of each publication: from its first statement to its commit, and the part of it that is the log's. */
  publications: { wholeMs: number; logMs: number }[]
  pastMs: { few: number; all: number }
}

/** What the public log costs: publishing with it, beginning it, and building earlier editions from it. */
export function benchPublicLog(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const measured: Measured[] = []
    for (const database of await makeDatabases(workshop, LONG_HISTORY)) measured.push(await measure(database))
    const row = (what: string, figure: (of: Measured) => string) => [what, ...measured.map(figure)]
    const part = (of: Measured, figure: (one: Measured['publications'][number]) => number) =>
      wholeMs(median(of.publications.map(figure)))
    return {
      name: 'public-log',
      tables: [
        {
          title: 'The public log, by the length of its history',
          columns: ['', ...measured.map(({ records }) => `${thousands(records)} records`)],
          rows: [
            row('the log begins, and logs every record', ({ beginMs }) => wholeMs(beginMs)),
            row('a publication, median', (of) => part(of, (one) => one.wholeMs)),
            row('  of it the log', (of) => part(of, (one) => one.logMs)),
            row('  with the log ÷ without its part', (of) => timesOf(of).toFixed(2)),
            row(`an edition ${WARM_UP + PUBLICATIONS} publications ago, built`, ({ pastMs }) =>
              wholeMs(pastMs.few),
            ),
            row('an edition since when every record changed, built', ({ pastMs }) => wholeMs(pastMs.all)),
          ],
        },
      ],
      notes: [
        `${PUBLICATIONS} publications of an update without recipients. The part of the log is from the beginning of its first statement to the end of its last one, with the hashing in between.`,
      ],
      goals: measured.map((of) => ({
        goal: `publishing with the log costs at most ${MOST_TIMES} times as much as without, with ${thousands(of.records)} records`,
        measured: `${timesOf(of).toFixed(2)} times`,
        isMet: timesOf(of) <= MOST_TIMES,
      })),
    }
  })
}

function timesOf({ publications }: Measured): number {
  return median(publications.map(({ wholeMs: whole, logMs }) => whole / (whole - logMs)))
}

async function measure({ db, url, records }: BenchDatabase): Promise<Measured> {
  // As after a restore.
  await sql`update edition set history = gen_random_uuid()`.execute(db)
  const beginMs = await timed(() => catchUpLog(db, { now: new Date() }))
  const before = await loadEdition(db)
  const publications = await timePublications(url)
  const few = await timeBuild(db, before.number)
  const atEnd = (await loadEdition(db)).number
  await changeAll(db)
  return { records, beginMs, publications, pastMs: { few, all: await timeBuild(db, atEnd) } }
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}

async function timePublications(url: string): Promise<Measured['publications']> {
  const { db, pool, close } = connect(url)
  let logFrom = Number.NaN
  let logTo = Number.NaN
  pool.on('connect', (client) =>
    onStatement(client, (text, from) => {
      if (!OF_LOG.test(text)) return
      logTo = performance.now()
      if (Number.isNaN(logFrom)) logFrom = from
    }),
  )
  const subject = await findSubject(db)
  const measured: Measured['publications'] = []
  for (let round = 0; round < WARM_UP + PUBLICATIONS; round++) {
    logFrom = Number.NaN
    const startedAt = performance.now()
    const { committedAt } = await publishUpdate(db, subject, `update ${round}`)
    measured.push({ wholeMs: committedAt - startedAt, logMs: logTo - logFrom })
  }
  await close()
  return measured.slice(WARM_UP)
}

/** Calls back when a statement is done, with the time when it began. */
function onStatement(client: PoolClient, isDone: (text: string, from: number) => void): void {
  const ask = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>
  client.query = (async (asked: string | { text: string }, ...values: unknown[]) => {
    const from = performance.now()
    const answer = await ask(asked, ...values)
    isDone(typeof asked === 'string' ? asked : asked.text, from)
    return answer
  }) as never
}

/** As demo content that moves to today does: every record has a new version. */
async function changeAll(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute((trx) =>
    raiseEdition(trx, { at: new Date(), changes: 'records' }, async (edition) => {
      await trx.updateTable('records').set({ edition }).where('state', '=', 'published').execute()
      return {}
    }),
  )
}

async function timeBuild(db: Kysely<DB>, number: number): Promise<number> {
  const present = await loadEdition(db)
  const past = pastEditionsOf(db)
  return timed(async () => {
    const { kind } = await past.edition(present, number, { client: 'bench', begin: (build) => build() })
    if (kind !== 'past') throw new Error(`Edition ${number} could not be built: ${kind}.`)
  })
}
