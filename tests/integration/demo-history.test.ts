import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { findDemoMark } from '../../src/db/demo.ts'
import { currentEdition } from '../../src/db/edition.ts'
import { expandNext } from '../../src/delivery/expand/expand-next.ts'
import { demoContent } from '../../src/demo/demo-content.ts'
import { promiseResult } from '../../src/domain/informing/incident-facts.ts'
import { factsOf } from '../../src/edition/informing.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { demoEdition } from '../support/demo-edition.ts'

const made: TestDatabase[] = []
/** Read-only here; tests that change it make a copy. */
let db: Kysely<DB>
let now: Date
let content: ReturnType<typeof demoContent>

beforeAll(async () => {
  db = await loadedDemo()
  now = (await currentEdition(db)).publishedAt
  content = demoContent({ day: (await findDemoMark(db))?.day ?? '' })
})

afterAll(() => Promise.all(made.map((database) => database.drop())))

test("U-10 the demo's publications are history: every step of the last months, with nothing left to send", async () => {
  const publications = await db.selectFrom('publications').selectAll().orderBy('id').execute()

  expect(publications.every(({ expanded_at }) => expanded_at !== null)).toBe(true)
  expect(await expandNext(db, { now })).toEqual({ kind: 'nothing' })
  const steps = new Set(publications.map(({ kind, step }) => `${kind} ${step}`))
  expect([...steps].toSorted()).toEqual([
    'advisory opened',
    'advisory resolved',
    'advisory updated',
    'incident corrected',
    'incident opened',
    'incident resolved',
    'incident updated',
    'maintenance completed',
    'maintenance postponed',
    'maintenance scheduled',
    'maintenance started',
    'maintenance updated',
    'notification completed',
    'notification opened',
  ])
  const times = publications.map(({ created_at }) => created_at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThanOrEqual(now.getTime())
})

test("an incident's history is realistic: unclear at first, then at its real severity, closed at the end", async () => {
  const closed = new Set(content.records.filter(({ closed_on }) => closed_on !== null).map(({ id }) => id))
  const graver = content.record_updates.findLast(
    ({ severity_tid, record_id }) => severity_tid === 20 && closed.has(record_id),
  )
  const publications = await db
    .selectFrom('publications')
    .where('record_id', '=', graver?.record_id ?? 0)
    .select(['update_id', 'step', 'severity_rank', 'gravest_rank', 'gravest_rank_before', 'content'])
    .orderBy('id')
    .execute()

  expect(publications.at(0)).toMatchObject({
    update_id: null,
    step: 'opened',
    severity_rank: 30,
    gravest_rank: 30,
    gravest_rank_before: null,
    content: { severity: 'Under Investigation', status: 'In Progress', update: null, closed_on: null },
  })
  expect(publications.find(({ update_id }) => update_id === graver?.id)).toMatchObject({
    severity_rank: 50,
    gravest_rank: 50,
    gravest_rank_before: 30,
    content: { severity: 'Service Disruption', update: { body: graver?.body } },
  })
  expect(publications.at(-1)).toMatchObject({
    step: 'resolved',
    gravest_rank: 50,
    gravest_rank_before: 50,
    content: { status: 'Resolved', closed_on: expect.stringMatching(/^\d{4}-.*Z$/) },
  })
})

test('incidents were corrected, one was reopened, and promises were kept and broken', async () => {
  const { rows } = await sql<{ acts: string[]; redacted: string[] }>`
    select array_agg(distinct entry::jsonb->>'act' order by entry::jsonb->>'act') as acts,
      array(select redacted_reason from log_faces where redacted_reason is not null) as redacted
    from log_entries`.execute(db)
  expect(rows).toEqual([
    {
      acts: expect.arrayContaining(['corrected', 'redacted']),
      redacted: ['It named a person at a customer.'],
    },
  ])
  const edition = await demoEdition()
  const { records, messageTimes } = edition
  const incidents = [...records.byId.values()].filter(({ kind }) => kind === 'incident')
  const promises = incidents.flatMap((incident) => factsOf(edition, incident).promises ?? [])
  expect(promises.length).toBeGreaterThan(300)
  const results = new Set(promises.map((promise) => promiseResult(promise, now.getTime())))
  expect([...results]).toEqual(expect.arrayContaining(['kept', 'broken']))
  const isReopened = ({ notices }: (typeof incidents)[number]) =>
    notices?.is_closed.some((isClosed, at) => isClosed && notices.is_closed[at + 1] === false) === true
  expect(incidents.filter(isReopened)).toHaveLength(1)
  expect(messageTimes.size).toBeGreaterThan(100)
})

test('the history contains nothing internal, drafted, scheduled or withdrawn', async () => {
  const { rows } = await sql`select id from publications where publications::text ~ 'canary'`.execute(db)
  expect(rows).toEqual([])
})

async function loadedDemo(): Promise<Kysely<DB>> {
  const database = await testDatabase('demo')
  made.push(database)
  return database.db
}
