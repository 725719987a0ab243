import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { adminPolicy, securityHeaders } from './security-headers.ts'

const inlineScripts = ['document.title = "a"', 'document.title = "b"']

function policyOf(headers: Record<string, string>) {
  const directives = (headers['content-security-policy'] ?? '').split('; ')
  return new Map(directives.map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]))
}

test('only our own scripts run, and inline ones only by their hash', () => {
  const policy = policyOf(securityHeaders({ isHttps: false, inlineScripts }))
  const hashes = inlineScripts.map((script) => createHash('sha256').update(script).digest('base64'))
  expect(policy.get('script-src')).toEqual(["'self'", ...hashes.map((hash) => `'sha256-${hash}'`)])
})

test('nothing is allowed by default, and nothing unsafe at all', () => {
  for (const isHttps of [false, true]) {
    const headers = securityHeaders({ isHttps, inlineScripts })
    expect(policyOf(headers).get('default-src')).toEqual(["'none'"])
    for (const closed of ['object-src', 'base-uri', 'frame-ancestors']) {
      expect(policyOf(headers).get(closed)).toEqual(["'none'"])
    }
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
  }
})

test("types are not sniffed, and the site can't be framed", () => {
  expect(securityHeaders({ isHttps: false, inlineScripts })).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
})

test('only an HTTPS site asks browsers to stay on HTTPS', () => {
  const plain = securityHeaders({ isHttps: false, inlineScripts })
  expect(plain).not.toHaveProperty('strict-transport-security')
  expect(policyOf(plain).has('upgrade-insecure-requests')).toBe(false)

  const secure = securityHeaders({ isHttps: true, inlineScripts })
  expect(secure['strict-transport-security']).toMatch(/^max-age=(3153[6-9]|[4-9]\d{4})\d{3}/)
  expect(policyOf(secure).has('upgrade-insecure-requests')).toBe(true)
})

test('only our own policies turn strings into markup or scripts, and the admin area has more of them', () => {
  const options = { isHttps: true, inlineScripts }
  const open = policyOf(securityHeaders(options))
  expect(open.get('require-trusted-types-for')).toEqual(["'script'"])
  expect(open.get('trusted-types')).toEqual(['candor'])
  const admin = policyOf({ 'content-security-policy': adminPolicy(options) })
  expect(admin.get('trusted-types')).toEqual(['candor', 'candor-inert', 'ProseMirrorClipboard'])
  expect([...admin].filter(([name]) => name !== 'trusted-types')).toEqual(
    [...open].filter(([name]) => name !== 'trusted-types'),
  )
})

test('browsers send reports only to a site with a server', () => {
  const options = { isHttps: true, inlineScripts, reportsTo: '/api/csp-reports' }
  const headers = securityHeaders(options)
  expect(headers['reporting-endpoints']).toBe('csp="/api/csp-reports"')
  expect(policyOf(headers).get('report-to')).toEqual(['csp'])
  expect(policyOf(headers).get('report-uri')).toEqual(['/api/csp-reports'])
  expect(adminPolicy(options)).toContain('report-to csp; report-uri /api/csp-reports')

  const exported = securityHeaders({ isHttps: true, inlineScripts })
  expect(exported).not.toHaveProperty('reporting-endpoints')
  expect(exported['content-security-policy']).not.toContain('report-')
})
