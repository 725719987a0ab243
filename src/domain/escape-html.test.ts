import { expect, test } from 'vitest'
import { escapeAttribute, escapeInAnyQuotes, escapeText, withoutIllegalXml } from './escape-html.ts'

const HOSTILE = `"a" <b> & 'c' &amp;`

test('text cannot leave its attribute or element', () => {
  expect(escapeText(HOSTILE)).toBe(`"a" &lt;b&gt; &amp; 'c' &amp;amp;`)
  expect(escapeAttribute(HOSTILE)).toBe(`&quot;a&quot; &lt;b&gt; &amp; 'c' &amp;amp;`)
  expect(escapeInAnyQuotes(HOSTILE)).toBe('&quot;a&quot; &lt;b&gt; &amp; &#39;c&#39; &amp;amp;')
})

test('XML gets only characters that it can contain', () => {
  expect(withoutIllegalXml('a\0b\u{1b}c\ud800d\ufffee\tf\n\u{1f600}')).toBe('abcde\tf\n\u{1f600}')
})
