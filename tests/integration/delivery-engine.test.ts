import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SendOutcome } from '../../src/delivery/send-outcome.ts'
import { sweepDeliveries } from '../../src/delivery/worker/sweep-deliveries.ts'
import { DAY_MS } from '../../src/domain/time-units.ts'
import { type DeliverySite, deliverySite } from '../support/delivery-site.ts'
import { eventually } from '../support/eventually.ts'
import { held } from '../support/fake-sender.ts'

let site: DeliverySite

beforeEach(async () => {
  site = await deliverySite()
})

afterEach(() => site.stop())

/** A test that looks away for longer than this is about days. */
const days = (count: number) => count * DAY_MS

test('U-10 what is published is told to everybody once, and recorded', async () => {
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

test('U-10 a message carries the address, the zone, and why it is sent', async () => {
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

test('U-10 any number of workers tell everybody once', async () => {
  await site.subscribe(300)
  const workers = [site.start(), site.start(), site.start()]
  await site.publish()
  await eventually(async () => expect(await site.states()).toEqual({ sent: 300 }))
  const told = workers.flatMap(({ mail }) => mail.sends.map(({ deliveries: [one] }) => one?.id))
  expect(told).toHaveLength(300)
  expect(new Set(told).size).toBe(300)
})

describe('A-11 nothing is sent', () => {
  test.each([
    ['to a channel that was switched off meanwhile', () => off({ is_enabled: false })],
    ['to an account that was locked meanwhile', () => user({ locked_at: new Date() })],
    ['to an account whose address is no longer verified', () => user({ email_verified_at: null })],
    ['to an address that refuses mail', () => refuse()],
  ])('%s', async (_, change) => {
    await site.subscribe(1)
    await site.publish()
    const holding = site.start({ mailConnections: 0 })
    await eventually(async () => expect(await site.states()).toEqual({ due: 1 }))
    await holding.stop()
    await change()
    const { mail, events } = site.start()
    await eventually(async () => expect(await site.states()).toEqual({ suppressed: 1 }))
    expect(mail.sends).toEqual([])
    expect(events).toContainEqual({ kind: 'settled', lane: 'mail', became: 'suppressed', count: 1 })
  })

  const off = (fields: { is_enabled: boolean }) => site.db.updateTable('channels').set(fields).execute()
  const user = (fields: { locked_at?: Date; email_verified_at?: null }) =>
    site.db.updateTable('users').set(fields).execute()
  async function refuse() {
    const { email } = await site.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
    await site.db
      .insertInto('suppressions')
      .values({
        address_hash: createHash('sha256')
          .update(email ?? '')
          .digest(),
        reason: '550',
      })
      .execute()
  }
})

describe('what did not go through', () => {
  test('U-10 mail that is to come later is tried again, counted, and then sent', async () => {
    await site.subscribe(1)
    const { mail } = site.start()
    mail.answer(() => ({ kind: 'later', reason: '450 4.2.1' }))
    await site.publish()
    await eventually(async () => expect(await onlyDelivery()).toMatchObject({ state: 'due', attempts: 1 }))
    const { due_at, last_error, channel_id, lane } = await onlyDelivery()
    expect(last_error).toBe('450 4.2.1')
    expect(lane).toBe('mail')
    expect(due_at.getTime() - Date.now()).toBeGreaterThan(20_000)
    expect(await site.channel(channel_id)).toMatchObject({ failure_count: 1, last_result: '450 4.2.1' })
    mail.answer(() => ({ kind: 'sent', providerId: 'abc' }))
    site.clock.aheadMs = 100_000
    await eventually(async () => expect(await onlyDelivery()).toMatchObject({ state: 'sent' }))
    expect(await onlyDelivery()).toMatchObject({ attempts: 2, last_error: null, provider_message_id: 'abc' })
    expect(await site.channel(channel_id)).toMatchObject({ failure_count: 0, failing_since: null })
  })

  test('U-10 mail is given up after two days', async () => {
    await site.subscribe(1)
    const { mail, events } = site.start()
    mail.answer(() => ({ kind: 'later', reason: '450' }))
    const publication = await site.publish()
    await eventually(async () => expect(await onlyDelivery()).toMatchObject({ state: 'due', attempts: 1 }))
    site.clock.aheadMs = days(2)
    await eventually(async () => expect(await onlyDelivery()).toMatchObject({ state: 'dead' }))
    expect(await onlyDelivery()).toMatchObject({
      publication_id: publication,
      last_error: '450',
      attempts: 2,
    })
    expect(events).toContainEqual({ kind: 'settled', lane: 'mail', became: 'dead', count: 1 })
  })

  test('U-10 an address that refuses mail gets none any more, and the others get theirs', async () => {
    const [refusing] = await site.subscribe(10)
    const { mail } = site.start()
    mail.answer(({ deliveries: [one] }) =>
      one?.userId === refusing ? { kind: 'refused', reason: '550 5.1.1' } : { kind: 'sent' },
    )
    await site.publish()
    await eventually(async () => expect(await site.states()).toEqual({ sent: 9, suppressed: 1 }))
    const { email } = await site.db
      .selectFrom('users')
      .where('id', '=', refusing ?? 0)
      .select('email')
      .executeTakeFirstOrThrow()
    expect(await site.db.selectFrom('suppressions').select(['address_hash', 'reason']).execute()).toEqual([
      {
        address_hash: createHash('sha256')
          .update(email ?? '')
          .digest(),
        reason: '550 5.1.1',
      },
    ])
    await site.publish()
    await eventually(async () => expect(await site.states()).toEqual({ sent: 18, suppressed: 1 }))
    expect(mail.sends).toHaveLength(19)
  })

  test('U-10 a webhook that fails goes on in a lane of its own', async () => {
    const webhook = await onlyWebhook()
    const { http } = site.start()
    http.answer(() => ({ kind: 'later', reason: 'http 503', retryAfterS: 600 }))
    await site.publish()
    await eventually(async () => expect(await onlyDelivery()).toMatchObject({ lane: 'troubled' }))
    const { due_at } = await onlyDelivery()
    expect(due_at.getTime() - Date.now()).toBeGreaterThan(590_000)
    expect(await site.channel(webhook)).toMatchObject({ failure_count: 1, failing_since: expect.any(Date) })
    http.answer(() => ({ kind: 'sent' }))
    site.clock.aheadMs = 700_000
    await eventually(async () => expect(await site.states()).toEqual({ sent: 1 }))
    expect(await site.channel(webhook)).toMatchObject({ failure_count: 0, failing_since: null })
  })

  test('U-10 an address that is gone is switched off, and its owner is told', async () => {
    const webhook = await onlyWebhook()
    const { http, events } = site.start()
    http.answer(() => ({ kind: 'gone', reason: 'http 410' }))
    await site.publish()
    await eventually(async () => expect(await site.states()).toEqual({ suppressed: 1 }))
    expect(await site.channel(webhook)).toMatchObject({
      is_enabled: false,
      disabled_reason: expect.stringContaining('gone'),
    })
    expect(await accountMails()).toMatchObject([{ kind: 'channel-disabled', channel_id: webhook }])
    expect(events).toContainEqual({ kind: 'switched-off', channelId: webhook })
  })

  test('U-10 a webhook that fails for three days and ten times is switched off, and its owner is told once', async () => {
    const webhook = await onlyWebhook()
    await site.db
      .updateTable('channels')
      .set({ failure_count: 8, failing_since: new Date(Date.now() - days(3.1)) })
      .where('id', '=', webhook)
      .execute()
    const { http } = site.start()
    http.answer(() => ({ kind: 'later', reason: 'timeout' }))
    await site.publish()
    await eventually(async () => expect(await site.channel(webhook)).toMatchObject({ failure_count: 9 }))
    expect(await site.channel(webhook)).toMatchObject({ is_enabled: true })
    site.clock.aheadMs = days(1)
    await eventually(async () => expect(await site.channel(webhook)).toMatchObject({ is_enabled: false }))
    expect(await site.channel(webhook)).toMatchObject({
      disabled_reason: expect.stringContaining('three days'),
    })
    site.clock.aheadMs = days(2)
    await eventually(async () => expect(await site.states()).toEqual({ suppressed: 1 }))
    expect(await accountMails()).toHaveLength(1)
  })

  test('U-10 a sender that breaks costs one attempt', async () => {
    await site.subscribe(1)
    const { mail } = site.start()
    mail.answer(() => {
      throw new TypeError('broken')
    })
    await site.publish()
    await eventually(async () =>
      expect(await onlyDelivery()).toMatchObject({ last_error: 'TypeError', attempts: 1 }),
    )
  })
})

describe('a way that is blocked', () => {
  test('is tried with one message at a time, counts against nobody, and then goes on', async () => {
    await site.subscribe(50)
    const { mail, events } = site.start()
    let isAway = true
    let atOnce = 0
    mail.answer(async () => {
      atOnce++
      await new Promise((resolve) => setImmediate(resolve))
      const isAlone = atOnce === 1
      atOnce--
      if (!isAway) return { kind: 'sent' }
      expect(isAlone || mail.sends.length <= 4).toBe(true)
      return { kind: 'away', reason: 'ECONNREFUSED' }
    })
    await site.publish()
    await eventually(() => expect(events.filter(({ kind }) => kind === 'paused').length).toBeGreaterThan(3))
    const pauses = events.flatMap((event) => (event.kind === 'paused' ? [event.forMs] : []))
    expect(pauses.slice(0, 4)).toEqual([20, 40, 80, 80])
    isAway = false
    await eventually(async () => expect(await site.states()).toEqual({ sent: 50 }))
    expect((await site.deliveries()).every(({ attempts }) => attempts === 1)).toBe(true)
    expect(events).toContainEqual({ kind: 'resumed', way: 'mail' })
    expect(events.filter(({ kind }) => kind === 'not-sent').length).toBeGreaterThan(0)
  })

  test('for some connections only rests these', async () => {
    await site.subscribe(50)
    const { mail, events } = site.start()
    let connections = 0
    const tooMany: (() => void)[] = []
    mail.answer(async () => {
      if (connections === 2) {
        await new Promise<void>((resolve) => tooMany.push(resolve))
        return { kind: 'away', reason: '421' }
      }
      connections++
      await new Promise((resolve) => setTimeout(resolve, 3))
      connections--
      // Those that are turned away hear of it after others got through.
      const turnedAway = tooMany.splice(0)
      setTimeout(() => {
        for (const turnAway of turnedAway) turnAway()
      }, 1)
      return { kind: 'sent' }
    })
    await site.publish()
    await eventually(async () => expect(await site.states()).toEqual({ sent: 50 }))
    expect((await site.deliveries()).every(({ attempts }) => attempts === 1)).toBe(true)
    expect(events.some(({ kind }) => kind === 'paused')).toBe(false)
  })
})

test('what is urgent overtakes what is not, also what is being sent already', async () => {
  await site.subscribe(600)
  const { mail } = site.start({ mailConnections: 2 })
  const gate = held<SendOutcome>()
  mail.answer(() => gate.answer)
  const calm = await site.publish()
  await eventually(async () => expect(await site.states()).toMatchObject({ due: expect.any(Number) }))
  await eventually(() => expect(mail.sends).toHaveLength(2))
  const urgent = await site.publish({ isUrgent: true })
  await eventually(async () => expect(await site.deliveries()).toHaveLength(1200))
  mail.answer(() => ({ kind: 'sent' }))
  gate.give({ kind: 'sent' })
  await eventually(async () => expect(await site.states()).toEqual({ sent: 1200 }))
  const order = mail.sends.flatMap(({ publications }) => publications)
  const lastUrgent = order.lastIndexOf(urgent)
  expect(order.slice(0, lastUrgent).filter((id) => id === calm).length).toBeLessThan(300)
})

describe('U-10 a digest', () => {
  /** Digests leave a minute after eight. */
  const DIGEST_AHEAD_MS = days(1) + 60_000

  async function digestReader() {
    const [userId = 0] = await site.subscribe(1)
    await site.db.updateTable('users').set({ timezone: 'Europe/Zurich' }).execute()
    await site.db.updateTable('channels').set({ cadence: 'daily_digest' }).execute()
    return userId
  }

  test('tells everything of a day at once, at eight in the morning of its reader', async () => {
    await digestReader()
    const workers = [site.start(), site.start()]
    const published = [await site.publish(), await site.publish(), await site.publish({ isUrgent: true })]
    await eventually(async () => expect(await site.states()).toEqual({ due: 3 }))
    const [first] = await site.deliveries()
    expect(first?.due_at.toISOString()).toMatch(/T0[67]:01:00.000Z$/)
    site.clock.aheadMs = DIGEST_AHEAD_MS
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
    site.clock.aheadMs = DIGEST_AHEAD_MS
    await eventually(() => expect(mail.sends).toHaveLength(1))
    mail.answer(() => ({ kind: 'sent' }))
    site.clock.aheadMs = DIGEST_AHEAD_MS + 200_000
    await eventually(async () => expect(await site.states()).toEqual({ sent: 2 }))
    expect(mail.sends.map(({ publications }) => publications.length)).toEqual([2, 2])
    const { failure_count } = await site.channel((await site.deliveries())[0]?.channel_id ?? 0)
    expect(failure_count).toBe(0)
  })
})

describe('a stop', () => {
  test('waits for what is under way and gives back the rest at once', async () => {
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

test('what was told more than 90 days ago is forgotten, a slice at a time', async () => {
  await site.subscribe(7)
  site.start()
  await site.publish()
  await eventually(async () => expect(await site.states()).toEqual({ sent: 7 }))
  await sweepDeliveries(site.db, { now: new Date(Date.now() + days(89)), slice: 3 })
  expect(await site.states()).toEqual({ sent: 7 })
  await sweepDeliveries(site.db, { now: new Date(Date.now() + days(91)), slice: 3 })
  expect(await site.states()).toEqual({})
})

async function onlyDelivery() {
  const [row, ...more] = await site.deliveries()
  if (row === undefined || more.length > 0) throw new Error('not one delivery')
  return row
}

/** Of somebody whose mail is off. */
async function onlyWebhook() {
  const [userId = 0] = await site.subscribe(1)
  await site.db.updateTable('channels').set({ is_enabled: false }).execute()
  return site.addWebhook(userId, 'https://hooks.example/1')
}

function accountMails() {
  return site.db.selectFrom('account_mails').select(['kind', 'channel_id', 'email']).execute()
}
