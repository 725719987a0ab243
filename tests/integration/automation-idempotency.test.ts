import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweep } from '../../src/accounts/sweep.ts'
import { answerOnce } from '../../src/accounts/tokens/answer-once.ts'
import { isShort } from '../size.ts'
import { type AutomationSite, automationSite, type Program } from '../support/automation-site.ts'
import { eventually } from '../support/eventually.ts'

let site: AutomationSite
let program: Program

beforeAll(async () => {
  site = await automationSite()
  program = await site.program()
})
afterAll(() => site.stop())

const NEW = { title: 'Once', clouds: ['northwall_net'] }

function open(key: string, body: object = NEW, by: Program = program) {
  return by.ask('/incidents', { method: 'POST', body, headers: { 'idempotency-key': key } })
}

async function records() {
  const { count } = await site.database.db
    .selectFrom('records')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

test('Z-08 the same key and request get the same answer without acting again', async () => {
  const before = await records()
  const first = await open('first')
  const again = await open('first', { clouds: ['northwall_net'], title: 'Once' })
  expect([first.statusCode, first.headers['idempotency-replayed']]).toEqual([201, undefined])
  expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
  expect(again.body).toBe(first.body)
  expect(again.headers.etag).toBe(first.headers.etag)
  expect(await records()).toBe(before + 1)
  expect(await site.publications(first.json().data.id)).toHaveLength(1)
})

test('Z-08 a repeated step gets the first answer and is not performed twice', async () => {
  const { id } = (await open('to be updated')).json().data
  const update = (key: string) =>
    program.ask(`/incidents/${id}/updates`, {
      method: 'POST',
      body: { body: 'News.' },
      headers: { 'idempotency-key': key },
    })
  const first = await update('news')
  await program.ask(`/incidents/${id}/resolve`, { method: 'POST', body: { body: 'Over.' } })
  const again = await update('news')
  expect(again.body).toBe(first.body)
  expect((await site.publications(id)).map(({ step }) => step)).toEqual(['opened', 'updated', 'resolved'])
})

test('Z-08 the same key with a different request is rejected', async () => {
  await open('of one')
  const { statusCode, json } = await open('of one', { ...NEW, title: 'Another' })
  expect([statusCode, Object.keys(json().errors)]).toEqual([422, ['Idempotency-Key']])
})

test('Z-08 of many simultaneous requests one acts; the others wait or get its answer', async () => {
  const before = await records()
  const answers = await Promise.all(Array.from({ length: 6 }, () => open('at once')))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
  expect(statuses).toContain(201)
  for (const { statusCode, headers } of answers)
    if (statusCode === 409) expect(headers['retry-after']).toBe('2')
  expect(await records()).toBe(before + 1)
  expect((await open('at once')).statusCode).toBe(201)
  expect(await records()).toBe(before + 1)
})

test('Z-08 keys of two tokens are independent', async () => {
  const [mine, theirs] = [await open('shared'), await open('shared', NEW, await site.program())]
  expect(theirs.statusCode).toBe(201)
  expect(theirs.json().data.id).not.toBe(mine.json().data.id)
})

test('Z-08 a rejected request changed nothing and can be corrected under the same key', async () => {
  expect((await open('corrected', { ...NEW, severity: 'Terrible' })).statusCode).toBe(422)
  expect((await open('corrected')).statusCode).toBe(201)
})

test.skipIf(isShort)('Z-08 without a key every request acts', async () => {
  const another = await site.program()
  const before = await records()
  for (const _ of [1, 2])
    expect((await another.ask('/incidents', { method: 'POST', body: NEW })).statusCode).toBe(201)
  expect(await records()).toBe(before + 2)
})

test('Z-08 a request interrupted by a crash is resumed and acts only once', async () => {
  const another = await site.program()
  const { db } = site.database
  const first = await open('cut off', NEW, another)
  const { id } = first.json().data
  // As if the process had died after the commit and before storing the answer.
  await db
    .updateTable('api_requests')
    .set({ status: null, answer: null })
    .where('token_id', '=', another.id)
    .execute()
  const before = await records()
  expect((await open('cut off', NEW, another)).statusCode).toBe(409)
  site.clock.pass(61)
  const later = await open('cut off', NEW, another)
  expect([later.statusCode, later.json().data.id]).toEqual([201, id])
  expect(await records()).toBe(before)
  expect(await site.publications(id)).toHaveLength(1)
})

test('Z-08 a versioned change interrupted by a crash gets its answer and does not conflict with itself', async () => {
  const another = await site.program()
  const { id, version } = (await open('to be amended', NEW, another)).json().data
  const amend = () =>
    another.ask(`/incidents/${id}`, {
      method: 'PATCH',
      body: { title: 'Amended', version },
      headers: { 'idempotency-key': 'amend' },
    })
  expect((await amend()).statusCode).toBe(200)
  await site.database.db
    .updateTable('api_requests')
    .set({ status: null, answer: null })
    .where('token_id', '=', another.id)
    .execute()
  site.clock.pass(61)
  const later = await amend()
  expect([later.statusCode, later.json().data?.title]).toEqual([200, 'Amended'])
  expect(await site.publications(id)).toHaveLength(2)
})

test('Z-08 an attempt that fails late leaves the claim of the next one', async () => {
  const { db } = site.database
  const { id: tokenId } = await site.program()
  const asked = (act: () => Promise<{ status: number; body: string }>) =>
    answerOnce(db, { tokenId, key: 'slow', requestHash: Buffer.from('same'), now: site.clock.now }, act)
  let fail: ((error: Error) => void) | undefined
  let finish: (() => void) | undefined
  const first = asked(() => new Promise((_, reject) => (fail = reject)))
  const claimedAt = () =>
    db.selectFrom('api_requests').where('token_id', '=', tokenId).select('claimed_at').execute()
  await eventually(() => expect(fail).toBeDefined())
  expect(await claimedAt()).toEqual([{ claimed_at: site.clock.now }])
  site.clock.pass(61)
  const second = asked(
    () => new Promise((resolve) => (finish = () => resolve({ status: 201, body: 'made' }))),
  )
  await eventually(() => expect(finish).toBeDefined())
  expect(await claimedAt()).toEqual([{ claimed_at: site.clock.now }])
  fail?.(new Error('too late'))
  await expect(first).rejects.toThrow('too late')
  const third = await asked(async () => ({ status: 201, body: 'made twice' }))
  expect(third).toMatchObject({ kind: 'under-way' })
  finish?.()
  expect(await second).toMatchObject({ kind: 'answered', body: 'made' })
})

test('a step of the sweep that fails leaves the others to do their work', async () => {
  const { db } = site.database
  await open('to be swept', NEW, await site.program())
  site.clock.pass(86_401)
  await sql`
    create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'not today'; end $$`.execute(db)
  await sql`create trigger stuck before delete on sessions execute function refuse()`.execute(db)
  const errors: unknown[] = []
  await sweep(db, site.clock.now, { onError: (error) => errors.push(error) })
  await sql`drop trigger stuck on sessions`.execute(db)
  expect(errors).toEqual([expect.objectContaining({ message: 'not today' })])
  expect(await db.selectFrom('api_requests').select('key').execute()).toEqual([])
})

test('Z-08 a key expires after a day', async () => {
  const another = await site.program()
  const first = await open('yesterday', NEW, another)
  site.clock.pass(86_401)
  await sweep(site.database.db, site.clock.now)
  const left = await site.database.db.selectFrom('api_requests').selectAll().execute()
  expect(left).toEqual([])
  const next = await open('yesterday', NEW, another)
  expect(next.statusCode).toBe(201)
  expect(next.json().data.id).not.toBe(first.json().data.id)
})

test.each(['', 'x'.repeat(201)])('Z-08 an empty or overlong key is rejected', async (key) => {
  expect((await open(key)).statusCode).toBe(400)
})
