import { expect, test } from 'vitest'
import { isOwnOrigin } from './own-origin.ts'

const SITE = 'https://trust.northwall.example'
const HOST = 'trust.northwall.example'

test.each([
  ['its own page', { origin: SITE, fetchSite: 'same-origin', host: HOST }],
  [
    'its own page behind a proxy that changes the host',
    { origin: SITE, fetchSite: undefined, host: 'web:3000' },
  ],
  [
    'its own page under another name',
    { origin: 'https://status.northwall.example', fetchSite: undefined, host: 'status.northwall.example' },
  ],
  ['its own page without a referrer', { origin: 'null', fetchSite: 'same-origin', host: HOST }],
  ['a program', { origin: undefined, fetchSite: undefined, host: HOST }],
])('accepts a request from %s', (_, sender) => {
  expect(isOwnOrigin(sender, SITE)).toBe(true)
})

test.each([
  ['another site', { origin: 'https://evil.example', fetchSite: 'cross-site', host: HOST }],
  [
    'a subdomain of ours',
    { origin: 'https://x.trust.northwall.example', fetchSite: 'same-site', host: HOST },
  ],
  ['the same name over plain http', { origin: `http://${HOST}`, fetchSite: undefined, host: HOST }],
  ['another port', { origin: 'https://trust.northwall.example:8443', fetchSite: undefined, host: HOST }],
  ['an opaque origin', { origin: 'null', fetchSite: 'cross-site', host: HOST }],
  ['an opaque origin in an older browser', { origin: 'null', fetchSite: undefined, host: HOST }],
  ['an empty origin', { origin: '', fetchSite: undefined, host: HOST }],
  ['a browser that hides its origin', { origin: undefined, fetchSite: 'cross-site', host: HOST }],
  [
    'a site whose name starts like ours',
    { origin: 'https://trust.northwall.example.evil.example', fetchSite: undefined, host: HOST },
  ],
])('refuses a request from %s', (_, sender) => {
  expect(isOwnOrigin(sender, SITE)).toBe(false)
})

test('a plain HTTP site may be reached by any of its names', () => {
  const sender = { origin: 'http://127.0.0.1:3000', fetchSite: undefined, host: '127.0.0.1:3000' }
  expect(isOwnOrigin(sender, 'http://localhost:3000')).toBe(true)
})
