import { expect, test } from 'vitest'
import { markupInRouter } from '../../../tests/support/in-router.tsx'
import type { PageContext } from '../page.ts'
import { signInPage } from './sign-in-page.tsx'

const GLOBAL = {
  sso: { url: '/sso/login' },
  isGov: false,
  isTrustDR: false,
  provider: { name: 'Northwall', staff_domains: [] },
}

function shown(
  changes: Partial<Pick<PageContext, 'posted'>> & { sso?: null; query?: string; isGov?: boolean } = {},
) {
  const { sso, query, isGov = false, ...context } = changes
  const global = { ...GLOBAL, isGov, ...(sso === null && { sso }) }
  const given = { global, query: new URLSearchParams(query), path: '/sign-in', ...context }
  return markupInRouter(<signInPage.Content data={null} context={given as unknown as PageContext} />)
}

test('A-01 the employee login is only shown if set up', () => {
  expect(shown()).toContain('<a href="/sso/login">Employee login</a>')
  expect(shown({ sso: null })).not.toContain('Employee login')
})

test('A-01 browsers and password managers know what each field is', () => {
  const html = shown()
  const field = (name: string) => html.match(new RegExp(`<input [^>]*name="${name}"[^>]*>`))?.[0]
  for (const part of [
    'type="text"',
    'autoComplete="username"',
    'autoCapitalize="none"',
    'spellCheck="false"',
  ])
    expect(field('name')).toContain(part)
  for (const part of ['type="password"', 'autoComplete="current-password"'])
    expect(field('pass')).toContain(part)
})

test('A-01 every way to go on is offered, and keeps where the user came from', () => {
  const html = shown({ query: 'origin=%2Fnorthwall.net%2Ffaq%3Fsearch%3Dlog' })
  const origin = '?origin=%2Fnorthwall.net%2Ffaq%3Fsearch%3Dlog'
  for (const href of ['/user/password', `/sso/login${origin}`, `/sign-up${origin}`])
    expect(html).toContain(`href="${href}"`)
})

test('A-01 on a government site the employee login is named so', () => {
  expect(shown({ isGov: true })).toContain('>FedRAMP Employee login</a>')
})

test('A-05 submitted values are shown as text, never as HTML', () => {
  const html = shown({
    posted: {
      status: 422,
      message: '',
      errors: { name: '<img src=x onerror=alert(1)>No' },
      values: { name: '"><script>alert(1)</script>' },
    },
  })
  expect(html).not.toMatch(/<img|<script/)
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;')
})

test('G-19 an origin on another site is dropped', () => {
  const html = shown({ query: 'origin=https%3A%2F%2Fevil.example%2F' })
  expect(html).not.toContain('evil.example')
  expect(html).toContain('href="/sign-up"')
})
