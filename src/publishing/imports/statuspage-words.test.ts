import { expect, test } from 'vitest'
import { severityOfImpact, statusClassOf } from './statuspage-words.ts'
import { textToHtml } from './text-to-html.ts'

test('an impact becomes the severity that says as much', () => {
  expect(['critical', 'major', 'minor', 'none', 'maintenance', null].map(severityOfImpact)).toEqual([
    20, 20, 19, 1361, 1356, 1361,
  ])
})

test('a status becomes ours, and an unknown one is told apart', () => {
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

test('plain words become paragraphs, escaped, and HTML stays for the sanitiser', () => {
  expect(textToHtml('One & two\r\nlines\n\n\nThree < four')).toBe(
    '<p>One &amp; two<br />lines</p><p>Three &lt; four</p>',
  )
  expect(textToHtml(' <p>a</p> ')).toBe('<p>a</p>')
  expect(textToHtml('  ')).toBe('')
})
