import { type Kysely, sql } from 'kysely'
import type { DB } from '../src/db/database.ts'
import { catchUpLog, raiseEdition } from '../src/db/edition.ts'
import { loadEdition } from '../src/edition/load-edition.ts'
import { pastEditionsOf } from '../src/edition/log/past-editions.ts'
import { type BenchDatabase, makeDatabases } from './bench-databases.ts'
import { middleOf, type Paired, timeSwaps, timesOf, timeVerbs, VERBS, type Verb } from './log-cost.ts'
import { type LengthOfLog, timeLengths } from './log-length.ts'
import { findSubject, publishUpdate } from './publish-updates.ts'
import type { Goal, Report, Table } from './report.ts'
import { median, megabytes, thousands, wholeMs } from './statistics.ts'
import { inWorkshop } from './workshop.ts'

const LONG_HISTORY = 10_000
const PAIRS = 300
const PAIRS_OF_LENGTHS = 100
const PAIRS_OF_SWAPS = 40
const MOST_TIMES = 1.1
const SAME_WITHIN = 1.1

interface Measured {
  records: number
  beginMs: number
  pastMs: { few: number; all: number }
}

export function benchPublicLog(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const databases = await makeDatabases(workshop, LONG_HISTORY)
    const [demo] = databases
    if (demo === undefined) throw new Error('There is no database.')
    const lengths = await timeLengths(workshop, { serverUrl: demo.url, pairs: PAIRS_OF_LENGTHS })
    const measured: Measured[] = []
    for (const database of databases) measured.push(await measure(database))
    const verbs = await timeVerbs(demo.url, PAIRS)
    const swaps = await timeSwaps(demo.url, PAIRS_OF_SWAPS)
    const swapTimes = median(swaps.withLog) / median(swaps.without)
    return {
      name: 'public-log',
      tables: [
        tableOfVerbs(verbs),
        {
          title: 'From the commit to the new edition in a listening process, median',
          columns: ['with the log', 'without', 'with ÷ without'],
          rows: [[wholeMs(median(swaps.withLog)), wholeMs(median(swaps.without)), swapTimes.toFixed(2)]],
        },
        tableOfLengths(lengths),
        tableOfHistory(measured),
      ],
      notes: [
        `${PAIRS} updates without recipients, alternating with as many without the log: its statements are then answered without asking the server, their other parts are sent separately, and nothing is hashed. The other acts: a tenth as many.`,
        `Two sites with the demo, one with a log of ${lengths.map(({ entries }) => thousands(entries)).join(' entries and one of ')}, get ${PAIRS_OF_LENGTHS} updates each, alternating.`,
      ],
      goals: [
        ...goalsOf(verbs),
        {
          goal: 'with the log, a new edition is there as soon as without',
          measured: `${swapTimes.toFixed(2)} times`,
          isMet: swapTimes <= SAME_WITHIN,
        },
        ...goalsOfLength(lengths),
      ],
    }
  })
}

const NAMES: Record<Verb, string> = {
  update: 'an update',
  correct: 'a correction of an update',
  withdraw: 'a withdrawal',
  publish: 'a publication of a record',
}

function tableOfVerbs(verbs: Record<Verb, Paired>): Table {
  return {
    title: 'Publishing with the log and without, medians',
    columns: ['', 'with the log', 'without', 'with ÷ without', 'CPU time of the process', 'without'],
    rows: VERBS.map((verb) => {
      const { withLog, without } = verbs[verb]
      return [
        NAMES[verb],
        wholeMs(middleOf(withLog, 'wholeMs')),
        wholeMs(middleOf(without, 'wholeMs')),
        timesOf(verbs[verb]).toFixed(2),
        wholeMs(middleOf(withLog, 'cpuMs')),
        wholeMs(middleOf(without, 'cpuMs')),
      ]
    }),
  }
}

function goalsOf(verbs: Record<Verb, Paired>): Goal[] {
  return VERBS.map((verb) => ({
    goal: `with the log, ${NAMES[verb]} costs at most ${MOST_TIMES} times as much as without`,
    measured: `${timesOf(verbs[verb]).toFixed(2)} times`,
    isMet: timesOf(verbs[verb]) <= MOST_TIMES,
  }))
}

function tableOfLengths(lengths: readonly LengthOfLog[]): Table {
  const row = (what: string, figure: (of: LengthOfLog) => string) => [what, ...lengths.map(figure)]
  return {
    title: 'By the length of the log',
    columns: ['', ...lengths.map(({ entries }) => `${thousands(entries)} entries`)],
    rows: [
      row('an update, median', ({ publishMs }) => wholeMs(median(publishMs))),
      row('rows of the log that a start reads', ({ rowsAtStart }) => thousands(rowsAtStart)),
      row('from start to ready', ({ readyMs }) => wholeMs(readyMs)),
      row('memory when ready', ({ bytes }) => megabytes(bytes)),
    ],
  }
}

function goalsOfLength([short, long]: readonly LengthOfLog[]): Goal[] {
  if (short === undefined || long === undefined) return []
  const times = median(long.publishMs.map((ms, at) => ms / (short.publishMs[at] ?? Number.NaN)))
  const share = long.rowsAtStart / long.entries
  return [
    {
      goal: `publishing costs the same with ${thousands(long.entries)} entries as with ${thousands(short.entries)}`,
      measured: `${times.toFixed(2)} times`,
      isMet: times <= SAME_WITHIN,
    },
    {
      goal: `a start doesn't read all ${thousands(long.entries)} entries`,
      measured: `${(share * 100).toFixed(0)} % of the rows`,
      isMet: share < 0.2,
    },
  ]
}

function tableOfHistory(measured: readonly Measured[]): Table {
  const row = (what: string, figure: (of: Measured) => string) => [what, ...measured.map(figure)]
  return {
    title: 'By the number of records',
    columns: ['', ...measured.map(({ records }) => `${thousands(records)} records`)],
    rows: [
      row('starting the log, with every record', ({ beginMs }) => wholeMs(beginMs)),
      row('building the previous edition', ({ pastMs }) => wholeMs(pastMs.few)),
      row('building an edition after which every record changed', ({ pastMs }) => wholeMs(pastMs.all)),
    ],
  }
}

async function measure({ db, records }: BenchDatabase): Promise<Measured> {
  // As after a restore.
  await sql`update edition set history = gen_random_uuid()`.execute(db)
  const beginMs = await timed(() => catchUpLog(db, { now: new Date() }))
  const subject = await findSubject(db)
  const { number: before } = await loadEdition(db)
  const { edition: atEnd } = await publishUpdate(db, subject, 'the newest')
  const few = await timeBuild(db, before)
  await changeAll(db)
  return { records, beginMs, pastMs: { few, all: await timeBuild(db, atEnd) } }
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}

/** As when demo content moves to today: every record has a new version. */
async function changeAll(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute((trx) =>
    raiseEdition(trx, { at: new Date(), changes: 'records' }, async (edition) => {
      await sql`set local statement_timeout = 0`.execute(trx)
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
