import { expect, test } from 'vitest'
import { recordOfPath } from './present-record.ts'

test.each([
  '/posts/7',
  '/one.example/posts/7',
  '/notification/7',
  '/one.example/notification/7',
  '/one.example/posts/7/',
  '/posts/7?cloud=trust.one.example',
  '/one.example/posts/7#update-3',
  '/one.example/%70osts/7',
])('%s shows record 7', (path) => {
  expect(recordOfPath(path)).toBe(7)
})

test.each([
  '/',
  '/one.example/incidents',
  '/posts',
  '/posts/x',
  '/posts/07',
  '/a/b/posts/7',
  '/posts/7/edit',
  '/%E0/posts/7x',
])('%s shows no record', (path) => {
  expect(recordOfPath(path)).toBeUndefined()
})
