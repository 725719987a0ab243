import { expect, test } from 'vitest'
import { recordStory } from './record-story.ts'

const SUMMARY = 'Reports & exports load slowly.'

test('a first paragraph that repeats the summary is left out of the body', () => {
  const body = '<p>Reports &amp; <em>exports</em> load slowly.</p>\n<p>A <strong>queue</strong> is full.</p>'
  expect(recordStory({ summary: SUMMARY, body })).toEqual({
    lead: SUMMARY,
    body: '<p>A <strong>queue</strong> is full.</p>',
  })
})

test('a body that is the summary and nothing else is told by it', () => {
  const body = '<p>Reports &amp; exports load slowly.</p>'
  expect(recordStory({ summary: SUMMARY, body })).toEqual({ lead: SUMMARY, body: '' })
})

test('a paragraph that goes on after the words of the summary tells it', () => {
  const body = '<p>Reports &amp; exports load slowly. A queue is full.</p>'
  expect(recordStory({ summary: SUMMARY, body })).toEqual({ lead: '', body })
})

test('a body of its own stands beside the summary', () => {
  const body = '<h3>What happened</h3><p>A queue is full.</p>'
  expect(recordStory({ summary: SUMMARY, body })).toEqual({ lead: SUMMARY, body })
})

test('without a summary nothing leads and nothing is left out', () => {
  const body = '<p></p><p>A queue is full.</p>'
  expect(recordStory({ summary: '', body })).toEqual({ lead: '', body })
})
