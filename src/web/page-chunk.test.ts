import { expect, test } from 'vitest'
import { pageTitle } from './page-chunk.ts'

const provider = { name: 'Northwall' }

test('a title names the page, its cloud and the site', () => {
  expect(pageTitle('Incidents', { provider, cloud: { title: 'one.example' } })).toBe(
    'Incidents · one.example · Northwall Trust',
  )
})

test('a page of no cloud names none', () => {
  expect(pageTitle('Sign In', { provider })).toBe('Sign In · Northwall Trust')
})

test('the home of a cloud, titled like the cloud, says it once', () => {
  expect(pageTitle('one.example', { provider, cloud: { title: 'one.example' } })).toBe(
    'one.example · Northwall Trust',
  )
})
