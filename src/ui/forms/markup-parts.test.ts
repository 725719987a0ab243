import { expect, test } from 'vitest'
import { type MarkupPart, markupParts } from './markup-parts.ts'

function written(parts: MarkupPart[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text
      return part.kind === 'link'
        ? `[${written(part.parts)}](${part.path})`
        : `*${part.kind} ${written(part.parts)}*`
    })
    .join('')
}

test('A-09 a message may contain emphasis and links to this site', () => {
  const html =
    'This address <b>is taken</b>. <a class="x" href="/sign-in?a=1&amp;b=2">Sign <em>in</em></a> &amp; go on.'
  expect(written(markupParts(html))).toBe(
    'This address *strong is taken*. [Sign *em in*](/sign-in?a=1&b=2) & go on.',
  )
})

test('A-09 text without markup is unchanged', () => {
  for (const text of ['5 < 6 and 7 > 3', 'a & b', '<', 'x <3 y', ''])
    expect(written(markupParts(text))).toBe(text)
})

test.each([
  ['<script>alert(1)</script>Taken', 'Taken'],
  ['<SCRIPT src=//evil.example>alert(1)</SCRIPT >Taken', 'Taken'],
  ['Taken<script>alert(1)', 'Taken'],
  ['<img src=x onerror=alert(1)>Taken', 'Taken'],
  ['<svg/onload=alert(1)>Taken', 'Taken'],
  ['<b onclick="alert(1)" style="x">Taken</b>', '*strong Taken*'],
  ['<a href="javascript:alert(1)">Taken</a>', 'Taken'],
  ['<a href="java\tscript:alert(1)">Taken</a>', 'Taken'],
  ['<a href="&#106;avascript:alert(1)">Taken</a>', 'Taken'],
  ['<a href="https://evil.example/">Taken</a>', 'Taken'],
  ['<a href="//evil.example/">Taken</a>', 'Taken'],
  ['<a href="/\\evil.example/">Taken</a>', 'Taken'],
  ['<a href=/sign-in>Taken</a>', 'Taken'],
  ['<!-- <b> -->Taken<!-- x', 'Taken'],
  ['<style>body{display:none}</style>Taken', 'Taken'],
  ['<iframe srcdoc="<script>alert(1)</script>"></iframe>Taken', 'Taken'],
  ['</b></a>Taken', 'Taken'],
])('A-09 %s is made harmless', (html, expected) => {
  expect(written(markupParts(html))).toBe(expected)
})

test('A-09 removed markup is not reassembled', () => {
  expect(written(markupParts('&lt;script&gt;alert(1)&lt;/script&gt;'))).toBe('<script>alert(1)</script>')
  expect(markupParts('<scr<script></script>ipt>alert(1)</script>').every(({ kind }) => kind === 'text')).toBe(
    true,
  )
})

test('A-09 unclosed and crossing tags are harmless', () => {
  expect(written(markupParts('<b>a<i>b</b>c'))).toBe('*strong a*em b**c')
})
