import { expect, test } from 'vitest'
import { isHostName, isHttpsAddress, isLink, isPagePath } from './addresses.ts'

test.each(['/faq', '/a?b=c#d', 'https://help.example/x'])('a link may lead to %s', (url) => {
  expect(isLink(url)).toBe(true)
})

test.each(['', 'faq', '//evil.example', '/\\evil', 'http://help.example', 'javascript:alert(1)', 'https:/x'])(
  'a link may not lead to %j',
  (url) => {
    expect(isLink(url)).toBe(false)
  },
)

test('a URL may not contain a password', () => {
  expect(isHttpsAddress('https://name:word@help.example')).toBe(false)
})

test.each([
  ['/', true],
  ['/faq', true],
  ['/news/2026.1', true],
  ['', false],
  ['/:cloud', false],
  ['/*', false],
  ['/faq/', false],
  ['//faq', false],
  ['/faq?x', false],
  ['/../x', false],
])('%j as the path of a page: %s', (path, isPath) => {
  expect(isPagePath(path)).toBe(isPath)
})

test.each([
  ['northwall.net', true],
  ['a.b-c.example', true],
  ['northwall', false],
  ['.net', false],
  ['a..b', false],
  ['-a.net', false],
  ['A.net', false],
  ['a.net/', false],
])('%j as the domain of a cloud: %s', (host, isHost) => {
  expect(isHostName(host)).toBe(isHost)
})
