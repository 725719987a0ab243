import { expect, test } from 'vitest'
import { isOpenDuringMaintenance, retryAfterS } from './site-maintenance.ts'

test.each([
  '/healthz',
  '/readyz',
  '/sign-in',
  '/user/password',
  '/user/7/edit',
  '/user/logout',
  '/admin',
  '/admin/dashboard',
  '/api/user/login',
  '/api/user/before-login',
  '/api/validate-email',
  '/api/global',
  '/api/edition',
  '/sso/login',
  '/sso/callback',
  '/sign-out',
  '/unsubscribe',
  '/api/unsubscribe',
  '/api/unsubscribe/about',
  '/demo-identity/interaction/x',
  '/api/v1/alertmanager',
  '/follow/confirm',
  '/follow/manage',
  '/follow/refuse',
  '/api/follow/confirm',
  '/api/follow/refuse',
  '/api/follow/manage/about',
  '/api/bounces/ses',
  '/images/a-648x108.png',
])('O-02 %s stays open during maintenance', (path) => {
  expect(isOpenDuringMaintenance(path)).toBe(true)
})

test.each([
  '/',
  '/northwall.net',
  '/northwall.net/incidents',
  '/administration',
  '/northwall.net/admin',
  '/sign-in/more',
  '/sign-up',
  '/subscribe',
  '/api',
  '/api/globals',
  '/api/incident',
  '/api/subscribe',
  '/api/user_notifications',
  '/ssoo',
  '/demo-identity-page',
  '/api/openapi.json',
  '/rss-feed/incidents',
  '/sitemap.xml',
  '/follow',
  '/api/follow',
  '/api/follow/posts',
])('O-02 %s is closed during maintenance', (path) => {
  expect(isOpenDuringMaintenance(path)).toBe(false)
})

test('O-02 readers retry at the end, or in a few minutes if it is unknown or past', () => {
  const now = new Date('2026-11-15T10:00:00.500Z')
  expect(retryAfterS(new Date('2026-11-15T11:00:00.000Z'), now)).toBe(3600)
  expect(retryAfterS(new Date('2026-11-15T10:00:00.600Z'), now)).toBe(1)
  expect(retryAfterS(null, now)).toBe(300)
  expect(retryAfterS(new Date('2026-11-15T10:00:00.500Z'), now)).toBe(300)
  expect(retryAfterS(new Date('2026-11-15T09:00:00.000Z'), now)).toBe(300)
})
