import { expect, test } from 'vitest'
import { screenAccess } from './screen-access.ts'

test('Z-05 any of the required capabilities opens a screen', () => {
  expect(screenAccess('/admin/dashboard', ['customer_success_manager'])).toEqual({ kind: 'open' })
  expect(screenAccess('/admin/people/7', ['administrator'])).toEqual({ kind: 'open' })
  expect(screenAccess('/admin/records/7', ['customer_success_manager'])).toEqual({ kind: 'open' })
})

test('Z-05 a closed screen and the paths below it name the roles that open it', () => {
  expect(screenAccess('/admin/people/7', ['trust_admin'])).toEqual({
    kind: 'closed',
    name: 'People',
    roles: ['administrator'],
  })
  expect(screenAccess('/admin/series', ['legal_team'])).toEqual({
    kind: 'closed',
    name: 'Recurring maintenance',
    roles: ['administrator', 'blog_editor', 'customer_success_manager', 'trust_admin'],
  })
})

test('Z-05 read-only roles can open records but not create them', () => {
  expect(screenAccess('/admin/records/new', ['customer_success_manager']).kind).toBe('closed')
})

test('Z-05 a path with the same prefix is a different screen', () => {
  expect(screenAccess('/admin/peoples', ['legal_team'])).toEqual({ kind: 'open' })
})
