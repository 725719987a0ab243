import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  addressDigest,
  bounceAddress,
  bounceClaimIn,
  LONGEST_BOUNCE_LOCAL_PART,
  RECIPIENT_BYTES,
  returnPathWay,
} from './bounce-address.ts'
import type { MailWay, RawMail } from './mail-message.ts'

const NOW = new Date('2026-11-15T10:00:00Z')
const OURS = 'bounces@mail.northwall.example'
const KEY = randomBytes(32)
const ADA = 'ada@customer.example'
const sign = (to = ADA, { key = KEY, now = NOW } = {}) => bounceAddress(OURS, { key, to, now })
const claimIn = (message: string, now = NOW) => bounceClaimIn(message, OURS, { key: KEY, now })
const beginning = (email: string) => addressDigest(email).subarray(0, RECIPIENT_BYTES)

test('the address names the recipient of the bounced mail, in any case', () => {
  const address = sign()
  expect(address).toMatch(/^bounces\+[a-z2-7]{40}@mail\.northwall\.example$/)
  expect(claimIn(`To: <${address}>\r\n`)?.recipient).toEqual(beginning(ADA))
  expect(claimIn(`Delivered-To: ${address.toUpperCase()}`)?.recipient).toEqual(beginning(ADA))
  expect(claimIn(`${address}, ${address}`)?.recipient).toEqual(beginning('Ada@Customer.example'))
})

test('the local part stays within the allowed length', () => {
  const longest = `${'b'.repeat(LONGEST_BOUNCE_LOCAL_PART)}@northwall.example`
  const address = bounceAddress(longest, { key: KEY, to: ADA, now: NOW })
  expect(address.split('@')[0]).toHaveLength(64)
})

test('rejects other keys, changed tokens and tokens for two recipients', () => {
  expect(claimIn(sign(ADA, { key: randomBytes(32) }))).toBeUndefined()
  const address = sign()
  for (let at = 'bounces+'.length; at < address.indexOf('@'); at++) {
    const other = address[at] === 'a' ? 'b' : 'a'
    expect(claimIn(address.slice(0, at) + other + address.slice(at + 1))).toBeUndefined()
  }
  expect(claimIn(`${sign()} ${sign('bea@customer.example')}`)).toBeUndefined()
  expect(claimIn(address.replace('mail.northwall', 'mailxnorthwall'))).toBeUndefined()
  expect(claimIn('To: bounces@mail.northwall.example')).toBeUndefined()
})

test('a token is valid for 60 days', () => {
  const address = sign()
  expect(claimIn(address, new Date('2027-01-14T00:00:00Z'))).toBeDefined()
  expect(claimIn(address, new Date('2027-01-15T00:00:00Z'))).toBeUndefined()
})

test('each mail has its own envelope sender, and sending needs the key', async () => {
  const left: string[] = []
  const way: MailWay = {
    size: 1,
    sendRaw: async ({ from }) => {
      left.push(from)
      return { kind: 'sent' }
    },
    close: async () => {},
  }
  const mail: RawMail = {
    from: 'trust@northwall.example',
    to: ADA,
    bytes: Buffer.alloc(0),
    isStillMine: () => true,
    note: '',
  }
  let isAway = true
  const key = async () => {
    if (isAway) throw new Error('no database')
    return KEY
  }
  const own = returnPathWay(way, { address: OURS, key, clock: () => NOW })
  expect(await own.sendRaw(mail)).toEqual({ kind: 'away', reason: 'no bounce key' })
  isAway = false
  expect(await own.sendRaw(mail)).toEqual({ kind: 'sent' })
  expect(left).toEqual([sign()])
})
