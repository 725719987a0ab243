import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { faultsIn, HOSTILE_HTML, PAYLOAD } from '../../tests/support/hostile-html.ts'
import { demoContent } from '../demo/demo-content.ts'
import { sanitizeHtml } from './sanitize-html.ts'

describe('P-05 hostile HTML', () => {
  test.each(HOSTILE_HTML)('%j keeps only listed elements and attributes', (html) => {
    const clean = sanitizeHtml(html)
    expect(faultsIn(clean)).toEqual([])
    expect(sanitizeHtml(clean)).toBe(clean)
  })

  test.each(HOSTILE_HTML)('%j is harmless around and inside honest text', (html) => {
    const clean = sanitizeHtml(`<ul><li>${html}</li></ul><table><tr><td>${html}</td></tr></table><p>${html}`)
    expect(faultsIn(clean)).toEqual([])
    expect(sanitizeHtml(clean)).toBe(clean)
  })

  test('keeps the payload at most as visible text', () => {
    for (const html of HOSTILE_HTML) {
      const inTags = sanitizeHtml(html)
        .match(/<[^>]*>/g)
        ?.join('')
        .replace(/ title="[^"]*"/g, '')
      expect(inTags ?? '', html).not.toContain(PAYLOAD)
    }
  })

  test('is clean for any mixture, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fragment(), { maxLength: 24 }), (fragments) => {
        const clean = sanitizeHtml(fragments.join(''))
        expect(faultsIn(clean)).toEqual([])
        expect(sanitizeHtml(clean)).toBe(clean)
        expect(unbalanced(clean)).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  test('becomes shallow but keeps its text if nested too deep', () => {
    const clean = sanitizeHtml(`${'<div><x>'.repeat(400)}deep`)
    expect(clean.match(/<div>/g)?.length).toBe(100)
    expect(clean).toContain('deep')
  })

  test('becomes plain text if parsing would take minutes', () => {
    const clean = sanitizeHtml(`${'<x>'.repeat(100_000)}&amp;`)
    expect(clean).toBe(`${'&lt;x&gt;'.repeat(100_000)}&amp;amp;`)
    expect(sanitizeHtml(clean)).toBe(clean)
  })
})

describe('P-05 honest HTML', () => {
  const content = demoContent({ day: '2026-11-15' })

  test('every body of the demo content stays unchanged', () => {
    const bodies = [
      ...content.records.map(({ body }) => body ?? ''),
      ...content.record_updates.map(({ body }) => body),
      ...content.pages.flatMap(({ body, page_top }) => [body ?? '', page_top ?? '']),
    ]
    const changed = bodies.filter((body) => withoutRel(sanitizeHtml(body)) !== body)
    expect(bodies.length).toBeGreaterThan(1_000)
    expect(changed).toEqual([])
  })

  test.each([
    '<h2 id="what-happened">What happened</h2><h3>At first</h3><h4>Before</h4>',
    '<p>One<br />two <strong>three</strong> <em>four</em> <b>b</b><i>i</i><u>u</u><s>s</s></p><hr />',
    '<ul><li>a<ol><li>b</li></ol></li></ul><dl><dt>Term</dt><dd>Meaning</dd></dl>',
    '<pre>\n  GET /  HTTP/1.1\n</pre><p><code>a &lt; b &amp;&amp; c</code> <kbd>Ctrl</kbd> x<sup>2</sup> H<sub>2</sub>O</p>',
    '<blockquote><p>Said</p></blockquote><details><summary>More</summary><p>Less</p></details>',
    '<table><caption>Ports</caption><thead><tr><th scope="col">Port</th><th scope="col" colspan="2">Use</th></tr></thead><tbody><tr><td rowspan="2">443</td><td>TLS</td></tr></tbody><tfoot><tr><td>All</td></tr></tfoot></table>',
    '<p><a href="/northwall.net/faq?x=1#how" title="Answers">FAQ</a> <a href="#how">How</a></p>',
    '<p><a href="mailto:help@northwall.example?subject=Help">Mail</a> <a href="tel:+41443334455">Call</a></p>',
    '<p><img src="/pictures/map.png" alt="The map" width="640" height="480" /><img src="data:image/png;base64,iVBORw0KGgo=" alt="" /></p>',
    '<p>At <time datetime="2026-11-15T10:00:00Z">10:00</time> <span>in</span></p><div>Zürich — 𝄞 🚒 שלום</div>',
    'Words alone, "quoted", 3 &gt; 2',
    '',
  ])('%s stays', (html) => {
    expect(sanitizeHtml(html)).toBe(html)
  })

  test.each([
    ['<p>a<br>b&nbsp;c</p>', '<p>a<br />b\u00a0c</p>'],
    ['<P CLASS="lead">a', '<p>a</p>'],
    ['<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
    ['<h1>Title</h1>', 'Title'],
    ['<p><font color=red>a</font></p>', '<p>a</p>'],
    ['<p><img src="/a.png"></p>', '<p><img src="/a.png" alt="" /></p>'],
    ['<h2 id="How It Works">How</h2>', '<h2>How</h2>'],
    ['<th scope="everything" colspan="9999">a</th>', '<br />a'],
  ])('%s becomes %s', (html, clean) => {
    expect(sanitizeHtml(html)).toBe(clean)
  })
})

describe('P-05 links', () => {
  test.each([
    ['https://docs.example', '<a href="https://docs.example/" rel="noopener noreferrer">x</a>'],
    ['HTTP://Docs.Example/A b', '<a href="http://docs.example/A%20b" rel="noopener noreferrer">x</a>'],
    ['https:/docs.example', '<a href="https://docs.example/" rel="noopener noreferrer">x</a>'],
    [' /faq ', '<a href="/faq">x</a>'],
  ])('%s is normalized like in a browser, external hosts without an opener', (href, link) => {
    expect(sanitizeHtml(`<a href="${href}" target="_blank" rel="opener">x</a>`)).toBe(link)
  })

  test.each([
    'faq',
    '../faq',
    '?page=2',
    '//docs.example',
    'www.docs.example',
    '#',
    '',
    'https://',
    'ftp://docs.example',
  ])('to %s keep only their text', (href) => {
    expect(sanitizeHtml(`<p><a href="${href}">x</a></p><p>y</p>`)).toBe('<p>x</p><p>y</p>')
  })
})

test('P-05 no id of a body is an id of the pages', () => {
  const own = sourcesOf('src/web', 'src/server/render').flatMap((source) =>
    [...source.matchAll(/\bid="([^"$]+)"/g)].map(([, id = '']) => id),
  )
  expect(own).toEqual(expect.arrayContaining(['main', 'root', 'candor-data']))
  for (const id of [...own, 'update-1', 'row-2', 'Root', 'a b', 'é', 'x'.repeat(81)]) {
    expect(sanitizeHtml(`<h2 id="${id}">x</h2>`), id).toBe('<h2>x</h2>')
  }
})

describe('P-05 misplaced blocks', () => {
  test.each([
    ['a list item outside of a list', '<li>a</li><li>b</li>', '<br />a<br />b'],
    ['a block inside a paragraph', '<p>a<b><div>b</div></b></p>', '<p>a<b><br />b</b></p>'],
    ['a heading inside a heading', '<h2>a<h3>b</h3></h2>', '<h2>a<br />b</h2>'],
    [
      'an element between rows',
      '<table><div><tr><td>a</td></tr></div></table>',
      '<table><tr><td>a</td></tr></table>',
    ],
    ['a link inside a link', '<a href="/a">a<b><a href="/b">b</a></b></a>', '<a href="/a">a<b>b</b></a>'],
  ])('%s', (_, html, clean) => {
    expect(sanitizeHtml(html)).toBe(clean)
  })
})

/** An attack vector or a piece of one: unclosed and unopened tags, quotes, comments, words. */
function fragment() {
  const names =
    'p b a div ul li dl dd dt h2 h3 table thead tr td th caption span pre details summary img br svg math style title template noscript mtext mglyph script x'
  const tag = fc.constantFrom(...names.split(' '))
  const attribute = fc.constantFrom(
    '',
    ' href="/faq"',
    ' id=a',
    ' onclick=pwned()',
    " title='\"'",
    ' src="/a.png"',
    ' "',
    ' href=javascript:pwned()',
  )
  return fc.oneof(
    fc.constantFrom(...HOSTILE_HTML),
    fc.tuple(tag, attribute).map(([name, said]) => `<${name}${said}>`),
    tag.map((name) => `</${name}>`),
    fc.constantFrom(
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '"',
      "'",
      '<',
      '>',
      '&lt;',
      '&amp;lt;',
      '&#x3c;',
      '/>',
      '\0',
      ' word ',
    ),
  )
}

/** Unbalanced tags, which would reach into the page around a body. */
function unbalanced(html: string): string[] {
  const open: string[] = []
  for (const [, close, name = ''] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
    if (['br', 'hr', 'img'].includes(name)) continue
    if (close === '') open.push(name)
    else if (open.pop() !== name) return [`</${name}>`]
  }
  return open
}

function withoutRel(html: string) {
  return html.replaceAll(' rel="noopener noreferrer"', '')
}

/** Pages without bodies written by staff, so no heading can clash with their ids. */
const SHOWS_NO_BODY = /^(?:machines|ip-ranges)\//

function sourcesOf(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !SHOWS_NO_BODY.test(path))
      .map((path) => readFileSync(`${folder}/${path}`, 'utf8')),
  )
}
