import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeVault, OPEN_VAULT, type SealedPlace } from './vault.ts'

const KEY = randomBytes(32)
const OTHER_KEY = randomBytes(32)
const PLACE: SealedPlace = { table: 'channels', column: 'address', row: 7 }
const ADDRESS = 'https://hooks.slack.com/services/T0/B0/grün'

test('a sealed value opens again and never looks the same twice', () => {
  const vault = makeVault([KEY])
  const sealed = vault.seal(ADDRESS, PLACE)
  expect(sealed).toMatch(/^sealed:1:[0-9a-f]{8}:[\w-]+$/)
  expect(sealed).not.toContain('slack')
  expect(vault.open(sealed, PLACE)).toBe(ADDRESS)
  expect(vault.seal(ADDRESS, PLACE)).not.toBe(sealed)
})

test('without a key values stay plain, and with a key plain values can still be read', () => {
  expect(OPEN_VAULT.seal(ADDRESS, PLACE)).toBe(ADDRESS)
  expect(makeVault([KEY]).open(ADDRESS, PLACE)).toBe(ADDRESS)
})

test.each([
  'sealed:',
  'sealed: by hand',
  'sealed:1:abc',
  'sealed:1:0123abcd:not base64!',
  'sealed:1:0123abcd:x\n',
])('%j is not sealed and stays as it is', (value) => {
  for (const vault of [OPEN_VAULT, makeVault([KEY])]) expect(vault.open(value, PLACE)).toBe(value)
  const vault = makeVault([KEY])
  expect(vault.open(vault.seal(value, PLACE), PLACE)).toBe(value)
})

test('a value does not open without its key', () => {
  const sealed = makeVault([KEY]).seal(ADDRESS, PLACE)
  expect(OPEN_VAULT.open(sealed, PLACE)).toBeUndefined()
  expect(makeVault([OTHER_KEY]).open(sealed, PLACE)).toBeUndefined()
})

test('an older key opens, and the first key seals', () => {
  const before = makeVault([OTHER_KEY])
  const vault = makeVault([KEY, OTHER_KEY])
  expect(vault.open(before.seal(ADDRESS, PLACE), PLACE)).toBe(ADDRESS)
  expect(vault.older).toEqual([before.newest])
  expect(makeVault([KEY]).open(vault.seal(ADDRESS, PLACE), PLACE)).toBe(ADDRESS)
})

test.each([
  ['another row', { ...PLACE, row: 8 }],
  ['another column', { ...PLACE, column: 'secret' }],
  ['another table', { ...PLACE, table: 'users' }],
])('a value copied to %s does not open', (_, place) => {
  const vault = makeVault([KEY])
  expect(vault.open(vault.seal(ADDRESS, PLACE), place)).toBeUndefined()
})

test('a changed or truncated value does not open', () => {
  const vault = makeVault([KEY])
  const sealed = vault.seal(ADDRESS, PLACE)
  const at = (vault.newest?.length ?? 0) + 20
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  expect(vault.open(changed, PLACE)).toBeUndefined()
  for (let length = vault.newest?.length ?? 0; length < sealed.length; length += 7)
    expect(vault.open(sealed.slice(0, length), PLACE)).toBeUndefined()
})
