import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

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
