import { describe, expect, test } from 'vitest'
import { safeRedirect, sitePath } from './site-path.ts'

describe('a path on this site', () => {
  test.each([
    '/',
    '/one.example/incidents',
    '/a?b=c&d=e#f',
    '/a//b',
    '/%2F%2Fhost',
    '/a?next=https://b.example',
  ])('%j is one and stays unchanged', (path) => {
    expect(sitePath(path)).toBe(path)
  })
  test.each([
    '',
    'a',
    '//host',
    '///host',
    '/\\host',
    '\\\\host',
    '/a\\b',
    '/\t/host',
    '/\n/host',
    '/a\u0000',
    'https://host/',
    'javascript:alert(1)',
    ' /a',
    null,
    undefined,
  ])('%j is not one', (value) => {
    expect(sitePath(value)).toBeUndefined()
  })
  test('dots cannot lead out of it', () => {
    expect(sitePath('/a/../../b')).toBe('/b')
  })
  test('dots cannot turn it into another host', () => {
    expect(sitePath('/.//host')).toBeUndefined()
    expect(sitePath('/a/..//host')).toBeUndefined()
  })
})

describe('G-11 a redirect of a record', () => {
  const hosts = ['status.example', 'help.example:8443']
  test.each([
    ['/one.example/posts/1', '/one.example/posts/1'],
    ['https://status.example/a', 'https://status.example/a'],
    ['https://help.example:8443/', 'https://help.example:8443/'],
    ['https://STATUS.example', 'https://status.example/'],
  ])('%s is followed', (value, target) => {
    expect(safeRedirect(value, hosts)).toBe(target)
  })
  test.each([
    'https://other.example/',
    'http://status.example/',
    'https://status.example.evil.example/',
    'https://status.example@evil.example/',
    'https://help.example/',
    '//status.example/',
    'javascript:alert(1)',
    'not a url',
    '',
  ])('%j is not followed', (value) => {
    expect(safeRedirect(value, hosts)).toBeUndefined()
  })
})
