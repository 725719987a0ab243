import { expect, test } from 'vitest'
import { screenAccess } from './screen-access.ts'

test('Z-05 a screen opens for whoever holds one of the capabilities that it takes', () => {
  expect(screenAccess('/admin/dashboard', ['customer_success_manager'])).toEqual({ kind: 'open' })
  expect(screenAccess('/admin/people/7', ['administrator'])).toEqual({ kind: 'open' })
  expect(screenAccess('/admin/records/7', ['customer_success_manager'])).toEqual({ kind: 'open' })
})

test('Z-05 a closed screen says which roles open it, and so do the paths below it', () => {
  expect(screenAccess('/admin/people/7', ['trust_admin'])).toEqual({
    kind: 'closed',
    name: 'People',
    roles: ['administrator'],
  })
  expect(screenAccess('/admin/series', ['legal_team'])).toEqual({
    kind: 'closed',
    name: 'Recurring maintenance',
    roles: ['administrator', 'blog_editor', 'trust_admin'],
  })
})

test('Z-05 whoever only reads opens records, and begins none', () => {
  expect(screenAccess('/admin/records/new', ['customer_success_manager']).kind).toBe('closed')
})

test('Z-05 a path that merely begins alike is another screen', () => {
  expect(screenAccess('/admin/peoples', ['legal_team'])).toEqual({ kind: 'open' })
})
