import { expect, test } from 'vitest'
import { tableOfContents } from './table-of-contents.ts'

test('F-03 each section is found with its anchor', () => {
  const html =
    '<p>Intro</p><h2 id="what">What is this?</h2><p>…</p><h2 id="how">How do I subscribe?</h2><p>…</p>'
  expect(tableOfContents(html)).toEqual([
    { id: 'what', title: 'What is this?' },
    { id: 'how', title: 'How do I subscribe?' },
  ])
})

test('a title is told in plain words', () => {
  const html = '<h2 class="x" id="a">Terms &amp; <em>conditions</em>,\n &#8220;old&#x201D; &mdash;</h2>'
  expect(tableOfContents(html)).toEqual([{ id: 'a', title: 'Terms & conditions, “old” &mdash;' }])
})

test('headings without an anchor, or without words, are no sections', () => {
  expect(tableOfContents('<h2>Bare</h2><h2 id="empty"> </h2><h3 id="small">Small</h3>')).toEqual([])
})

test('an impossible character is left as it was written', () => {
  expect(tableOfContents('<h2 id="a">A &#9999999;</h2>')).toEqual([{ id: 'a', title: 'A &#9999999;' }])
})
