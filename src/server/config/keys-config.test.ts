import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const KEY = randomBytes(32)
const OTHER = randomBytes(32)

function keysOf(env: Record<string, string>) {
  const read = readConfig(env)
  return read.kind === 'read' ? read.config.secretsKeys : read.line
}

test.each(['base64', 'base64url', 'hex'] as const)('a key may be in %s', (encoding) => {
  expect(keysOf({ SECRETS_KEY: ` ${KEY.toString(encoding)}\n` })).toEqual([KEY])
})

test('there are no keys by default, and old keys follow the current one', () => {
  expect(keysOf({})).toEqual([])
  const old = `${OTHER.toString('hex')}, ${KEY.toString('base64')}`
  expect(keysOf({ SECRETS_KEY: KEY.toString('base64'), SECRETS_KEY_OLD: old })).toEqual([KEY, OTHER, KEY])
})

const WRONG = 'must be 32 bytes in base64 or hex: "openssl rand -base64 32" makes such a key.'

test.each([
  ['too short', randomBytes(31).toString('base64')],
  ['too long', randomBytes(33).toString('base64')],
  ['half of a hex key', KEY.toString('hex').slice(1)],
  ['a password', 'correct horse battery staple'],
  ['a key with extra text', `${KEY.toString('base64')} #old`],
])('%s is refused in one line that does not repeat it', (_, value) => {
  expect(keysOf({ SECRETS_KEY: value })).toBe(`SECRETS_KEY ${WRONG}`)
  expect(keysOf({ SECRETS_KEY: KEY.toString('hex'), SECRETS_KEY_OLD: value })).toBe(
    `SECRETS_KEY_OLD ${WRONG}`,
  )
})

test('an old key requires a current one', () => {
  expect(keysOf({ SECRETS_KEY_OLD: KEY.toString('hex') })).toBe(
    'SECRETS_KEY_OLD needs SECRETS_KEY: the key that replaces it.',
  )
})

function signingKeyOf(env: Record<string, string>) {
  const read = readConfig(env)
  return read.kind === 'wrong' ? read.line : read.config.signingKey
}

test('CSAF: advisories are signed with CSAF_SIGNING_KEY if it is set', () => {
  expect(signingKeyOf({})).toBeUndefined()
  expect(signingKeyOf({ CSAF_SIGNING_KEY: 'keys/a.asc' })).toEqual({
    file: resolve('keys/a.asc'),
    passphrase: undefined,
  })
  expect(signingKeyOf({ CSAF_SIGNING_KEY: '/a.asc', CSAF_SIGNING_PASSPHRASE: 'x y' })).toEqual({
    file: '/a.asc',
    passphrase: 'x y',
  })
})

test('CSAF: a passphrase without a key is refused and not shown', () => {
  const line = signingKeyOf({ CSAF_SIGNING_PASSPHRASE: 'secret' })
  expect(line).toBe('CSAF_SIGNING_PASSPHRASE needs CSAF_SIGNING_KEY: the file with the key that it opens.')
})
