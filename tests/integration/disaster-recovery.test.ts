import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Edition } from '../../src/edition/edition.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const UNAVAILABLE = 'The service is temporarily unavailable.'
const CALLS = [
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
  '/user/logout?token=abc',
]

let edition: Edition
let site: TestApp

beforeAll(async () => {
  edition = await demoEdition()
  const holder = standingHolder(new Date())
  holder.hold(edition)
  site = await testApp({ holder, config: { isTrustDR: true } })
})

afterAll(() => site.app.close())

test.each(CALLS)('O-06 POST %s answers 503 with the text, whatever its body', async (url) => {
  for (const request of [
    {},
    { payload: { name: 'a', pass: 'b' } },
    { payload: '{broken', headers: { 'content-type': 'application/json' } },
    { payload: '<xml/>', headers: { 'content-type': 'application/xml' } },
    { payload: 'x'.repeat(200_000), headers: { 'content-type': 'application/json' } },
  ]) {
    const { statusCode, headers, json } = await site.app.inject({ method: 'POST', url, ...request })
    expect(statusCode).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(json()).toEqual({ message: UNAVAILABLE })
  }
})

test('O-06 no other spelling of a call gets past it', async () => {
  const { statusCode } = await site.app.inject({ method: 'POST', url: '/api/user/%6Cogin' })
  expect(statusCode).toBe(503)
})

test('O-06 reads work and say that this is the recovery site', async () => {
  expect((await site.app.inject('/api/global')).json()).toMatchObject({ isTrustDR: true })
  expect((await site.app.inject('/api/incident?cloud=northwall_net')).statusCode).toBe(200)
  expect((await site.app.inject('/healthz')).statusCode).toBe(200)
})

test.each(['/sign-in', '/sign-up', '/subscribe', '/user/password', '/user/7/edit', '/account-settings'])(
  'O-06 %s shows only that the service is unavailable',
  async (path) => {
    const { statusCode, body } = await site.app.inject(path)
    expect(statusCode).toBe(200)
    expect(textOf(/<main[^>]*>(.*)<\/main>/s.exec(body)?.[1])).toBe(UNAVAILABLE)
    expect(body).toContain('<meta name="robots" content="noindex">')
  },
)

test('O-06, N-06 every page shows the age of its content, and none links to sign-in or subscriptions', async () => {
  const published = edition.publishedAt.toISOString()
  for (const path of [
    '/northwall.net',
    '/northwall.net/cloud-status',
    '/thank-you',
    '/sign-in',
    '/nowhere',
  ]) {
    const { body } = await site.app.inject(path)
    const before = body.slice(body.indexOf('<div id="root">'), body.indexOf('<main'))
    expect(before, path).toContain(`dateTime="${published}"`)
    expect(textOf(before), path).toContain('Its content was published')
    // On these pages the cloud selector links to the same page, with `?cloud=`.
    expect(body, path).not.toMatch(/href="\/(sign-in|sign-up|subscribe)("|\?notice)/)
  }
})

function textOf(html: string | undefined) {
  return html?.replace(/<[^>]*>/g, '')
}
