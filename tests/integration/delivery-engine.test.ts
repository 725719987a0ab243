import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clockSkewMs, databaseTimeOf } from '../../src/db/database-clock.ts'
import type { SendOutcome } from '../../src/delivery/sender.ts'
import { sweepDeliveries } from '../../src/delivery/worker/sweep-deliveries.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time.ts'
import { sized } from '../size.ts'
import { runAheadBy } from '../support/clock-ahead.ts'
import { type DeliverySite, deliverySite } from '../support/delivery-site.ts'
import { eventually } from '../support/eventually.ts'
import { held } from '../support/fake-sender.ts'

const MANY = sized({ short: 90, long: 600 })

let site: DeliverySite

beforeEach(async () => {
  site = await deliverySite()
})

afterEach(() => site.stop())

const days = (count: number) => count * DAY_MS

test('U-10 a publication notifies every subscriber once, and records it', async () => {
  const people = await site.subscribe(30)
  const { mail } = site.start()
  const publication = await site.publish()
  await eventually(async () => expect(await site.states()).toEqual({ sent: 30 }))
  expect(mail.sends.map(({ deliveries: [one] }) => one?.userId).sort((a = 0, b = 0) => a - b)).toEqual(people)
  expect(new Set(mail.sends.flatMap(({ publications }) => publications))).toEqual(new Set([publication]))
  const [first] = await site.deliveries()
  expect(first).toMatchObject({ attempts: 1, last_error: null, sent_at: expect.any(Date) })
  expect(await site.channel(first?.channel_id ?? 0)).toMatchObject({
    last_result: 'sent',
    last_result_at: expect.any(Date),
    failure_count: 0,
  })
})

test('U-10 a worker clock ten minutes ahead delays nothing: the database clock decides', async () => {
  await site.subscribe(5)
  runAheadBy(10 * MINUTE_MS)
  const before = await databaseTimeOf(site.db, new Date())
  expect(before.getTime()).toBeLessThan(Date.now() - 9 * MINUTE_MS)
  expect(await clockSkewMs(site.db)).toBeGreaterThan(9 * MINUTE_MS)
  const { mail } = site.start({ rates: { overAll: 50, byDomain: new Map(), toOthers: undefined } })
  let hasFailed = false
  mail.answer(() => {
    if (hasFailed) return { kind: 'sent' }
    hasFailed = true
    return { kind: 'later', reason: '450' }
  })
  await site.publish()
  await eventually(async () => expect(await site.states()).toEqual({ sent: 4, due: 1 }))
  const [waiting] = (await site.deliveries()).filter(({ state }) => state === 'due')
  const slots = await site.db.selectFrom('send_slots').select('next_at').execute()
  const latest = before.getTime() + 5 * MINUTE_MS
  for (const at of [waiting?.due_at, ...slots.map(({ next_at }) => next_at)])
    expect(at?.getTime()).toBeLessThan(latest)
  expect(waiting?.due_at.getTime()).toBeGreaterThan(before.getTime())
})

test('U-10 a message carries the address, the time zone and the reason it is sent', async () => {
  const [userId = 0] = await site.subscribe(1)
  await site.db.updateTable('users').set({ timezone: 'Asia/Tokyo' }).where('id', '=', userId).execute()
  await site.addWebhook(userId, 'https://hooks.example/1')
  await site.publish()
  const { mail, http } = site.start()
  await eventually(async () => expect(await site.states()).toEqual({ sent: 2 }))
  const because = { scope: 'core_cloud_services', cloudId: site.alpha.id, tid: null }
  expect(mail.sends[0]?.deliveries[0]).toMatchObject({
    userId,
    zone: 'Asia/Tokyo',
    because,
    channel: { kind: 'email', address: expect.stringContaining('@customer.example') },
  })
  expect(http.sends[0]?.deliveries[0]).toMatchObject({
    because,
    channel: { kind: 'webhook', address: 'https://hooks.example/1', secret: 'whsec_dGVzdA==' },
  })
})

test('U-10 any number of workers notify every subscriber once', async () => {
  const people = sized({ short: 45, long: MANY })
  await site.subscribe(people)
  const workers = [site.start(), site.start(), site.start()]
  await site.publish()
  await eventually(async () => expect(await site.states()).toEqual({ sent: people }))
  const sentIds = workers.flatMap(({ mail }) => mail.sends.map(({ deliveries: [one] }) => one?.id))
  expect(sentIds).toHaveLength(people)
  expect(new Set(sentIds).size).toBe(people)
})

test('A-11 nothing is sent to those who must not get it anymore', async () => {
  const [off = 0, locked = 0, unverified = 0, refused = 0, usual = 0] = await site.subscribe(5)
  await site.publish()
  const holding = site.start({ mailConnections: 0 })
  await eventually(async () => expect(await site.states()).toEqual({ due: 5 }))
  await holding.stop()
  await site.db.updateTable('channels').set({ is_enabled: false }).where('user_id', '=', off).execute()
  await changeUser(locked, { locked_at: new Date() })
  await changeUser(unverified, { email_verified_at: null })
  await rejectMailOf(refused)
  const { mail, events } = site.start()
  await eventually(async () => expect(await site.states()).toEqual({ suppressed: 4, sent: 1 }))
  expect(mail.sends.flatMap(({ deliveries }) => deliveries.map(({ userId }) => userId))).toEqual([usual])
  await eventually(() => {
    const settled = events.flatMap((event) =>
      event.kind === 'settled' && event.became === 'suppressed' ? [event] : [],
    )
    expect(settled.reduce((sum, { count }) => sum + count, 0)).toBe(4)
    for (const { lane, count, reasons } of settled)
      expect([lane, reasons]).toEqual(['mail', { 'switched off': count }])
  })
})

function changeUser(id: number, fields: { locked_at?: Date; email_verified_at?: null }) {
  return site.db.updateTable('users').set(fields).where('id', '=', id).execute()
}

async function rejectMailOf(userId: number) {
  const { email } = await site.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('email')
    .executeTakeFirstOrThrow()
  const address_hash = createHash('sha256')
    .update(email ?? '')
    .digest()
  await site.db.insertInto('suppressions').values({ address_hash, reason: '550' }).execute()
}

test('urgent messages overtake others, even those being sent', async () => {
  await site.subscribe(MANY)
  const { mail } = site.start({ mailConnections: 2 })
  const gate = held<SendOutcome>()
  mail.answer(() => gate.answer)
  const calm = await site.publish()
  await eventually(async () => expect(await site.deliveries()).toHaveLength(MANY))
  await eventually(() => expect(mail.sends).toHaveLength(2))
  const urgent = await site.publish({ isUrgent: true })
  await eventually(async () => expect(await site.deliveries()).toHaveLength(2 * MANY))
  mail.answer(() => ({ kind: 'sent' }))
  gate.give({ kind: 'sent' })
  await eventually(async () => expect(await site.states()).toEqual({ sent: 2 * MANY }))
  const order = mail.sends.flatMap(({ publications }) => publications)
  const lastUrgent = order.lastIndexOf(urgent)
  // Messages that each connection had claimed before go out first.
  expect(order.slice(0, lastUrgent).filter((id) => id === calm).length).toBeLessThan((2 * MANY) / 3)
})

describe('U-10 a digest', () => {
  const DIGEST_AHEAD_MS = days(1) + 60_000

  async function digestReader() {
    // At noon, so that everything falls on one day however long it takes.
    site.clock.aheadMs = new Date().setUTCHours(36, 0, 0, 0) - Date.now()
    const [userId = 0] = await site.subscribe(1)
    await site.db.updateTable('users').set({ timezone: 'Europe/Zurich' }).execute()
    await site.db.updateTable('channels').set({ cadence: 'daily_digest' }).execute()
    return userId
  }

  test("sends a day's publications together, at eight in the reader's morning", async () => {
    await digestReader()
    const workers = [site.start(), site.start()]
    const published = [await site.publish(), await site.publish(), await site.publish({ isUrgent: true })]
    await eventually(async () => expect(await site.states()).toEqual({ due: 3 }))
    const [first] = await site.deliveries()
    expect(first?.due_at.toISOString()).toMatch(/T0[67]:01:00.000Z$/)
    site.clock.aheadMs += DIGEST_AHEAD_MS
    await eventually(async () => expect(await site.states()).toEqual({ sent: 3 }))
    const sends = workers.flatMap(({ mail }) => mail.sends)
    expect(sends).toMatchObject([{ isDigest: true, publications: published }])
  })

  test('that fails stays one message', async () => {
    await digestReader()
    const { mail } = site.start()
    mail.answer(() => ({ kind: 'later', reason: '450' }))
    await site.publish()
    await site.publish()
    await eventually(async () => expect(await site.states()).toEqual({ due: 2 }))
    site.clock.aheadMs += DIGEST_AHEAD_MS
    await eventually(() => expect(mail.sends).toHaveLength(1))
    mail.answer(() => ({ kind: 'sent' }))
    site.clock.aheadMs += 200_000
    await eventually(async () => expect(await site.states()).toEqual({ sent: 2 }))
    expect(mail.sends.map(({ publications }) => publications.length)).toEqual([2, 2])
    const { failure_count } = await site.channel((await site.deliveries())[0]?.channel_id ?? 0)
    expect(failure_count).toBe(0)
  })
})

describe('a stop', () => {
  test('waits for running sends and returns the rest immediately', async () => {
    await site.subscribe(100)
    const worker = site.start()
    const gate = held<SendOutcome>()
    worker.mail.answer(() => gate.answer)
    await site.publish()
    await eventually(async () => expect(await site.states()).toMatchObject({ leased: expect.any(Number) }))
    await eventually(() => expect(worker.mail.sends).toHaveLength(4))
    const stopped = worker.stop()
    await eventually(async () => expect(await site.states()).toEqual({ leased: 4, due: 96 }))
    gate.give({ kind: 'sent' })
    await stopped
    expect(await site.states()).toEqual({ sent: 4, due: 96 })
    expect((await site.deliveries()).filter(({ attempts }) => attempts === 1)).toHaveLength(4)
  })
})

test('deliveries older than 90 days are purged in batches', async () => {
  await site.subscribe(7)
  site.start()
  await site.publish()
  await eventually(async () => expect(await site.states()).toEqual({ sent: 7 }))
  await sweepDeliveries(site.db, { now: new Date(Date.now() + days(89)), slice: 3 })
  expect(await site.states()).toEqual({ sent: 7 })
  await sweepDeliveries(site.db, { now: new Date(Date.now() + days(91)), slice: 3 })
  expect(await site.states()).toEqual({})
})
