import { expect, test } from 'vitest'
import { can, isRole, ROLES } from './access.ts'

test.each(ROLES)('L-09 %s reads internal fields', (role) => {
  expect(can([role], 'read-internal-fields')).toBe(true)
})

test('L-09 a user without a role does not read internal fields', () => {
  expect(can([], 'read-internal-fields')).toBe(false)
})

test('unknown role names are rejected', () => {
  expect([isRole('administrator'), isRole('root'), isRole('')]).toEqual([true, false, false])
})
