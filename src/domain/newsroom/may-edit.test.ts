import { expect, test } from 'vitest'
import { isInsideLimit, mayEditAs, mayReadAs } from './may-edit.ts'

const LIMIT = { clouds: [1, 2], services: [10, 20] }
const incident = (clouds: number[], services: number[] = []) => ({
  kind: 'incident' as const,
  clouds,
  services,
})

test('a record needs every cloud that it touches', () => {
  expect(isInsideLimit(LIMIT, incident([1]))).toBe(true)
  expect(isInsideLimit(LIMIT, incident([1, 3]))).toBe(false)
  expect(isInsideLimit(LIMIT, incident([1], [30]))).toBe(false)
  expect(isInsideLimit(null, incident([1, 3], [30]))).toBe(true)
})

test('no cloud means all clouds for a notification, and an unfinished draft otherwise', () => {
  expect(isInsideLimit(LIMIT, incident([]))).toBe(true)
  expect(isInsideLimit(LIMIT, { kind: 'notification', clouds: [] })).toBe(false)
  expect(isInsideLimit(null, { kind: 'notification', clouds: [] })).toBe(true)
})

test('a limit narrows editing and reading of drafts, whatever the role', () => {
  const sort = { kind: 'incident' as const, notificationType: null, clouds: [3] }
  for (const role of ['administrator', 'customer_success_manager'] as const) {
    const person = { uid: 1, roles: [role], limit: LIMIT }
    expect([mayEditAs(person)(sort), mayReadAs(person)(sort)]).toEqual([false, false])
  }
})
