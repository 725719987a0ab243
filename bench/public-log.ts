import { type Kysely, sql } from 'kysely'
import type { PoolClient, QueryResult } from 'pg'
import { connect } from '../src/db/connect.ts'
import type { DB } from '../src/db/database.ts'
import { catchUpLog, raiseEdition } from '../src/db/edition.ts'
import { actorNamed } from '../src/domain/actor.ts'
import { loadEdition } from '../src/edition/load-edition.ts'
import { pastEditionsOf } from '../src/edition/log/past-editions.ts'
import { postUpdate } from '../src/publishing/life/post-update.ts'
import { type BenchDatabase, makeDatabases } from './bench-databases.ts'
import { findSubjects, type Subject } from './publish-updates.ts'
import type { Report } from './report.ts'
import { median, thousands, wholeMs } from './statistics.ts'
import { inWorkshop } from './workshop.ts'

const LONG_HISTORY = 50_000
const PUBLICATIONS = 60
/** Until the server has planned the statements of a connection. */
const WARM_UP = 10
/** Incidents that get updates in turns, so that none has more of them than usual. */
const SUBJECTS = 20
const MOST_TIMES = 1.1
const OF_LOG = /\blog_(?:head|entries|faces|hashes)\b/

interface Measured {
  records: number
  beginMs: number
  /** Of publications: from the first statement to the commit, and the processor time of this process. */
  withLog: Cost[]
  /** The same with the log's statements answered by the driver at once: nothing is read, hashed or written. */
  without: Cost[]
  pastMs: { few: number; all: number }
}

interface Cost {
  wholeMs: number
  cpuMs: number
}

/** What the public log costs: publishing with it, beginning it, and building earlier editions from it. */
export function benchPublicLog(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const measured: Measured[] = []
    for (const database of await makeDatabases(workshop, LONG_HISTORY)) measured.push(await measure(database))
    const row = (what: string, figure: (of: Measured) => string) => [what, ...measured.map(figure)]
    const middle = (costs: Cost[], figure: keyof Cost) => wholeMs(median(costs.map((cost) => cost[figure])))
    return {
      name: 'public-log',
      tables: [
        {
          title: 'The public log, by the length of its history',
          columns: ['', ...measured.map(({ records }) => `${thousands(records)} records`)],
          rows: [
            row('the log begins, and logs every record', ({ beginMs }) => wholeMs(beginMs)),
            row('a publication, median', ({ withLog }) => middle(withLog, 'wholeMs')),
            row('  without the log', ({ without }) => middle(without, 'wholeMs')),
            row('  with the log ÷ without', (of) => timesOf(of).toFixed(2)),
            row('  processor time of the program', ({ withLog }) => middle(withLog, 'cpuMs')),
            row('    without the log', ({ without }) => middle(without, 'cpuMs')),
            row(`an edition ${2 * (WARM_UP + PUBLICATIONS)} publications ago, built`, ({ pastMs }) =>
              wholeMs(pastMs.few),
            ),
            row('an edition since when every record changed, built', ({ pastMs }) => wholeMs(pastMs.all)),
          ],
        },
      ],
      notes: [
        `${PUBLICATIONS} publications of an update without recipients, and in turns with them as many without the log: there, its statements are answered without asking the server, and nothing is hashed.`,
      ],
      goals: measured.map((of) => ({
        goal: `publishing with the log costs at most ${MOST_TIMES} times as much as without, with ${thousands(of.records)} records`,
        measured: `${timesOf(of).toFixed(2)} times`,
        isMet: timesOf(of) <= MOST_TIMES,
      })),
    }
  })
}

/** Each is compared with its neighbor, because the load of the machine changes. */
function timesOf({ withLog, without }: Measured): number {
  return median(withLog.map(({ wholeMs: whole }, at) => whole / (without[at]?.wholeMs ?? Number.NaN)))
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
  return { records, beginMs, ...publications, pastMs: { few, all: await timeBuild(db, atEnd) } }
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}

async function timePublications(url: string): Promise<Pick<Measured, 'withLog' | 'without'>> {
  const { db, pool, close } = connect(url)
  let hasLog = true
  pool.on('connect', (client) => answerLog(client, () => hasLog))
  const subjects = await findSubjects(db, { isOpen: false, limit: SUBJECTS })
  const costs: Record<'withLog' | 'without', Cost[]> = { withLog: [], without: [] }
  for (let round = 0; round < WARM_UP + PUBLICATIONS; round++) {
    // The first of two may be slower or faster.
    const pair = round % 2 === 0 ? (['withLog', 'without'] as const) : (['without', 'withLog'] as const)
    const subject = subjects[round % subjects.length]
    if (subject === undefined) throw new Error('There is no incident.')
    for (const one of pair) {
      hasLog = one === 'withLog'
      const cpu = process.cpuUsage()
      const startedAt = performance.now()
      await postTo(db, subject, `update ${round}`)
      const { user, system } = process.cpuUsage(cpu)
      costs[one].push({ wholeMs: performance.now() - startedAt, cpuMs: (user + system) / 1_000 })
    }
  }
  await close()
  return { withLog: costs.withLog.slice(WARM_UP), without: costs.without.slice(WARM_UP) }
}

/** As staff and programs do. */
async function postTo(db: Kysely<DB>, { id }: Subject, mark: string): Promise<void> {
  const { kind } = await postUpdate(db, {
    recordId: id,
    actor: actorNamed('bench'),
    mayEdit: () => true,
    now: new Date(),
    body: `<p>${mark}</p>`,
    notifies: false,
  })
  if (kind !== 'done') throw new Error(`The update was not posted: ${kind}.`)
}

/** Without the log, its statements find nothing to log and write nothing, and the server isn't asked. */
function answerLog(client: PoolClient, hasLog: () => boolean): void {
  const ask = client.query.bind(client) as (...asked: unknown[]) => Promise<QueryResult>
  let nothingChanged: QueryResult | undefined
  client.query = (async (asked: string | { text: string }, ...values: unknown[]) => {
    const text = typeof asked === 'string' ? asked : asked.text
    if (!OF_LOG.test(text)) return ask(asked, ...values)
    if (!hasLog() && nothingChanged !== undefined) return nothingChanged
    const answer = await ask(asked, ...values)
    if (answer.command === 'SELECT')
      nothingChanged = { ...answer, rows: answer.rows.map((row) => ({ ...row, record_id: null })) }
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
