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

function shown(changes: Partial<Pick<PageContext, 'posted'>> & { sso?: null; query?: string } = {}) {
  const { sso, query, ...context } = changes
  const global = sso === null ? { ...GLOBAL, sso } : GLOBAL
  const given = { global, query: new URLSearchParams(query), path: '/sign-in', ...context }
  return markupInRouter(<signInPage.Content data={null} context={given as unknown as PageContext} />)
}

test('A-01 the employee login is only shown if set up', () => {
  expect(shown()).toContain('<a href="/sso/login">Employee login</a>')
  expect(shown({ sso: null })).not.toContain('Employee login')
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
