import { expect, test } from 'vitest'
import { recordStory } from './record-story.ts'

const SUMMARY = 'Reports & exports load slowly.'

test('a first paragraph that repeats the summary is dropped from the body', () => {
  const body = '<p>Reports &amp; <em>exports</em> load slowly.</p>\n<p>A <strong>queue</strong> is full.</p>'
  expect(recordStory({ summary: SUMMARY, body })).toEqual({
    lead: SUMMARY,
    body: '<p>A <strong>queue</strong> is full.</p>',
  })
})

test('a body that equals the summary is dropped', () => {
  const body = '<p>Reports &amp; exports load slowly.</p>'
  expect(recordStory({ summary: SUMMARY, body })).toEqual({ lead: SUMMARY, body: '' })
})

test('if the first paragraph continues after the summary, the summary is dropped', () => {
  const body = '<p>Reports &amp; exports load slowly. A queue is full.</p>'
  expect(recordStory({ summary: SUMMARY, body })).toEqual({ lead: '', body })
})

test('a body that differs from the summary is shown with it', () => {
  const body = '<h3>What happened</h3><p>A queue is full.</p>'
  expect(recordStory({ summary: SUMMARY, body })).toEqual({ lead: SUMMARY, body })
})

test('without a summary there is no lead, and the body stays complete', () => {
  const body = '<p></p><p>A queue is full.</p>'
  expect(recordStory({ summary: '', body })).toEqual({ lead: '', body })
})
