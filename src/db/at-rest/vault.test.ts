import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeVault, OPEN_VAULT, type SealedPlace } from './vault.ts'

const KEY = randomBytes(32)
const OTHER_KEY = randomBytes(32)
const PLACE: SealedPlace = { table: 'channels', column: 'address', row: 7 }
const ADDRESS = 'https://hooks.slack.com/services/T0/B0/grün'

test('what is sealed opens again, and never looks the same twice', () => {
  const vault = makeVault([KEY])
  const sealed = vault.seal(ADDRESS, PLACE)
  expect(sealed).toMatch(/^sealed:1:[0-9a-f]{8}:[\w-]+$/)
  expect(sealed).not.toContain('slack')
  expect(vault.open(sealed, PLACE)).toBe(ADDRESS)
  expect(vault.seal(ADDRESS, PLACE)).not.toBe(sealed)
})

test('without a key values stay in clear, and with one values in clear are still read', () => {
  expect(OPEN_VAULT.seal(ADDRESS, PLACE)).toBe(ADDRESS)
  expect(makeVault([KEY]).open(ADDRESS, PLACE)).toBe(ADDRESS)
})

test('nothing opens without its key', () => {
  const sealed = makeVault([KEY]).seal(ADDRESS, PLACE)
  expect(OPEN_VAULT.open(sealed, PLACE)).toBeUndefined()
  expect(makeVault([OTHER_KEY]).open(sealed, PLACE)).toBeUndefined()
})

test('a key of before opens, and the first one seals', () => {
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
])('a value that was copied to %s does not open', (_, place) => {
  const vault = makeVault([KEY])
  expect(vault.open(vault.seal(ADDRESS, PLACE), place)).toBeUndefined()
})

test('a value that was changed or cut off does not open', () => {
  const vault = makeVault([KEY])
  const sealed = vault.seal(ADDRESS, PLACE)
  const at = (vault.newest?.length ?? 0) + 20
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  expect(vault.open(changed, PLACE)).toBeUndefined()
  for (let length = 'sealed:'.length; length < sealed.length; length += 7)
    expect(vault.open(sealed.slice(0, length), PLACE)).toBeUndefined()
})
