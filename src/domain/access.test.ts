import { expect, test } from 'vitest'
import { isRole } from './access.ts'

test('unknown role names are rejected', () => {
  expect([isRole('administrator'), isRole('root'), isRole('')]).toEqual([true, false, false])
})
