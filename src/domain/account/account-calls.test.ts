import { expect, test } from 'vitest'
import { isAccountCall } from './account-calls.ts'

test.each([
  '/api/user/before-login',
  '/api/user/login',
  '/api/user/details',
  '/api/user/register',
  '/api/validate-email',
  '/api/resend/verification',
  '/api/subscriptions',
  '/api/subscribe',
  '/api/user_notifications',
  '/api/notification_manage_subscription',
  '/user/logout',
  '/user/password',
  '/sign-out',
  '/unsubscribe',
  '/api/unsubscribe',
  '/api/unsubscribe/about',
])('O-06 POST %s is an account call', (path) => {
  expect(isAccountCall('POST', path)).toBe(true)
})

test.each([
  ['GET', '/sso/login'],
  ['GET', '/sso/callback'],
  ['POST', '/sso/login'],
  ['GET', '/demo-identity/interaction/x'],
  ['POST', '/demo-identity/token'],
])('O-06 %s %s is part of the employee login', (method, path) => {
  expect(isAccountCall(method, path)).toBe(true)
})

test.each([
  ['GET', '/api/user/7/settings'],
  ['GET', '/api/admin/dashboard'],
  ['DELETE', '/api/admin/templates/1'],
  ['GET', '/api/v1/me'],
  ['PATCH', '/api/v1/incidents/1'],
  ['GET', '/calendar/own/secret.ics'],
])('O-06 %s %s needs accounts, even for reading', (method, path) => {
  expect(isAccountCall(method, path)).toBe(true)
})

test.each([
  ['GET', '/sso'],
  ['GET', '/sign-in'],
  ['GET', '/unsubscribe'],
  ['HEAD', '/user/password'],
  ['POST', '/api/global'],
  ['POST', '/api/users'],
  ['POST', '/northwall.net'],
  ['GET', '/calendar/maintenance.ics'],
])('O-06 %s %s is not an account call', (method, path) => {
  expect(isAccountCall(method, path)).toBe(false)
})
