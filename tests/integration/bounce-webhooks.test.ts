import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSuppression } from '../../src/db/channels.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'

const CREDENTIALS = 'candor:a long password of ours'
const KEY = 'key-of-the-account'

let site: AccountSite

beforeAll(async () => {
  const bounces = {
    address: undefined,
    mailbox: undefined,
    postmark: CREDENTIALS,
    mailgunKey: KEY,
    sendgridKey: undefined,
    sesTopics: [],
  }
  site = await accountSite({ config: { bounces } })
})

afterAll(() => site.stop())

function post(relay: string, payload: object, headers: Record<string, string> = {}) {
  return site.app.inject({ method: 'POST', url: `/api/bounces/${relay}`, payload, headers })
}

const suppressed = async (email: string) => (await findSuppression(site.database.db, email))?.reason

test('a hard bounce that a relay reports suppresses the address, whatever its case', async () => {
  const authorization = `Basic ${Buffer.from(CREDENTIALS).toString('base64')}`
  const bounce = { RecordType: 'Bounce', Type: 'HardBounce', Email: 'Ada@Customer.example' }
  expect((await post('postmark', bounce)).statusCode).toBe(403)
  expect(await suppressed('ada@customer.example')).toBeUndefined()
  const taken = await post('postmark', bounce, { authorization })
  expect([taken.statusCode, taken.body]).toEqual([200, 'OK\n'])
  expect(await suppressed('ada@customer.example')).toBe('bounce, told by postmark')
  // Relays repeat themselves.
  expect((await post('postmark', bounce, { authorization })).statusCode).toBe(200)
})

test('a complaint does, too', async () => {
  const timestamp = String(Math.floor(site.clock.now.getTime() / 1000))
  const signature = createHmac('sha256', KEY).update(`${timestamp}token`).digest('hex')
  const event = { event: 'complained', recipient: 'bea@customer.example' }
  const body = { signature: { timestamp, token: 'token', signature }, 'event-data': event }
  expect((await post('mailgun', body)).statusCode).toBe(200)
  expect(await suppressed('bea@customer.example')).toBe('complaint, told by mailgun')
  expect((await post('mailgun', { nothing: true })).statusCode).toBe(400)
})

test('a relay that is not configured has no address', async () => {
  expect((await post('sendgrid', [])).statusCode).toBe(404)
  expect((await post('ses', {})).statusCode).toBe(404)
})
