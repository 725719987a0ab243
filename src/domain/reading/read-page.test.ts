import { expect, test } from 'vitest'
import { pageOfApi, pageOfPath } from './read-page.ts'

test.each([
  ['/northwall.net', 'home'],
  ['/northwall.net/', 'home'],
  ['/northwall.net/cloud-status?week=1', 'cloud_status'],
  ['/northwall.net/incidents?page=2', 'incidents'],
  ['/northwall.net/security-advisories', 'advisories'],
  ['/northwall.net/sub-processor-notification', 'notifications'],
  ['/northwall.net/posts/12?from=mail', 'record'],
  ['/notification/77', 'record'],
  ['/northwall.net/threat-map', 'threats'],
  ['/user/12/edit', 'account'],
  ['/sign-in?origin=%2Fsubscribe', 'account'],
  ['/cookie-policy', 'other'],
  ['/northwall.net/something/else', 'other'],
] as const)('Z-06 %s counts as %s', (url, page) => {
  expect(pageOfPath(url)).toBe(page)
})

test('Z-06 a request from our own pages counts as the page it loads', () => {
  expect(pageOfApi('/api/posts/12?cloud=northwall_net', true)).toBe('record')
  expect(pageOfApi('/api/incident?cloud=northwall_net', true)).toBe('incidents')
  // Parts of pages that are already counted.
  for (const part of ['/api/global', '/api/calendar?type=x', '/api/verdict?cloud=x']) {
    expect(pageOfApi(part, true)).toBeUndefined()
  }
})

test('Z-06 requests from programs count as the API, except checks for news', () => {
  expect(pageOfApi('/api/posts/12', false)).toBe('api')
  expect(pageOfApi('/api/global', false)).toBe('api')
  expect(pageOfApi('/api/edition', false)).toBeUndefined()
})
