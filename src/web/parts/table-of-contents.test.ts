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
  const html = '<h2 class="x" id="a">Terms &amp; <em>conditions</em></h2>'
  expect(tableOfContents(html)).toEqual([{ id: 'a', title: 'Terms & conditions' }])
})

test('headings without an anchor, or without words, are no sections', () => {
  expect(tableOfContents('<h2>Bare</h2><h2 id="empty"> </h2><h3 id="small">Small</h3>')).toEqual([])
})
