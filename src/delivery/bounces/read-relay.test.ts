import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readMailgun, readPostmark, readSendgrid, readSes } from './read-relay.ts'

const NOW = new Date('2026-11-15T10:00:00Z')
const SECONDS = String(NOW.getTime() / 1000)
const ADA = 'ada@customer.example'
const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const bounce = { kind: 'read', reports: [{ email: ADA, reason: 'bounce' }] }
const complaint = { kind: 'read', reports: [{ email: ADA, reason: 'complaint' }] }
const nothing = { kind: 'read', reports: [] }

describe('Postmark', () => {
  const credentials = 'candor:correct horse battery'
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
  const read = (event: unknown, as = authorization) =>
    readPostmark({ body: json(event), authorization: as, credentials })

  test('counts hard bounces and complaints only', () => {
    expect(read({ RecordType: 'Bounce', Type: 'HardBounce', Email: ADA })).toEqual(bounce)
    expect(read({ RecordType: 'SpamComplaint', Email: ADA })).toEqual(complaint)
    expect(read({ RecordType: 'Bounce', Type: 'SoftBounce', Email: ADA })).toEqual(nothing)
    expect(read({ RecordType: 'Delivery', Recipient: ADA })).toEqual(nothing)
  })

  test('refuses a wrong password', () => {
    expect(read({ RecordType: 'Bounce', Type: 'HardBounce', Email: ADA }, 'Basic eA==')).toEqual({
      kind: 'forged',
    })
  })
})

describe('Mailgun', () => {
  const key = 'key-of-the-account'
  const read = (event: object, { at = SECONDS, by = key } = {}) => {
    const signature = createHmac('sha256', by).update(`${at}token`).digest('hex')
    const body = json({ signature: { timestamp: at, token: 'token', signature }, 'event-data': event })
    return readMailgun({ body, key, now: NOW })
  }
  const failed = { event: 'failed', severity: 'permanent', reason: 'bounce', recipient: ADA }

  test('counts permanent failures and complaints only', () => {
    expect(read(failed)).toEqual({ ...bounce, token: 'token' })
    expect(read({ event: 'complained', recipient: ADA })).toEqual({ ...complaint, token: 'token' })
    expect(read({ ...failed, severity: 'temporary' })).toEqual({ ...nothing, token: 'token' })
  })

  test('refuses a wrong key and an old signature', () => {
    expect(read(failed, { by: 'another' })).toEqual({ kind: 'forged' })
    expect(read(failed, { at: String(Number(SECONDS) - 3600) })).toEqual({ kind: 'forged' })
  })
})

describe('SendGrid', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const read = (events: object[], { changed = events } = {}) => {
    const signature = sign('sha256', Buffer.concat([Buffer.from(SECONDS), json(events)]), privateKey)
    return readSendgrid({
      body: json(changed),
      signature: signature.toString('base64'),
      timestamp: SECONDS,
      publicKey: key,
      now: NOW,
    })
  }

  test('counts bounces and complaints, but not blocks', () => {
    expect(
      read([
        { event: 'bounce', type: 'bounce', email: ADA },
        { event: 'open', email: ADA },
      ]),
    ).toEqual(bounce)
    expect(read([{ event: 'spamreport', email: ADA }])).toEqual(complaint)
    expect(read([{ event: 'bounce', type: 'blocked', email: ADA }])).toEqual(nothing)
  })

  test('refuses a changed body', () => {
    const changed = [{ event: 'bounce', type: 'bounce', email: 'eva@customer.example' }]
    expect(read([{ event: 'open', email: ADA }], { changed })).toEqual({ kind: 'forged' })
  })
})

test('SES: counts permanent bounces and complaints, not transient bounces', () => {
  const of = (bounceType: string) =>
    readSes(
      JSON.stringify({
        notificationType: 'Bounce',
        bounce: { bounceType, bouncedRecipients: [{ emailAddress: ADA }] },
      }),
    )
  expect(of('Permanent')).toEqual(bounce)
  expect(of('Transient')).toEqual(nothing)
  const complained = { eventType: 'Complaint', complaint: { complainedRecipients: [{ emailAddress: ADA }] } }
  expect(readSes(JSON.stringify(complained))).toEqual(complaint)
  expect(readSes('no JSON')).toEqual({ kind: 'unreadable' })
})
