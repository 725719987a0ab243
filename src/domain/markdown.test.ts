import { expect, test } from 'vitest'
import { htmlOfMarkdown, looksLikeMarkdown } from './markdown.ts'

test('Markdown becomes the elements that a body may have', () => {
  const html = htmlOfMarkdown(
    '# Cause\n\nA **bad** ~~plan~~ [report](https://example.com/x).\n\n## Steps\n\n1. One\n2. Two\n\n- [x] Done\n- [ ] Open\n\n| a | b |\n|---|---|\n| 1 | 2 |',
  )
  expect(html).toContain('<h2>Cause</h2>')
  expect(html).toContain('<h3>Steps</h3>')
  expect(html).toContain('A <strong>bad</strong> <s>plan</s> <a href="https://example.com/x">report</a>.')
  expect(html).toContain('<ol>')
  expect(html).toContain('☑ Done')
  expect(html).not.toContain('<input')
  expect(html).toContain('<td>1</td>')
})

test('headings keep their level unless one of them is the title', () => {
  expect(htmlOfMarkdown('## Impact\n\n###### Note')).toBe('<h2>Impact</h2>\n<h4>Note</h4>')
})

test.each([
  ['## Impact', true],
  ['We use **bold** words.', true],
  ['- one\n- two', true],
  ['See [the report](https://example.com).', true],
  ['```\ncode\n```', true],
  ['Plain words.\n\nAnother paragraph.', false],
  ['See https://example.com/a_b_c for more.', false],
  ['- one thing', false],
  ['    indented', false],
  ['5 * 3 * 2 and a_b_c', false],
  ['', false],
])('%j looks like Markdown: %s', (text, is) => {
  expect(looksLikeMarkdown(text)).toBe(is)
})

test.each([
  ['quotes', '>'.repeat(20_000)],
  ['lists', '- '.repeat(20_000)],
  ['both', '> 1. '.repeat(20_000)],
])('thousands of %s inside each other are flattened', (_, start) => {
  const html = htmlOfMarkdown(`${start}Words`)
  expect(html).toContain('Words')
  expect(html.match(/<(blockquote|ul|ol)>/g)).toHaveLength(10)
  expect(() => looksLikeMarkdown(`${start}Words`)).not.toThrow()
})

test('lists that are indented ever further are flattened', () => {
  const html = htmlOfMarkdown(
    Array.from({ length: 100 }, (_, at) => `${' '.repeat(at * 2)}- ${at}`).join('\n'),
  )
  expect(html.match(/<ul>/g)?.length).toBeLessThan(25)
  expect(html).toContain('99')
})

test('ordinary nesting, rules and code stay as they are', () => {
  const html = htmlOfMarkdown('> - a\n>   - b\n>     > c\n\n- - - - - - - - - - - -\n\n```\n    >>> x\n```')
  expect(html.match(/<(blockquote|ul)>/g)).toHaveLength(4)
  expect(html).toContain('<hr>')
  expect(html).toContain('    &gt;&gt;&gt; x')
})

test('a long list goes on as another one, with its numbers, and code stays code', () => {
  const numbered = Array.from({ length: 1_200 }, (_, at) => `${at + 1}. Item`).join('\n')
  const html = htmlOfMarkdown(numbered)
  expect(html.match(/<li>/g)).toHaveLength(1_200)
  expect(html.match(/<ol[^>]*>/g)).toEqual(['<ol>', '<ol start="501">', '<ol start="1001">'])
  const code = htmlOfMarkdown(`\`\`\`\n~~~\n${'- x\n'.repeat(600)}\`\`\``)
  expect(code).not.toContain('!--')
})

test.each([
  ['code on one line', '```x```'],
  ['a fence that another kind closes', '```\n~~~\n```'],
  ['a fence that the parser sees closed', '```\n```~'],
  ['a fence inside HTML', '<div>\n```\n</div>'],
])('%s does not switch flattening off', (_, before) => {
  expect(htmlOfMarkdown(`${before}\n\n${'>'.repeat(2_000)}Words`)).toContain('Words')
})
