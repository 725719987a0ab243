import { describe, expect, test } from 'vitest'
import { type FaqText, readFaqText, whatIsWrongWithFaq, writeFaqText } from './faq-text.ts'

const HTML = [
  '<p>Before.</p>',
  '<h2 id="feeds">Feeds &amp; mail</h2>',
  '<h3 id="which">Which <code>feeds</code>?</h3><p>RSS.</p>',
  '<h3>How?</h3><p>So.</p>',
  '<h2 id="account">Account</h2><p>About accounts.</p>',
].join('\n')

const asIs = (html: string) => html
const write = (text: FaqText, before = HTML) => writeFaqText(text, { before, clean: asIs })

describe('Z-04 a FAQ is edited by its questions', () => {
  test('reads questions from the text', () => {
    expect(readFaqText(HTML)).toEqual({
      intro: '<p>Before.</p>',
      sections: [
        {
          id: 'feeds',
          title: 'Feeds & mail',
          intro: '',
          questions: [
            { id: 'which', question: 'Which feeds?', answer: '<p>RSS.</p>' },
            { id: 'faq-how', question: 'How?', answer: '<p>So.</p>' },
          ],
        },
        { id: 'account', title: 'Account', intro: '<p>About accounts.</p>', questions: [] },
      ],
    })
  })

  test.each([
    HTML,
    `<div>\n${HTML}\n</div>`,
    '',
    '<p>Only this.</p>',
    '<h3>Q</h3><p>A</p>',
    '<h2>A</h2><h3>A</h3>x',
  ])('keeps untouched text exactly: %j', (html) => {
    expect(write(readFaqText(html), html)).toBe(html)
  })

  test('changing an answer changes nothing else', () => {
    const text = readFaqText(HTML)
    expect(write(withQuestion(text, 0, { answer: '<p>Atom.</p>' }))).toBe(HTML.replace('RSS', 'Atom'))
  })

  test('a reworded question keeps its address, even without an id of its own', () => {
    const text = readFaqText(HTML)
    expect(write(withQuestion(text, 1, { question: 'How < then?' }))).toBe(
      HTML.replace('<h3>How?</h3>', '<h3 id="faq-how">How &lt; then?</h3>'),
    )
  })

  test('a new question gets its own address, and wrapped text stays wrapped', () => {
    const html = `<div>${HTML}</div>`
    const text = readFaqText(html)
    text.sections[1]?.questions.push({ id: null, question: 'How?', answer: '<p>Thus.</p>' })
    const written = write(text, html)
    expect(written).toBe(
      html.replace('accounts.</p></div>', 'accounts.</p><h3 id="faq-how-2">How?</h3><p>Thus.</p>\n</div>'),
    )
    expect(readFaqText(written).sections[1]?.questions[0]?.id).toBe('faq-how-2')
  })

  test('questions move and go, and every address stays', () => {
    const html = '<h2>A</h2><h3>Same</h3><p>1</p><h3>Same</h3><p>2</p>'
    const text = readFaqText(html)
    text.sections[0]?.questions.reverse()
    const written = write(text, html)
    const after = readFaqText(written)
    expect(after.sections[0]?.questions).toEqual([
      { id: 'faq-same-2', question: 'Same', answer: '<p>2</p>' },
      { id: 'faq-same', question: 'Same', answer: '<p>1</p>' },
    ])
    text.sections[0]?.questions.pop()
    expect(readFaqText(write(text, html)).sections[0]?.questions.map(({ id }) => id)).toEqual(['faq-same-2'])
  })

  test('a heading inside an answer starts no question', () => {
    const text = withQuestion(readFaqText(HTML), 0, { answer: '<h2 id="x">Deep</h2><p>1</p>' })
    const after = readFaqText(write(text))
    expect(after.sections.length).toBe(2)
    expect(after.sections[0]?.questions[0]?.answer).toBe('<h4 id="x">Deep</h4><p>1</p>')
  })

  test('writes a new FAQ from scratch', () => {
    const text: FaqText = {
      intro: '',
      sections: [
        {
          id: null,
          title: 'First',
          intro: '',
          questions: [{ id: null, question: 'Why?', answer: '<p>So.</p>' }],
        },
      ],
    }
    expect(write(text, '')).toBe('<h2 id="faq-first">First</h2>\n<h3 id="faq-why">Why?</h3><p>So.</p>\n')
  })
})

test.each<[Partial<FaqText['sections'][number]>, string | undefined]>([
  [{}, undefined],
  [{ title: '' }, 'A section needs a title.'],
  [{ id: 'A b' }, 'An address has lowercase letters, digits and - only.'],
  [{ questions: [{ id: null, question: '', answer: '' }] }, 'A question needs a text.'],
  [{ questions: [{ id: 'a', question: 'Q', answer: '' }] }, 'Two of these have the same address.'],
  [{ id: null, title: null, intro: 'x' }, 'Text before the first section is the introduction.'],
])('what is wrong with %j: %s', (part, sentence) => {
  const section = { id: 'a', title: 'A', intro: '', questions: [], ...part }
  expect(whatIsWrongWithFaq({ intro: '', sections: [section] })).toBe(sentence)
})

function withQuestion(
  text: FaqText,
  index: number,
  part: Partial<FaqText['sections'][number]['questions'][number]>,
) {
  const question = text.sections[0]?.questions[index]
  if (question === undefined) throw new Error('There is no such question.')
  Object.assign(question, part)
  return text
}
