import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openPoster, type PosterOptions } from '../../src/delivery/http/poster.ts'
import { sized } from '../size.ts'
import { type HttpReceiver, httpReceiver } from '../support/http-receiver.ts'

let receiver: HttpReceiver
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  receiver = await httpReceiver()
})
afterAll(() => receiver.stop())
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

describe('U-10 internal addresses are never posted to', () => {
  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.0.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/latest/meta-data/',
    'https://168.63.129.16/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[ff02::1]/',
    'https://１２７.０.０.１/',
    'https://localhost/',
    'https://localhost./',
    'https://LOCALHOST/',
    'https://x.localhost/',
  ])('%s', async (url) => {
    const own = poster({ resolveName: () => Promise.reject(new Error('nothing is to be looked up')) })
    expect(await own.post({ url, body: '{}' })).toEqual({ kind: 'not-allowed' })
  })

  test('any private address, in any notation', async () => {
    const own = poster({ resolveName: () => Promise.reject(new Error('nothing is to be looked up')) })
    const last = fc.nat(0xffffff)
    const address = fc.oneof(
      last.map((rest) => 0x7f000000 + rest),
      last.map((rest) => 0x0a000000 + rest),
      fc.nat(0xffff).map((rest) => 0xc0a80000 + rest),
      fc.nat(0xfffff).map((rest) => 0xac100000 + rest),
      fc.nat(0xffff).map((rest) => 0xa9fe0000 + rest),
      fc.nat(0x3fffff).map((rest) => 0x64400000 + rest),
    )
    await fc.assert(
      fc.asyncProperty(
        address,
        fc.constantFrom(...SPELLINGS),
        fc.nat(65_535),
        async (number, spell, port) => {
          const url = `https://${spell(number)}:${port}/`
          expect({ url, ...(await own.post({ url, body: '{}' })) }).toEqual({ url, kind: 'not-allowed' })
        },
      ),
      { numRuns: sized({ short: 100, long: 5_000 }) },
    )
  })

  test.each(['http://1.1.1.1/', 'ftp://1.1.1.1/', 'file:///etc/passwd', 'gopher://1.1.1.1/', 'x'])(
    '%s is not https',
    async (url) => {
      expect(await poster().post({ url, body: '{}' })).toEqual({ kind: 'not-allowed' })
    },
  )

  test.each([
    [['127.0.0.1']],
    [['10.1.2.3']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['169.254.169.254']],
    // One of them is enough for an attacker, in any position.
    [['1.1.1.1', '127.0.0.1']],
    [['127.0.0.1', '1.1.1.1']],
  ])('a name that resolves to %j', async (addresses) => {
    const own = poster({ resolveName: async () => addresses })
    const url = `https://hooks.customer.example:${receiver.port}/named`
    expect(await own.post({ url, body: '{}' })).toEqual({ kind: 'not-allowed' })
    expect(receiver.connections).toBe(0)
  })

  test('a name that resolves differently the second time', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254']]
    let asked = 0
    const own = poster({ isLocalAllowed: true, resolveName: async () => answers[asked++] ?? [] })
    receiver.behaveAt('/rebound', { kind: 'answer', status: 204, headers: { connection: 'close' } })
    const url = `http://rebinding.customer.example:${receiver.port}/rebound`
    expect(await own.post({ url, body: '{}' })).toEqual({ kind: 'answered', status: 204 })
    expect(asked).toBe(1)
    expect(await own.post({ url, body: '{}' })).toEqual({ kind: 'not-allowed' })
  })

  test('a name that does not resolve is unreachable', async () => {
    const unknown = poster({ resolveName: () => Promise.reject(new Error('ENOTFOUND')) })
    expect(await unknown.post({ url: 'https://nobody.example/', body: '{}' })).toEqual({
      kind: 'unreachable',
    })
    const empty = poster({ resolveName: async () => [] })
    expect(await empty.post({ url: 'https://nobody.example/', body: '{}' })).toEqual({ kind: 'unreachable' })
  })
})

describe('U-10 if local addresses are allowed', () => {
  test.each(['10.0.0.1', '192.168.0.1', '169.254.169.254'])('%s is still rejected', async (address) => {
    const own = poster({ isLocalAllowed: true, resolveName: async () => [address] })
    for (const host of [address, 'hooks.customer.example'])
      expect(await own.post({ url: `http://${host}/`, body: '{}' })).toEqual({ kind: 'not-allowed' })
  })

  test('localhost is this machine', async () => {
    const own = poster({ isLocalAllowed: true })
    const outcome = await own.post({ url: `http://localhost:${receiver.port}/local`, body: '{}' })
    expect(outcome).toEqual({ kind: 'answered', status: 204 })
  })
})

const bytesOf = (address: number) => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255)
const SPELLINGS: ((address: number) => string)[] = [
  (address) => bytesOf(address).join('.'),
  (address) => String(address),
  (address) => `0x${address.toString(16)}`,
  (address) => `0${address.toString(8)}`,
  (address) =>
    bytesOf(address)
      .map((byte) => `0x${byte.toString(16)}`)
      .join('.'),
  (address) =>
    bytesOf(address)
      .map((byte) => `0${byte.toString(8)}`)
      .join('.'),
  (address) => `${address >>> 24}.${address & 0xffffff}`,
  (address) => `[::ffff:${bytesOf(address).join('.')}]`,
  (address) => `[64:ff9b::${bytesOf(address).join('.')}]`,
  (address) => `[2002:${(address >>> 16).toString(16)}:${(address & 0xffff).toString(16)}::1]`,
]

function poster(options: Partial<PosterOptions> = {}) {
  const own = openPoster({ isLocalAllowed: false, clock: () => new Date(), ...options })
  closing.push(own.close)
  return own
}
