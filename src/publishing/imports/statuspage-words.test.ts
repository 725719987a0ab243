import { expect, test } from 'vitest'
import { textToHtml } from './plan-imported-record.ts'
import { severityOfImpact, statusClassOf } from './statuspage-words.ts'

test('maps an impact to the matching severity', () => {
  expect(['critical', 'major', 'minor', 'none', 'maintenance', null].map(severityOfImpact)).toEqual([
    20, 20, 19, 1361, 1356, 1361,
  ])
})

test('maps a status to ours and detects unknown ones', () => {
  const words = ['investigating', 'identified', 'monitoring', 'resolved', 'postmortem', 'scheduled']
  expect(words.map(statusClassOf)).toEqual([
    'in-progress',
    'in-progress',
    'monitoring',
    'resolved',
    'resolved',
    'scheduled',
  ])
  expect(['in_progress', 'verifying', 'completed', 'new-word'].map(statusClassOf)).toEqual([
    'in-progress',
    'monitoring',
    'completed',
    undefined,
  ])
})

test('turns plain text into escaped paragraphs and leaves HTML to the sanitizer', () => {
  expect(textToHtml('One & two\r\nlines\n\n\nThree < four')).toBe(
    '<p>One &amp; two<br />lines</p><p>Three &lt; four</p>',
  )
  expect(textToHtml(' <p>a</p> ')).toBe('<p>a</p>')
  expect(textToHtml('  ')).toBe('')
})
