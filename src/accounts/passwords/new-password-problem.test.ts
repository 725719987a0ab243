import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { COMMON_PASSWORDS_FILE, commonPasswords } from '../../../scripts/common-passwords.ts'
import { PASSWORD_TOO_WEAK } from '../../domain/texts.ts'
import { newPasswordProblem, PASSWORD_TOO_COMMON } from './new-password-problem.ts'

test('A-07 the password rule is checked first', () => {
  expect(newPasswordProblem('password')).toBe(PASSWORD_TOO_WEAK)
  expect(newPasswordProblem('Fog9 over Lisbon')).toBeUndefined()
})

test.each(['Password1', 'PASSWORD1', 'Qwerty123', 'Ｐａｓｓｗｏｒｄ１'])(
  '%s is refused as too common, in any case and width',
  (password) => {
    expect(newPasswordProblem(password)).toBe(PASSWORD_TOO_COMMON)
  },
)

test('the list is the 3,000 most common passwords in order, as its script writes it', async () => {
  const kept = await readFile(COMMON_PASSWORDS_FILE, 'utf8')
  expect(kept).toBe(commonPasswords())
  const lines = kept.trimEnd().split('\n')
  expect(new Set(lines).size).toBe(3_000)
  expect(lines.slice(0, 3)).toEqual(['123456', 'password', '12345678'])
})
