import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeVault, OPEN_VAULT } from '../../db/at-rest/vault.ts'
import { base32, fromBase32, newAppSecret, openAppSecret, sealAppSecret } from './app-secret.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { stepOfCode, timeStep, totpCode } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

describe('RFC 6238, appendix B', () => {
  const secrets = {
    sha1: SECRET,
    sha256: Buffer.from('12345678901234567890123456789012'),
    sha512: Buffer.from('1234567890123456789012345678901234567890123456789012345678901234'),
  }
  test.each([
    [59, '94287082', '46119246', '90693936'],
    [1_111_111_109, '07081804', '68084774', '25091201'],
    [1_111_111_111, '14050471', '67062674', '99943326'],
    [1_234_567_890, '89005924', '91819424', '93441116'],
    [2_000_000_000, '69279037', '90698825', '38618901'],
    [20_000_000_000, '65353130', '77737706', '47863826'],
  ])('at %i s', (seconds, sha1, sha256, sha512) => {
    const step = timeStep(new Date(seconds * 1000))
    for (const [algorithm, code] of Object.entries({ sha1, sha256, sha512 }))
      expect(totpCode(secrets[algorithm as keyof typeof secrets], step, { algorithm, digits: 8 })).toBe(code)
    // Six digits are the last six of eight.
    expect(totpCode(SECRET, step)).toBe(sha1.slice(2))
  })
})

describe('the step of a code', () => {
  const now = new Date('2026-11-17T00:00:10Z')
  const present = timeStep(now)

  test.each([-1, 0, 1])('is found %i steps from now', (away) => {
    expect(stepOfCode(SECRET, totpCode(SECRET, present + away), now)).toBe(present + away)
  })

  test.each([-2, 2])('is not found at %i steps from now', (away) => {
    expect(stepOfCode(SECRET, totpCode(SECRET, present + away), now)).toBeUndefined()
  })

  test('is not found for other input', () => {
    for (const code of ['', '0', '1234567', 'abcdef', '１２３４５６', '-00001'])
      expect(stepOfCode(SECRET, code, now)).toBeUndefined()
  })
})

test('secrets follow RFC 4648 and can be read back', () => {
  const words = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar']
  expect(words.map((word) => base32(Buffer.from(word)))).toEqual([
    '',
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ])
  const secret = newAppSecret()
  expect(secret).toHaveLength(20)
  expect(fromBase32(base32(secret))).toEqual(secret)
})

test('a secret is sealed for one account, or for the session that adds it', () => {
  const vault = makeVault([randomBytes(32)])
  const secret = newAppSecret()
  const sealed = sealAppSecret(vault, secret, { userId: 7 })
  expect(sealed).not.toContain(base32(secret))
  expect(openAppSecret(vault, sealed, { userId: 7 })).toEqual(secret)
  expect(openAppSecret(vault, sealed, { userId: 8 })).toBeUndefined()
  expect(openAppSecret(vault, sealed, { setupIn: 7 })).toBeUndefined()
  expect(openAppSecret(OPEN_VAULT, sealed, { userId: 7 })).toBeUndefined()
  expect(sealAppSecret(OPEN_VAULT, secret, { userId: 7 })).toBe(base32(secret))
})

test('there are ten different recovery codes, readable however they are typed', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
    const hash = recoveryCodeHash(code)
    expect(recoveryCodeHash(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toEqual(hash)
    expect(recoveryCodeHash(code.replaceAll('-', ''))).toEqual(hash)
  }
})

test.each(['', '123456', 'abcd-efgh', 'abcd-efgh-ijkl-mno1', 'abcd-efgh-ijkl-mnop-q'])(
  '"%s" is not a recovery code',
  (typed) => {
    expect(recoveryCodeHash(typed)).toBeUndefined()
  },
)
