import { expect, test } from 'vitest'
import { ROLES } from '../access.ts'
import { ROLE_WORDS } from './role-words.ts'

test.each(ROLES)('Z-05 the role %s has a name and says what it may do', (role) => {
  const { name, may } = ROLE_WORDS[role]
  expect(name).toMatch(/^[A-Z]/)
  expect(name).not.toContain('_')
  expect(may).toMatch(/^(do|edit|read) [^.]+$/)
})

test('Z-05 all roles have different words', () => {
  const roleWords = Object.values(ROLE_WORDS)
  expect(Object.keys(ROLE_WORDS).sort()).toEqual([...ROLES].sort())
  for (const field of ['name', 'may'] as const) {
    expect(new Set(roleWords.map((words) => words[field])).size).toBe(ROLES.length)
  }
})
