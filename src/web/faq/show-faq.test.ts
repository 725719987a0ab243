import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFaq } from '../../domain/faq/faq.ts'
import { searchOf } from '../../domain/faq/faq-query.ts'
import { plainText } from '../../domain/plain-text.ts'
import { foldsOf, type ShownFaq, showFaq } from './show-faq.ts'

const BODY =
  '<p>Written for readers.</p>' +
  '<h2 id="feeds">Feeds &amp; channels</h2>' +
  '<h3 id="channels">Which channels do you support?</h3><p>Email, and <em>web</em>hooks for Zürich &lt;all&gt;.</p>' +
  '<h3 id="feeds-free">Are feeds free?</h3><p>Yes.</p><p>Always.</p>' +
  '<h2 id="terms">Terms</h2><p>A webhook is a call over HTTPS.</p>'
const FAQ = parseFaq(BODY)

describe('F-01 a search of the FAQ', () => {
  test('shows everything unmarked if empty', () => {
    const shown = showFaq(FAQ, '')
    expect(shown.count).toBe(3)
    expect(idsOf(shown)).toEqual(['feeds', 'channels', 'feeds-free', 'terms'])
    expect(shown.introHtml).toBe('<p>Written for readers.</p>')
    expect(htmlOf(shown)).not.toContain('<mark>')
  })

  test('opens sections, and opens answers only if it matched them', () => {
    const folds = (search: string) =>
      foldsOf(showFaq(FAQ, search)).map(({ id, startsOpen }) => [id, startsOpen])
    expect(folds('')).toEqual([
      ['feeds', true],
      ['channels', false],
      ['feeds-free', false],
      ['terms', false],
    ])
    expect(folds('webhook')).toEqual([
      ['feeds', true],
      ['channels', true],
      ['terms', true],
    ])
  })

  test('shows matching questions and marks the words, even across inline tags', () => {
    const shown = showFaq(FAQ, 'webhook')
    expect(idsOf(shown)).toEqual(['feeds', 'channels', 'terms'])
    expect(shown.count).toBe(2)
    expect(shown.sections[0]?.questions[0]?.answerHtml).toBe(
      '<p>Email, and <em><mark>web</mark></em><mark>hook</mark>s for Zürich &lt;all&gt;.</p>',
    )
    expect(shown.introHtml).toBe('')
  })

  test.each(['ZURICH', 'zürich', 'Zu\u0308rich'])('ignores case and accents: %s', (search) => {
    expect(htmlOf(showFaq(FAQ, search))).toContain('<mark>Zürich</mark>')
  })

  test('marks a letter together with its combining accent', () => {
    const shown = showFaq(parseFaq('<h3 id="a">A</h3><p>Cafe\u0301s</p>'), 'cafe')
    expect(htmlOf(shown)).toContain('<mark>Cafe\u0301</mark>s')
  })

  test('finds several words in any order across question and answer', () => {
    expect(idsOf(showFaq(FAQ, 'webhooks which'))).toEqual(['feeds', 'channels'])
    expect(idsOf(showFaq(FAQ, 'webhook yes'))).toEqual([])
  })

  test('matches words in the section title that a question lacks', () => {
    expect(idsOf(showFaq(FAQ, 'channels free'))).toEqual(['feeds', 'feeds-free'])
    expect(idsOf(showFaq(FAQ, 'channels'))).toEqual(['feeds', 'channels'])
  })

  test('shows a whole section, with answers closed, if only its title matches', () => {
    const faq = parseFaq(
      '<h2 id="pay">Payment</h2><h3 id="a">How?</h3><p>So.</p><h3 id="b">When?</h3><p>Now.</p>',
    )
    expect(foldsOf(showFaq(faq, 'payment'))).toEqual([
      { id: 'pay', startsOpen: true },
      { id: 'a', startsOpen: false },
      { id: 'b', startsOpen: false },
    ])
  })

  test('never matches across paragraphs, in tags or in entities', () => {
    for (const search of ['yesalways', '<p>', 'amp;', 'mark']) expect(showFaq(FAQ, search).count).toBe(0)
  })

  test('finds characters written as entities', () => {
    const shown = showFaq(FAQ, '<all>')
    expect(htmlOf(shown)).toContain('<mark>&lt;all&gt;</mark>')
    expect(showFaq(FAQ, 'feeds &').sections[0]?.heading?.pieces).toEqual([
      { text: 'Feeds', isHit: true },
      { text: ' & channels', isHit: false },
    ])
  })

  test('matches two letters only at the start of a word, and ignores single letters', () => {
    expect(htmlOf(showFaq(FAQ, 'a webhook is'))).toContain(
      '<p>A <mark>webhook</mark> <mark>is</mark> a call over HTTPS.</p>',
    )
    expect(showFaq(FAQ, 'webhook ook').count).toBe(2)
    expect(showFaq(FAQ, 'webhook ok').count).toBe(0)
  })

  test('shows the introduction if it matches', () => {
    expect(showFaq(FAQ, 'readers').introHtml).toBe('<p>Written for <mark>readers</mark>.</p>')
  })

  test('never changes the text by marking it', () => {
    const whole = showFaq(FAQ, '')
    const words = fc.constantFrom(
      'web',
      'ho',
      'zur',
      'ü',
      '&',
      '<',
      '>',
      'e',
      'all',
      'call over',
      '.*',
      '\\',
      '"',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string({ maxLength: 3 })), { maxLength: 3 }), (typed) => {
        const shown = showFaq(FAQ, searchOf(typed.join(' ')))
        for (const [id, text] of textsOf(shown)) expect(text).toBe(textsOf(whole).get(id))
      }),
    )
  })

  test('finds exactly the questions that contain the words', () => {
    const plain = textsOf(showFaq(FAQ, ''))
    const words = fc.constantFrom('web', 'feeds', 'which', 'always', 'terms', 'call', 'https')
    fc.assert(
      fc.property(fc.uniqueArray(words, { minLength: 1, maxLength: 3 }), (asked) => {
        const found = idsOf(showFaq(FAQ, asked.join(' ')))
        const hasAll = asked.every((word) => plain.get('terms')?.toLowerCase().includes(word))
        expect(found.includes('terms')).toBe(hasAll)
      }),
    )
  })
})

function idsOf({ sections }: ShownFaq) {
  return sections.flatMap(({ heading, questions }) => [
    heading?.id,
    ...questions.map((question) => question.heading.id),
  ])
}

function htmlOf({ introHtml, sections }: ShownFaq) {
  return [
    introHtml,
    ...sections.flatMap((section) => [
      section.introHtml,
      ...section.questions.map(({ answerHtml }) => answerHtml),
    ]),
  ].join('')
}

function textsOf({ sections }: ShownFaq) {
  return new Map(
    sections.flatMap(({ heading, introHtml, questions }) => [
      [heading?.id, wordsOf(heading?.pieces) + plainText(introHtml)] as const,
      ...questions.map(
        (question) =>
          [question.heading.id, wordsOf(question.heading.pieces) + plainText(question.answerHtml)] as const,
      ),
    ]),
  )
}

function wordsOf(pieces: { text: string }[] = []) {
  return `${pieces.map(({ text }) => text).join('')} `
}
