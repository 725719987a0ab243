import { expect, test } from 'vitest'
import {
  originOf,
  type SignInAsked,
  signInAddress,
  signInAsked,
  signInNoticeText,
} from './sign-in-address.ts'

test('U-12 users who want to subscribe see why to sign in', () => {
  expect(signInNoticeText('subscribe', 'Northwall')).toBe(
    'Please sign in or sign up to receive email notifications from Northwall.',
  )
})

test('A-17 users who want to change settings see why to sign in', () => {
  expect(signInNoticeText('settings', 'Northwall')).toBe('Please sign in or sign up to change user settings.')
})

test.each(['', 'notice=', 'notice=evil', 'notice=subscribe2', 'problem=x', 'origin='])(
  'the address "?%s" adds nothing',
  (query) => {
    expect(signInAddress(signInAsked(new URLSearchParams(query)))).toBe('/sign-in')
  },
)

test('G-19 the address can be read back, with query and hash', () => {
  const asked: SignInAsked = {
    notice: 'settings',
    problem: 'sign-on-failed',
    origin: '/northwall.net/incidents?page=2&status=3#post-7',
  }
  expect(signInAsked(new URL(signInAddress(asked), 'http://site.invalid').searchParams)).toEqual(asked)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/x',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/.//evil.example',
  '/sign-in?origin=/x',
  '/sign-up',
  '/sign-out',
  '/sso/callback?code=1',
  `/${'x'.repeat(1_001)}`,
])('G-19 the origin %s is dropped', (origin) => {
  expect(originOf(new URLSearchParams({ origin }))).toBeUndefined()
})
