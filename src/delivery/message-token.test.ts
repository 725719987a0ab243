import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MessageClaim, readMessageToken, signMessageToken } from './message-token.ts'

const KEY = Buffer.alloc(32, 7)
const CLAIM = { channelId: 7_000_000_001, publicationId: 43 }

const signUnsubscribe = (key: Buffer, claim: MessageClaim) => signMessageToken(key, 'unsubscribe', claim)
const readUnsubscribe = (key: Buffer, token: string) => readMessageToken(key, 'unsubscribe', token)

describe('U-10 the token of an unsubscribe link', () => {
  test('names the channel and the publication', () => {
    const id = fc.integer({ min: 1, max: 2 ** 48 - 1 })
    fc.assert(
      fc.property(id, id, (channelId, publicationId) => {
        const claim = { channelId, publicationId }
        expect(readUnsubscribe(KEY, signUnsubscribe(KEY, claim))).toEqual(claim)
      }),
    )
  })

  test('is always the same, short, and needs no escaping in a URL', () => {
    const token = signUnsubscribe(KEY, CLAIM)
    expect(signUnsubscribe(KEY, CLAIM)).toBe(token)
    expect(token).toMatch(/^[\w-]{39}$/)
  })

  test('from another site is rejected', () => {
    expect(readUnsubscribe(Buffer.alloc(32, 8), signUnsubscribe(KEY, CLAIM))).toBeUndefined()
  })

  test('does not sign in, and the one that does doesn’t unsubscribe', () => {
    expect(readMessageToken(KEY, 'manage', signUnsubscribe(KEY, CLAIM))).toBeUndefined()
    const manages = signMessageToken(KEY, 'manage', CLAIM)
    expect(readUnsubscribe(KEY, manages)).toBeUndefined()
    expect(readMessageToken(KEY, 'manage', manages)).toEqual(CLAIM)
  })

  test('is rejected with any character changed', () => {
    const token = signUnsubscribe(KEY, CLAIM)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (let at = 0; at < token.length; at += 1) {
      for (const other of alphabet) {
        const changed = token.slice(0, at) + other + token.slice(at + 1)
        if (changed !== token) expect(readUnsubscribe(KEY, changed), changed).toBeUndefined()
      }
    }
  })

  test.each([
    ['an empty text', ''],
    ['a short text', 'AQAAAA'],
    ['padding', `${signUnsubscribe(KEY, CLAIM)}=`],
    [
      'a space inside',
      `${signUnsubscribe(KEY, CLAIM).slice(0, 20)} ${signUnsubscribe(KEY, CLAIM).slice(20)}`,
    ],
    ['the other base64 alphabet', signUnsubscribe(KEY, CLAIM).replace(/.$/, '+')],
    ['another text of the right length', 'é'.repeat(39)],
  ])('%s is rejected', (_, token) => {
    expect(readUnsubscribe(KEY, token)).toBeUndefined()
  })
})
