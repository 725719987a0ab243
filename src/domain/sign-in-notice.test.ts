import { expect, test } from 'vitest'
import { signInAddress, signInNotice, signInNoticeText } from './sign-in-notice.ts'

test('U-12 who wants to subscribe is told why to sign in', () => {
  expect(signInNoticeText('subscribe', 'Northwall')).toBe(
    'Please sign in or sign up to receive email notifications from Northwall.',
  )
})

test('A-17 who wants to change settings is told why to sign in', () => {
  expect(signInNoticeText('settings', 'Northwall')).toBe('Please sign in or sign up to change user settings.')
})

test.each(['', 'notice=', 'notice=evil', 'notice=subscribe2'])(
  'the address "?%s" gives no notice',
  (query) => {
    expect(signInAddress(signInNotice(new URLSearchParams(query)))).toBe('/sign-in')
  },
)

test('the notice comes out of the address as it went in', () => {
  expect(signInNotice(new URL(signInAddress('settings'), 'http://site.invalid').searchParams)).toBe(
    'settings',
  )
})
