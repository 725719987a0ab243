import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/domain/time.ts'
import { isShort } from '../size.ts'
import { type DeliverySite, deliverySite } from '../support/delivery-site.ts'
import { eventually } from '../support/eventually.ts'

let site: DeliverySite

beforeEach(async () => {
  site = await deliverySite()
})

afterEach(() => site.stop())

const days = (count: number) => count * DAY_MS

describe('a failed message', () => {
  test('U-10 mail with a temporary failure is retried, counted, and then sent', async () => {
    await site.subscribe(1)
    const { mail } = site.start()
    mail.answer(() => ({ kind: 'later', reason: '450 4.2.1' }))
    const before = Date.now()
    await site.publish()
    await eventually(async () => expect(await onlyDelivery()).toMatchObject({ state: 'due', attempts: 1 }))
    const { due_at, last_error, channel_id, lane } = await onlyDelivery()
    expect(last_error).toBe('450 4.2.1')
    expect(lane).toBe('mail')
    expect(due_at.getTime() - before).toBeGreaterThan(20_000)
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
    await eventually(() =>
      expect(events).toContainEqual({
        kind: 'settled',
        lane: 'mail',
        became: 'dead',
        count: 1,
        reasons: { '450': 1 },
      }),
    )
  })

  test('U-10 an address that rejects mail gets no more, and the others get theirs', async () => {
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

  test('U-10 a failing webhook moves to its own lane', async () => {
    const webhook = await onlyWebhook()
    const { http } = site.start()
    http.answer(() => ({ kind: 'later', reason: 'http 503', retryAfterS: 600 }))
    const before = Date.now()
    await site.publish()
    await eventually(async () => expect(await onlyDelivery()).toMatchObject({ lane: 'troubled' }))
    const { due_at } = await onlyDelivery()
    expect(due_at.getTime() - before).toBeGreaterThanOrEqual(600_000)
    expect(await site.channel(webhook)).toMatchObject({ failure_count: 1, failing_since: expect.any(Date) })
    http.answer(() => ({ kind: 'sent' }))
    site.clock.aheadMs = 700_000
    await eventually(async () => expect(await site.states()).toEqual({ sent: 1 }))
    expect(await site.channel(webhook)).toMatchObject({ failure_count: 0, failing_since: null })
  })

  test('U-10 a gone webhook is disabled, and its owner notified', async () => {
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
    await eventually(() => expect(events).toContainEqual({ kind: 'switched-off', channelId: webhook }))
  })

  test('U-10 a webhook that fails for three days and ten times is disabled, and its owner notified once', async () => {
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

  test.skipIf(isShort)('U-10 a sender that throws costs one attempt', async () => {
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

describe('a blocked route', () => {
  test('is probed with one message at a time, counts no failures, and then resumes', async () => {
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
    await eventually(() => expect(events).toContainEqual({ kind: 'resumed', way: 'mail' }))
    expect(events.filter(({ kind }) => kind === 'not-sent').length).toBeGreaterThan(0)
  })

  test.skipIf(isShort)('that rejects only some connections rests only those', async () => {
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
      // Rejected connections are told about it after others got through.
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

async function onlyDelivery() {
  const [row, ...more] = await site.deliveries()
  if (row === undefined || more.length > 0) throw new Error('not one delivery')
  return row
}

async function onlyWebhook() {
  const [userId = 0] = await site.subscribe(1)
  await site.db.updateTable('channels').set({ is_enabled: false }).execute()
  return site.addWebhook(userId, 'https://hooks.example/1')
}

function accountMails() {
  return site.db.selectFrom('account_mails').select(['kind', 'channel_id', 'email']).execute()
}
