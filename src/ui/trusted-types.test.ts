import { describe, expect, test } from 'vitest'
import { HOSTILE_HTML, PAYLOAD } from '../../tests/support/hostile-html.ts'
import { demoContent } from '../demo/demo-content.ts'
import { ATTRIBUTES_OF_TAGS } from '../domain/rich-text-tags.ts'
import { sanitizeHtml } from '../publishing/sanitize-html.ts'
import { trustedScript, withOwnTags } from './trusted-types.ts'

describe('P-05 markup inserted into a page', () => {
  test.each(HOSTILE_HTML)('%j is reduced to text, should the server ever send it', (html) => {
    const tags = withOwnTags(html).match(/<[^>]*>?/g) ?? []
    for (const tag of tags) {
      expect(ATTRIBUTES_OF_TAGS.has(/^<\/?([a-z0-9]+)[ >]/.exec(tag)?.[1] ?? ''), tag).toBe(true)
      expect(tag.replace(/ (?:title="|alt="|src="data:image\/)[^"]*"/g, '')).not.toContain(PAYLOAD)
    }
  })

  test.each(HOSTILE_HTML)("%j is unchanged after the server's sanitizer", (html) => {
    const clean = sanitizeHtml(html)
    expect(withOwnTags(clean)).toBe(clean)
  })

  test('FAQ search hits stay marked', () => {
    const found = '<p>Email and <em><mark>web</mark></em><mark>hook</mark>s</p>'
    expect(withOwnTags(found)).toBe(found)
  })

  test('the bodies of the demo are unchanged', () => {
    for (const body of bodiesIn(demoContent({ day: '2026-11-15' }))) {
      const clean = sanitizeHtml(body)
      expect(withOwnTags(clean)).toBe(clean)
    }
  })
})

test('a page only adds its own scripts', () => {
  expect(trustedScript('/widget.js')).toBe('/widget.js')
  expect(() => trustedScript('https://elsewhere.example/widget.js')).toThrow(TypeError)
})

function bodiesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('</') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(bodiesIn) : []
}
