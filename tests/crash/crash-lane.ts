import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { startDelivery } from '../../src/delivery/worker/start-delivery.ts'
import { NO_RATES } from '../../src/domain/notifying/mail-rates.ts'
import { testDatabase } from '../cluster/test-database.ts'
import { eventually } from '../support/eventually.ts'
import { publish } from '../support/publish.ts'
import { addDraft, addSmallSite, addSubscriber } from '../support/small-site.ts'
import { beginCrashWorker } from './bundle-program.ts'
import type { CrashPoint } from './crash-point.ts'
import { CONNECTIONS, crashSenders, SLICE_USERS } from './crash-senders.ts'
import { type AcceptedMail, crashSink } from './crash-sink.ts'
import type { CrashTask, CrashWord } from './crash-worker.ts'

export const PEOPLE = 9
/** Longer than a lease. */
const AHEAD_MS = 60_000

export interface CrashReport {
  /** False: it finished before it reached the crash point. */
  isKilled: boolean
  wasAcknowledged: boolean
  wasPublished: boolean
  twice: number
  /** Until it finished; 0 if it never did. */
  statements: number
}

export async function crashLane(worker: string) {
  const database = await testDatabase()
  const { db, url } = database
  const { alpha, beta } = await addSmallSite(db)
  const people: string[] = []
  for (let number = 1; number <= PEOPLE; number++) {
    const email = `person${number}@customer.example`
    await addSubscriber(db, [{ scope: 'core_cloud_services', cloud_id: alpha.id }], { email })
    await addSubscriber(db, [{ scope: 'core_cloud_services', cloud_id: beta.id }])
    people.push(email)
  }
  const sink = await crashSink()
  let runs = 0
  // The next worker starts while the results of the last run are still being checked.
  let waiting = beginCrashWorker(worker)

  async function run(point: CrashPoint): Promise<CrashReport> {
    runs += 1
    const idempotencyKey = `run ${runs}`
    const recordId = await addDraft(db, { clouds: [alpha] })
    const child = await waiting
    waiting = beginCrashWorker(worker)
    const died = await untilDeath(child, {
      databaseUrl: url,
      smtpUrl: sink.url,
      recordId,
      idempotencyKey,
      people: PEOPLE,
      point,
    })

    const first = [...sink.accepted]
    const wasPublished = await isPublished(recordId)
    if (died.wasAcknowledged) expect(wasPublished, 'what was acknowledged is there').toBe(true)
    const unrecorded = wasPublished ? await acceptedButNotRecorded(recordId, first) : []
    expectOnePerConnection(unrecorded)

    // A client that published without getting an answer retries.
    await publish(db, recordId, { idempotencyKey })
    await publish(db, recordId, { idempotencyKey })
    expect(await publicationsOf(recordId)).toHaveLength(1)
    await recover(recordId)
    expectToldOnce(first, sink.accepted.slice(first.length), unrecorded)
    return { ...died, wasPublished, twice: sink.accepted.length - PEOPLE }
  }

  async function untilDeath(child: ChildProcess, task: CrashTask) {
    const { point } = task
    let isKilled = true
    let wasAcknowledged = false
    let statements = 0
    let passed = 0
    const exited = once(child, 'exit')
    sink.begin()
    sink.accepted = []
    sink.onStage = (stage) => {
      if (point.kind !== 'mail' || point.at !== stage) return
      passed += 1
      if (passed !== point.count) return
      sink.fallSilent()
      child.kill('SIGKILL')
    }
    child.on('message', (word) => {
      const message = word as CrashWord
      if (message.kind === 'published') wasAcknowledged = true
      if (message.kind !== 'done') return
      statements = message.statements
      isKilled = false
      child.kill('SIGKILL')
    })
    child.send(task)
    const [, signal] = await exited
    expect(signal).toBe('SIGKILL')
    // Mail sent before the crash is still arriving here.
    await sink.untilClosed()
    sink.onStage = () => {}
    return { isKilled, wasAcknowledged, statements }
  }

  async function isPublished(recordId: number) {
    const { state } = await db
      .selectFrom('records')
      .where('id', '=', recordId)
      .select('state')
      .executeTakeFirstOrThrow()
    const count = (await publicationsOf(recordId)).length
    expect(count, 'record and publication come together or not at all').toBe(state === 'published' ? 1 : 0)
    return state === 'published'
  }

  function publicationsOf(recordId: number) {
    return db.selectFrom('publications').where('record_id', '=', recordId).select('id').execute()
  }

  async function acceptedButNotRecorded(recordId: number, accepted: readonly AcceptedMail[]) {
    const { rows } = await sql<{ email: string }>`
      select users.email
      from deliveries
      join publications on publications.id = deliveries.publication_id
      join users on users.id = deliveries.user_id
      where publications.record_id = ${recordId} and deliveries.state = 'sent'`.execute(db)
    const recorded = new Set(rows.map(({ email }) => email))
    const acceptedBy = new Set(accepted.map(({ to }) => to))
    expect(
      [...recorded].filter((email) => !acceptedBy.has(email)),
      'only what was accepted is recorded',
    ).toEqual([])
    return accepted.filter(({ to }) => !recorded.has(to))
  }

  async function recover(recordId: number) {
    const clock = () => new Date(Date.now() + AHEAD_MS)
    sink.begin()
    const next = startDelivery({
      db,
      vault: OPEN_VAULT,
      url,
      senders: await crashSenders(db, { smtpUrl: sink.url, clock }),
      mailConnections: CONNECTIONS,
      sliceUsers: SLICE_USERS,
      rates: NO_RATES,
      clock,
      onEvent: () => {},
      lookEveryMs: 50,
    })
    try {
      await eventually(async () => {
        const { rows } = await sql<{ sent: number; isExpanded: boolean }>`
          select count(*) filter (where deliveries.state = 'sent') as sent,
            bool_and(expanded_at is not null) as "isExpanded"
          from publications join deliveries on deliveries.publication_id = publications.id
          where record_id = ${recordId}`.execute(db)
        expect(rows).toEqual([{ sent: PEOPLE, isExpanded: true }])
      })
    } finally {
      await next.stop()
    }
  }

  function expectToldOnce(
    first: readonly AcceptedMail[],
    second: readonly AcceptedMail[],
    unrecorded: readonly AcceptedMail[],
  ) {
    const all = [...first, ...second]
    expect([...new Set(all.map(({ to }) => to))].sort(), 'everyone is notified, and nobody else').toEqual(
      people,
    )
    const ids = new Set(all.map(({ to, messageId }) => `${to} ${messageId}`))
    expect(ids.size, 'a repeated mail has the same Message-ID').toBe(PEOPLE)
    const firstTo = first.map(({ to }) => to)
    const secondTo = second.map(({ to }) => to)
    expect(new Set(firstTo).size, 'nobody twice by one worker').toBe(firstTo.length)
    expect(new Set(secondTo).size, 'nobody twice by the next').toBe(secondTo.length)
    const mayComeTwice = unrecorded.map(({ to }) => to)
    expect(secondTo.filter((to) => firstTo.includes(to) && !mayComeTwice.includes(to))).toEqual([])
  }

  return {
    run,
    stop: async () => {
      const child = await waiting
      child.kill('SIGKILL')
      await sink.stop()
      await database.drop()
    },
  }
}
export type CrashLane = Awaited<ReturnType<typeof crashLane>>

/** Promise 3. */
function expectOnePerConnection(unrecorded: readonly AcceptedMail[]) {
  const connections = unrecorded.map(({ connection }) => connection)
  expect(new Set(connections).size, 'at most one per open connection').toBe(connections.length)
}
