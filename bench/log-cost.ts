import type { Kysely } from 'kysely'
import type { PoolClient, QueryResult } from 'pg'
import { connect } from '../src/db/connect.ts'
import type { DB } from '../src/db/database.ts'
import { catchUpLog } from '../src/db/edition.ts'
import { actorNamed } from '../src/domain/actor.ts'
import { holdEdition } from '../src/edition/hold-edition.ts'
import { correctUpdate } from '../src/publishing/life/correct-update.ts'
import { postUpdate } from '../src/publishing/life/post-update.ts'
import { publishRecord } from '../src/publishing/publish-record.ts'
import { unpublishRecord } from '../src/publishing/unpublish-record.ts'
import { findSubjects, publishUpdate, type Subject } from './publish-updates.ts'
import { median } from './statistics.ts'

/** Until the server has planned the statements of a connection. */
const WARM_UP = 10
/** They get updates in turns, so that none has many more than usual. */
const SUBJECTS = 200
const OTHERS_EVERY = 10
const OF_LOG = /\blog_(?:head|entries|faces|hashes)\b/
const SWAPPED_WITHIN_MS = 60_000

export interface Paired {
  withLog: Cost[]
  without: Cost[]
}

interface Cost {
  wholeMs: number
  cpuMs: number
}

export const VERBS = ['update', 'correct', 'withdraw', 'publish'] as const
export type Verb = (typeof VERBS)[number]

/** Each is compared with its neighbor, because the load of the machine changes. */
export function timesOf({ withLog, without }: Paired): number {
  return median(withLog.map(({ wholeMs }, at) => wholeMs / (without[at]?.wholeMs ?? Number.NaN)))
}

export function middleOf(costs: readonly Cost[], figure: keyof Cost): number {
  return median(costs.map((cost) => cost[figure]))
}

/**
 * What publishing costs with the log and without. Staff and programs mostly post updates, so `update` gets
 * `pairs` pairs, and each of the others a tenth of them.
 */
export async function timeVerbs(url: string, pairs: number): Promise<Record<Verb, Paired>> {
  const { db, pool, close } = connect(url)
  const log = { isOn: true }
  pool.on('connect', (client) => answerLog(client, log))
  const subjects = await findSubjects(db, { isOpen: false, limit: SUBJECTS })
  const paired = Object.fromEntries(
    VERBS.map((verb) => [verb, { withLog: [], without: [] }]),
  ) as unknown as Record<Verb, Paired>
  for (let round = 0; round < WARM_UP + pairs; round++) {
    const subject = subjects[round % subjects.length]
    if (subject === undefined) throw new Error('There is no incident.')
    for (const verb of round < WARM_UP || round % OTHERS_EVERY === 0 ? VERBS : (['update'] as const)) {
      const isWarm = round >= WARM_UP
      for (const one of inTurns(round)) {
        const act = await actOf(db, { verb, subject, round })
        log.isOn = one === 'withLog'
        const cost = await costOf(act)
        log.isOn = true
        // The next publication with the log would otherwise pay for what was published without it.
        if (one === 'without') await catchUpLog(db, { now: new Date() })
        if (isWarm) paired[verb][one].push(cost)
        if (verb === 'withdraw') await publish(db, subject)
      }
    }
  }
  await close()
  return paired
}

function inTurns(round: number): (keyof Paired)[] {
  return round % 2 === 0 ? ['withLog', 'without'] : ['without', 'withLog']
}

async function costOf(act: () => Promise<unknown>): Promise<Cost> {
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  await act()
  const { user, system } = process.cpuUsage(cpu)
  return { wholeMs: performance.now() - startedAt, cpuMs: (user + system) / 1_000 }
}

/** Reads everything it needs before the measurement. */
async function actOf(
  db: Kysely<DB>,
  { verb, subject, round }: { verb: Verb; subject: Subject; round: number },
): Promise<() => Promise<unknown>> {
  const common = { recordId: subject.id, actor: actorNamed('bench'), now: new Date() }
  const mayEdit = () => true
  switch (verb) {
    case 'update':
      return () =>
        done(postUpdate(db, { ...common, mayEdit, body: `<p>update ${round}</p>`, notifies: false }), 'done')
    case 'correct': {
      const { version, updateId } = await newestUpdate(db, subject)
      const body = `<p>corrected ${round} ${performance.now()}</p>`
      return () => done(correctUpdate(db, { ...common, mayEdit, updateId, version, body }), 'done')
    }
    case 'withdraw':
      return () => done(unpublishRecord(db, { ...common, reason: 'bench' }), 'unpublished')
    case 'publish':
      return () => publish(db, subject)
  }
}

function publish(db: Kysely<DB>, { id: recordId }: Subject) {
  const how = { step: 'updated', updateId: null, isUrgent: false, notifies: false } as const
  return done(
    publishRecord(db, { recordId, actor: actorNamed('bench'), now: new Date(), ...how }),
    'published',
  )
}

async function done(outcome: Promise<{ kind: string }>, wanted: string): Promise<void> {
  const { kind } = await outcome
  if (kind !== wanted) throw new Error(`It was not published: ${kind}.`)
}

function newestUpdate(db: Kysely<DB>, { id }: Subject) {
  return db
    .selectFrom('record_updates')
    .innerJoin('records', 'records.id', 'record_updates.record_id')
    .where('records.id', '=', id)
    .where('record_updates.removed_on', 'is', null)
    .select(['records.version', 'record_updates.id as updateId'])
    .orderBy('record_updates.posted_on', 'desc')
    .orderBy('record_updates.id', 'desc')
    .executeTakeFirstOrThrow()
}

export async function timeSwaps(url: string, pairs: number): Promise<Record<keyof Paired, number[]>> {
  const { db, pool, close } = connect(url)
  const log = { isOn: true }
  pool.on('connect', (client) => answerLog(client, log))
  const swaps = new Map<number, number>()
  // Or to a later one: two editions in quick succession are loaded together.
  const swapTo = (edition: number) => [...swaps].find(([number]) => number >= edition)?.[1]
  const [subject] = await findSubjects(db, { isOpen: true, limit: 1 })
  if (subject === undefined) throw new Error('There is no open incident.')
  const holder = holdEdition({
    db,
    url,
    clock: () => new Date(),
    onEvent: (event) => {
      if (event.kind === 'swapped') swaps.set(event.number, performance.now())
    },
  })
  const ms: Record<keyof Paired, number[]> = { withLog: [], without: [] }
  try {
    await holder.refresh()
    for (let round = 0; round < WARM_UP + pairs; round++) {
      for (const one of inTurns(round)) {
        log.isOn = one === 'withLog'
        const { edition, committedAt } = await publishUpdate(db, subject, `swap ${round}`)
        const swappedAt = await eventually(() => swapTo(edition))
        log.isOn = true
        if (round >= WARM_UP) ms[one].push(swappedAt - committedAt)
        if (one === 'without') {
          const caught = await catchUpLog(db, { now: new Date() })
          if (caught === 'caught-up') await eventually(() => swapTo(edition + 1))
        }
      }
    }
  } finally {
    await holder.stop()
    await close()
  }
  return ms
}

async function eventually<T>(look: () => T | undefined): Promise<T> {
  const until = performance.now() + SWAPPED_WITHIN_MS
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    if (performance.now() > until) throw new Error('The new edition was not loaded.')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/**
 * Without the log, its statements find nothing to log and write nothing, and the server isn't asked. The
 * other parts of a statement are sent as they would be without the log.
 */
function answerLog(client: PoolClient, log: { isOn: boolean }): void {
  const ask = client.query.bind(client) as (...asked: unknown[]) => Promise<QueryResult>
  const answers = new Map<string, QueryResult>()
  client.query = (async (asked: string | { text: string; values?: unknown[] }, ...rest: unknown[]) => {
    const text = typeof asked === 'string' ? asked : asked.text
    if (!OF_LOG.test(text)) return ask(asked, ...rest)
    const known = answers.get(text)
    if (log.isOn || known === undefined) {
      const answer = await ask(asked, ...rest)
      answers.set(text, answer)
      return answer
    }
    const besides = besidesLog(text)
    if (besides !== undefined && typeof asked === 'object')
      await ask(besides, asked.values?.slice(0, parametersIn(besides)))
    const rows = known.rows.filter((row) => 'log_id' in row).slice(0, 1)
    return { ...known, rows: rows.map((row) => ({ ...row, record_id: null })) }
  }) as never
}

function besidesLog(text: string): string | undefined {
  const start = /\bwith (?:marked|audited) as \(/.exec(text)
  if (start === null) return undefined
  const from = start.index + start[0].length
  let to = from
  for (let open = 1; open > 0; to++) open += text[to] === '(' ? 1 : text[to] === ')' ? -1 : 0
  return text.slice(from, to - 1).replace(/ returning \*$/, '')
}

function parametersIn(text: string): number {
  return Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
}
