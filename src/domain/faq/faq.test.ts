import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldsOf, showFaq } from '../../web/faq/show-faq.ts'
import { type Faq, foldsAround, parseFaq } from './faq.ts'
import { writeHtml } from './html-tree.ts'

const USUAL =
  '<h2 id="feeds">Feeds</h2><h3 id="which">Which?</h3><p>RSS.</p><h3 id="how">How?</h3><p>So: <strong>thus</strong>.</p>' +
  '<h2 id="account">Account</h2><p>About accounts.</p><h3 id="why">Why?</h3><h4 id="deep">Deep</h4><p>Therefore.</p>'

describe('parsing a FAQ', () => {
  test('F-02 second-level headings are sections, third-level headings are questions', () => {
    expect(outline(parseFaq(USUAL))).toEqual([
      [
        'feeds',
        '',
        [
          ['which', '<p>RSS.</p>'],
          ['how', '<p>So: <strong>thus</strong>.</p>'],
        ],
      ],
      ['account', '<p>About accounts.</p>', [['why', '<h4 id="deep">Deep</h4><p>Therefore.</p>']]],
    ])
  })

  test('a section without questions has its own text', () => {
    expect(outline(parseFaq('<h2 id="a">A</h2><p>1</p><h2 id="b">B</h2><p>2</p>'))).toEqual([
      ['a', '<p>1</p>', []],
      ['b', '<p>2</p>', []],
    ])
  })

  test('text before the first heading is an introduction, and questions before it have no section', () => {
    const faq = parseFaq('<p>Hello.</p><h3 id="a">A</h3><p>1</p><h2 id="b">B</h2><p>2</p>')
    expect(writeHtml(faq.intro)).toBe('<p>Hello.</p>')
    expect(outline(faq)).toEqual([
      [undefined, '', [['a', '<p>1</p>']]],
      ['b', '<p>2</p>', []],
    ])
  })

  test('text without a heading is only an introduction', () => {
    const faq = parseFaq('<p>One.</p>Two.')
    expect(writeHtml(faq.intro)).toBe('<p>One.</p>Two.')
    expect(faq.sections).toEqual([])
  })

  test('an empty text has no content', () => {
    expect(parseFaq('')).toEqual({ intro: [], sections: [] })
  })

  test('a single wrapper around the text is ignored', () => {
    expect(outline(parseFaq(`\n<div><div>${USUAL}</div></div>\n`))).toEqual(outline(parseFaq(USUAL)))
  })

  test('a heading without words starts no section', () => {
    expect(outline(parseFaq('<h2 id="a">A</h2><p>1</p><h2 id="b"> </h2><p>2</p>'))).toEqual([
      ['a', '<p>1</p><h2 id="b"> </h2><p>2</p>', []],
    ])
  })
})

describe('F-03 every heading has its own id', () => {
  test('derived from its words if staff left it empty, without accents and symbols', () => {
    expect(idsOf('<h2>Où est Zürich?</h2><h3>質問</h3>')).toEqual(['faq-ou-est-zurich', 'faq-question'])
  })

  test('and a different one if the first is in use', () => {
    expect(idsOf('<h2 id="a">One</h2><h3 id="a">Two</h3><h3>Two</h3><h3 id="faq-two-2">Three</h3>')).toEqual([
      'a',
      'faq-two',
      'faq-two-3',
      'faq-two-2',
    ])
  })

  test('ids are always unique and stable', () => {
    const heading = fc
      .tuple(
        fc.constantFrom('h2', 'h3'),
        fc.constantFrom('', ' id="a"', ' id="faq-x"'),
        fc.constantFrom('X', 'Y', 'é'),
      )
      .map(([tag, id, words]) => `<${tag}${id}>${words}</${tag}>`)
    fc.assert(
      fc.property(fc.array(heading), (headings) => {
        const ids = idsOf(headings.join(''))
        expect(ids).toHaveLength(headings.length)
        expect(new Set(ids).size).toBe(ids.length)
        expect(idsOf(headings.join(''))).toEqual(ids)
      }),
    )
  })

  function idsOf(html: string) {
    return foldsOf(showFaq(parseFaq(html), '')).map(({ id }) => id)
  }
})

describe('F-03 what must be open to show the target of a hash', () => {
  const faq = parseFaq(USUAL)

  test.each([
    ['feeds', ['feeds']],
    ['how', ['feeds', 'how']],
    ['deep', ['account', 'why']],
    ['nothing', []],
  ])('%s: %j', (id, folds) => {
    expect(foldsAround(faq, id)).toEqual(folds)
  })

  test('a question without a section', () => {
    expect(foldsAround(parseFaq('<h3 id="a">A</h3><p>1</p>'), 'a')).toEqual(['a'])
  })
})

function outline({ sections }: Faq) {
  return sections.map(({ heading, intro, questions }) => [
    heading?.id,
    writeHtml(intro),
    questions.map((question) => [question.heading.id, writeHtml(question.answer)]),
  ])
}
