import { expect, test } from 'vitest'
import { isWorthPrefetching } from './is-worth-prefetching.ts'

const here = { origin: 'https://trust.example', pathname: '/one.example', search: '' }
const link = (pathname: string, other = {}) => ({ ...here, pathname, target: '', download: '', ...other })

test('a page of the site is worth prefetching', () => {
  expect(isWorthPrefetching(link('/one.example/faq'), { here, connection: undefined })).toBe(true)
  expect(isWorthPrefetching(link('/one.example', { search: '?page=2' }), { here, connection: {} })).toBe(true)
})

test.each([
  ['the current page', link('/one.example')],
  ['another site', link('/', { origin: 'https://other.example' })],
  ['a link that opens in a new tab', link('/one.example/faq', { target: '_blank' })],
  ['a file', link('/threats.csv', { download: 'threats.csv' })],
  ['signing out', link('/sign-out')],
  ['a page of an account', link('/account-settings')],
  ['a subscription', link('/subscribe')],
  ['the admin area', link('/admin/records')],
  ['a link from a mail', link('/user/verify')],
])('%s is not worth prefetching', (_what, to) => {
  expect(isWorthPrefetching(to, { here, connection: undefined })).toBe(false)
})

test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'nothing is worth prefetching over a connection with %o',
  (connection) => {
    expect(isWorthPrefetching(link('/one.example/faq'), { here, connection })).toBe(false)
  },
)
