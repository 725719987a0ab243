import { expect, test } from 'vitest'
import { kindOf } from './kind-of.ts'

test.each([
  ['/northwall.net/incidents?page=2', 'page'],
  ['/sign-in', 'page'],
  ['/api/global', 'read'],
  ['/rss-feed', 'rss'],
  ['/rss-feed/incidents?cloud=a&format=atom', 'atom'],
  ['/rss-feed/incidents?_format=json', 'jsonfeed'],
  ['/threats.csv?category=malware', 'csv'],
  ['/sitemap.xml', 'file'],
  ['/favicon.ico', 'file'],
])('%s is a %s', (address, kind) => expect(kindOf(address)).toBe(kind))

test.each([
  '/',
  '/posts/12',
  '/northwall.net/',
  '/admin/dashboard',
  '/sso/login',
  '/assets/x.js',
  '/api/docs',
])('%s is not crawled', (address) => expect(kindOf(address)).toBeUndefined())
