import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sanitizeHtml } from '../../../publishing/sanitize-html.ts'
import { bodyOfDocument, type DocumentNode } from './body-of-document.ts'

const words = (text: string, ...marks: string[]): DocumentNode => ({
  type: 'text',
  text,
  marks: marks.map((type) => ({ type })),
})
const link = (text: string, href: string, title?: string): DocumentNode => ({
  type: 'text',
  text,
  marks: [{ type: 'link', attrs: { href, title: title ?? null } }],
})
const paragraph = (...content: DocumentNode[]): DocumentNode => ({ type: 'paragraph', content })
const item = (...content: DocumentNode[]): DocumentNode => ({ type: 'listItem', content })
const cell = (type: 'tableCell' | 'tableHeader', text: string, attrs = {}): DocumentNode => ({
  type,
  attrs,
  content: [paragraph(words(text))],
})
const document = (...content: DocumentNode[]): DocumentNode => ({ type: 'doc', content })

test('empty bullets at the end of a list, and lists of nothing else, are left out', () => {
  const list = (type: string, ...content: DocumentNode[]): DocumentNode => ({ type, content })
  const body = bodyOfDocument(
    document(
      list('bulletList', item(paragraph(words('One'))), item(paragraph())),
      list('orderedList', item(paragraph())),
    ),
  )
  expect(body).toBe('<ul><li>One</li></ul>')
})

test('P-05 the sanitizer leaves everything that the toolbar creates unchanged', () => {
  const body = bodyOfDocument(
    document(
      { type: 'heading', attrs: { level: 2, id: 'what-we-know' }, content: [words('What we know')] },
      paragraph(
        words('Traffic '),
        words('fails', 'bold'),
        words(' & is ', 'bold', 'italic'),
        words('<slow>'),
      ),
      paragraph(
        words('u', 'underline'),
        words('s', 'strike'),
        words('c"c', 'code'),
        { type: 'hardBreak' },
        words('b'),
      ),
      paragraph(
        link('status', 'https://example.com/a?b=1&c=2', 'Say "so"'),
        words(' and '),
        link('here', '/faq#top'),
      ),
      {
        type: 'bulletList',
        content: [
          item(paragraph(words('one'))),
          item(paragraph(words('two')), { type: 'orderedList', content: [item(paragraph(words('a')))] }),
        ],
      },
      { type: 'orderedList', content: [item(paragraph(words('one')), paragraph(words('more')))] },
      { type: 'blockquote', content: [paragraph(words('said'))] },
      { type: 'codeBlock', content: [words('\ncurl -v <host>\n  | less')] },
      { type: 'horizontalRule' },
      {
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: [cell('tableHeader', 'Region', { scope: 'col' }), cell('tableHeader', 'State')],
          },
          { type: 'tableRow', content: [cell('tableCell', 'Europe', { colspan: 2, rowspan: 1 })] },
        ],
      },
      paragraph(),
    ),
  )
  expect(sanitizeHtml(body)).toBe(body)
  expect(body).toBe(
    '<h2 id="what-we-know">What we know</h2>' +
      '<p>Traffic <strong>fails<em> &amp; is </em></strong>&lt;slow&gt;</p>' +
      '<p><u>u</u><s>s</s><code>c"c</code><br />b</p>' +
      '<p><a href="https://example.com/a?b=1&amp;c=2" title="Say &quot;so&quot;" rel="noopener noreferrer">status</a> and <a href="/faq#top">here</a></p>' +
      '<ul><li>one</li><li>two<ol><li>a</li></ol></li></ul>' +
      '<ol><li><p>one</p><p>more</p></li></ol>' +
      '<blockquote><p>said</p></blockquote>' +
      '<pre><code>curl -v &lt;host&gt;\n  | less</code></pre><hr />' +
      '<table><thead><tr><th scope="col">Region</th><th>State</th></tr></thead><tbody><tr><td colspan="2">Europe</td></tr></tbody></table>',
  )
})

test('P-05 a forbidden link is reduced to its text', () => {
  const body = bodyOfDocument(document(paragraph(link('click', 'javascript:alert(1)'))))
  expect(body).toBe('<p>click</p>')
})

test('P-05 an image is written as the sanitizer writes it, with its description even if that is empty', () => {
  const src = `/images/${'a'.repeat(32)}-640x480.png`
  const image = (attrs: Record<string, unknown>): DocumentNode => ({ type: 'image', attrs })
  const body = bodyOfDocument(
    document(
      paragraph(words('See '), image({ src, alt: 'A "graph" & <more>', width: null, height: null })),
      paragraph(image({ src, alt: '' }), image({ src, alt: null })),
      paragraph({
        ...image({ src: '/map.png', alt: 'x', width: 9 }),
        marks: [{ type: 'link', attrs: { href: '/faq' } }],
      }),
      paragraph(image({ src: 'https://elsewhere.example/x.png', alt: 'gone' })),
    ),
  )
  const size = 'width="640" height="480" loading="lazy"'
  expect(body).toBe(
    `<p>See <img src="${src}" alt="A &quot;graph&quot; &amp; &lt;more&gt;" ${size} /></p>` +
      `<p><img src="${src}" alt="" ${size} /><img src="${src}" ${size} /></p>` +
      '<p><a href="/faq"><img src="/map.png" alt="x" width="9" /></a></p>',
  )
  expect(sanitizeHtml(body)).toBe(body)
})

test('Z-02 a document without text is an empty string', () => {
  expect(bodyOfDocument(document(paragraph()))).toBe('')
  expect(bodyOfDocument(document(paragraph({ type: 'hardBreak' })))).toBe('')
})

test('P-05 the sanitizer never has anything to remove', () => {
  const mark = fc.constantFrom('bold', 'italic', 'underline', 'strike', 'code').map((type) => ({ type }))
  const linkMark = fc
    .constantFrom('https://example.com/?a="b"&c', 'mailto:a@example.com', '/x', '#y', 'nowhere', '//host')
    .map((href) => ({ type: 'link', attrs: { href, title: '"<&>' } }))
  const text = fc.record({
    type: fc.constant('text'),
    text: fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom('<b>', '&amp;', '</p>', '<!--', ']]>', '\u00a0'),
    ),
    marks: fc.uniqueArray(fc.oneof(mark, linkMark), { selector: ({ type }) => type, maxLength: 4 }),
  })
  const inline = fc.array(
    fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: fc.constant({ type: 'hardBreak' }) }),
  )
  const { block } = fc.letrec<{ block: DocumentNode }>((tie) => ({
    block: fc.oneof(
      { maxDepth: 4 },
      inline.map((content): DocumentNode => ({ type: 'paragraph', content })),
      fc
        .tuple(fc.integer({ min: 2, max: 4 }), inline)
        .map(([level, content]): DocumentNode => ({ type: 'heading', attrs: { level }, content })),
      fc.string().map((code): DocumentNode => ({ type: 'codeBlock', content: [words(code)] })),
      fc.constant<DocumentNode>({ type: 'horizontalRule' }),
      fc
        .array(tie('block'), { minLength: 1, maxLength: 3 })
        .map((content): DocumentNode => ({ type: 'blockquote', content })),
      fc.array(fc.array(tie('block'), { maxLength: 2 }), { minLength: 1, maxLength: 3 }).map(
        (items): DocumentNode => ({
          type: 'bulletList',
          content: items.map((rest) => item(paragraph(words('x')), ...rest)),
        }),
      ),
      fc.array(fc.array(tie('block'), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }).map(
        (cells): DocumentNode => ({
          type: 'table',
          content: [{ type: 'tableRow', content: cells.map((content) => ({ type: 'tableCell', content })) }],
        }),
      ),
    ),
  }))
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), (content) => {
      const body = bodyOfDocument(document(...content))
      expect(sanitizeHtml(body)).toBe(body)
    }),
  )
})
