import { expect, test } from 'vitest'
import { escapeAttribute } from '../../domain/escape-html.ts'
import { type DocumentParts, INLINE_SCRIPTS, renderDocument } from './document.ts'

const CONFIG = {
  publicUrl: 'https://trust.northwall.example',
  isTrustDR: false,
  oidc: undefined,
  hasDemo: true,
  isDemoOpen: false,
}

function render(parts: Partial<DocumentParts>) {
  return renderDocument({
    meta: { title: 'Cloud Status', description: 'How it is' },
    siteName: 'Northwall Trust',
    config: CONFIG,
    html: '<main>Hello</main>',
    tags: { styles: [], fonts: [], preloads: [], scripts: [] },
    ...parts,
  })
}

function hydrationOf(document: string) {
  return /<script type="application\/json" id="candor-data">(.*?)<\/script>/s.exec(document)?.[1]
}

test.each([
  ['with DEMO=1', { isDemoOpen: true }, true],
  ['only this machine may sign in', {}, false],
  ['without demo sign-in', { isDemoOpen: true, isTrustDR: true }, false],
])('A-19 whether pages warn that anyone can sign in as staff: %s', (_, config, isSaid) => {
  const document = render({ config: { ...CONFIG, ...config } })
  expect(document.includes('>Demo: anyone can sign in as staff<')).toBe(isSaid)
})

test('escapes quotes and tags in a title', () => {
  const hostile = '"><script>alert(1)</script>'
  const document = render({ meta: { title: hostile, description: hostile }, siteName: hostile })
  expect(document).not.toContain(hostile)
  expect(document).not.toContain('<script>alert')
  const escaped = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;'
  expect(document).toContain(`<title>${escaped}</title>`)
  expect(document).toContain(`<meta property="og:title" content="${escaped}">`)
})

test("text in the hydration data can't end its script element, and the browser reads it back whole", () => {
  const hydration = {
    body: '</script><script>alert(1)</script><!--<script',
    line: 'a\u2028b\u2029c',
    n: null,
  }
  const document = render({ hydration })
  const text = hydrationOf(document) ?? ''
  expect(text).not.toMatch(/[<\u2028\u2029]/)
  expect(JSON.parse(text)).toEqual(hydration)
  expect(document.match(/<script/g)).toHaveLength(2)
})

test('a page without hydration data has no such element', () => {
  expect(hydrationOf(render({}))).toBeUndefined()
})

test('the security headers allow exactly the inline script', () => {
  const inline = [...render({ hydration: {} }).matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script]) => script,
  )
  expect(inline).toEqual(INLINE_SCRIPTS)
})

test('only a page with its own URL has a canonical URL', () => {
  const url = 'https://trust.northwall.example/alpha.example?page=2&category=1'
  expect(render({ canonicalUrl: url })).toContain(`<link rel="canonical" href="${escapeAttribute(url)}">`)
  expect(render({})).not.toMatch(/canonical|og:url/)
})

test('G-09 only a page that asks for it is hidden from search engines', () => {
  const meta = { title: 'Sign in', description: '' }
  expect(render({ meta: { ...meta, noindex: true } })).toContain('<meta name="robots" content="noindex">')
  expect(render({ meta })).not.toContain('noindex')
})

test('loads styles, fonts, preloads and scripts, each with its tag', () => {
  const document = render({
    tags: {
      styles: ['/a.css'],
      fonts: ['/f.woff2'],
      preloads: ['/p.js'],
      scripts: ['/s.js'],
      extra: '<!--x-->',
    },
  })
  expect(document).toContain('<link rel="stylesheet" href="/a.css">')
  expect(document).toContain('<link rel="preload" href="/f.woff2" as="font" type="font/woff2" crossorigin>')
  expect(document).toContain('<link rel="modulepreload" href="/p.js">')
  expect(document).toContain('<script type="module" src="/s.js"></script>')
  expect(document).toContain('<!--x-->')
})
