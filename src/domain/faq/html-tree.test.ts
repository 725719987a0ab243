import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elementsIn, isBlank, parseHtml, writeHtml } from './html-tree.ts'

test('a tree has elements with their ids and texts', () => {
  const [heading, paragraph] = parseHtml('<h3 id="a">One</h3><p>Two <em>three</em><br />four</p>')
  expect(heading).toMatchObject({ tag: 'h3', id: 'a', children: [{ kind: 'text', raw: 'One' }] })
  expect(elementsIn(paragraph === undefined ? [] : [paragraph]).map(({ tag }) => tag)).toEqual([
    'p',
    'em',
    'br',
  ])
})

test('a `>` inside an attribute does not end the tag', () => {
  const [image] = parseHtml('<img src="/a.png" alt="a > b" /><p>c</p>')
  expect(image).toMatchObject({ tag: 'img', opening: '<img src="/a.png" alt="a > b" />' })
})

test('parsing and writing keeps every input unchanged', () => {
  const pieces = fc.constantFrom(
    ...[
      '<p>',
      '</p>',
      '<h2 id="a">',
      '</h2>',
      '<br />',
      '</',
      '<',
      '>',
      '"',
      '&amp;',
      'é',
      '<!-- -->',
      'word ',
    ],
  )
  const html = fc.oneof(
    fc.string(),
    fc.array(pieces).map((parts) => parts.join('')),
  )
  fc.assert(fc.property(html, (text) => writeHtml(parseHtml(text)) === text))
})

test('nodes without visible content are blank', () => {
  expect(isBlank(parseHtml(' <p> <em></em></p>\n'))).toBe(true)
  expect(isBlank(parseHtml('<p><img src="/a.png" alt="" /></p>'))).toBe(false)
  expect(isBlank(parseHtml('<p>.</p>'))).toBe(false)
})
