import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSuppression } from '../../src/db/channels.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'

const CREDENTIALS = 'candor:a long password of ours'
const KEY = 'key-of-the-account'
const BOUNCES = {
  address: undefined,
  mailbox: undefined,
  postmark: CREDENTIALS,
  mailgunKey: KEY,
  sendgridKey: undefined,
  sesTopics: [],
}

let site: AccountSite

beforeAll(async () => {
  site = await accountSite({ config: { bounces: BOUNCES } })
})

afterAll(() => site.stop())

function post(relay: string, payload: object, headers: Record<string, string> = {}) {
  return site.app.inject({ method: 'POST', url: `/api/bounces/${relay}`, payload, headers })
}

function fromMailgun(event: object, token = 'token', secondsAgo = 0) {
  const timestamp = String(Math.floor(site.clock.now.getTime() / 1000) - secondsAgo)
  const signature = createHmac('sha256', KEY).update(`${timestamp}${token}`).digest('hex')
  return { signature: { timestamp, token, signature }, 'event-data': event }
}

const suppressed = async (email: string) => (await findSuppression(site.database.db, email))?.reason

test('a hard bounce reported by a relay suppresses the address, whatever its case', async () => {
  const authorization = `Basic ${Buffer.from(CREDENTIALS).toString('base64')}`
  const bounce = { RecordType: 'Bounce', Type: 'HardBounce', Email: 'Ada@Customer.example' }
  expect((await post('postmark', bounce)).statusCode).toBe(403)
  expect(await suppressed('ada@customer.example')).toBeUndefined()
  const taken = await post('postmark', bounce, { authorization })
  expect([taken.statusCode, taken.body]).toEqual([200, 'OK\n'])
  expect(await suppressed('ada@customer.example')).toBe('bounce, reported by postmark')
  // Relays send duplicates.
  expect((await post('postmark', bounce, { authorization })).statusCode).toBe(200)
})

test('a complaint suppresses it, too', async () => {
  const event = { event: 'complained', recipient: 'bea@customer.example' }
  expect((await post('mailgun', fromMailgun(event))).statusCode).toBe(200)
  expect(await suppressed('bea@customer.example')).toBe('complaint, reported by mailgun')
  expect((await post('mailgun', { nothing: true })).statusCode).toBe(400)
})

test('a Mailgun token counts once, whatever its content and wherever it arrives', async () => {
  const delivered = { event: 'delivered', recipient: 'cem@customer.example' }
  const forgery = { event: 'complained', recipient: 'cem@customer.example' }
  expect((await post('mailgun', fromMailgun(delivered, 'once'))).statusCode).toBe(200)
  expect((await post('mailgun', fromMailgun(forgery, 'once'))).statusCode).toBe(403)
  const another = await site.another({ config: { bounces: BOUNCES } })
  const request = {
    method: 'POST',
    url: '/api/bounces/mailgun',
    payload: fromMailgun(forgery, 'once'),
  } as const
  expect((await another.app.inject(request)).statusCode).toBe(403)
  site.clock.pass(29 * 60)
  expect((await post('mailgun', fromMailgun(forgery, 'once', 29 * 60))).statusCode).toBe(403)
  expect(await suppressed('cem@customer.example')).toBeUndefined()
  expect((await post('mailgun', fromMailgun(forgery, 'another'))).statusCode).toBe(200)
  expect(await suppressed('cem@customer.example')).toBe('complaint, reported by mailgun')
  await another.stop()
})

test('a relay that is not configured has no endpoint', async () => {
  expect((await post('sendgrid', [])).statusCode).toBe(404)
  expect((await post('ses', {})).statusCode).toBe(404)
})
