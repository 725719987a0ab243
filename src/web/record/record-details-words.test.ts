import { expect, test } from 'vitest'
import { areaWords, cvssWords, eventWords, kindWords, sentenceCase } from './record-details-words.ts'

test.each([
  ['advisory', 'Advisory'],
  ['power_supply', 'Power supply'],
  ['DNS', 'DNS'],
  ['Connectivity', 'Connectivity'],
  ['', ''],
])('"%s" is shown as "%s"', (raw, shown) => {
  expect(sentenceCase(raw)).toBe(shown)
})

test('P-03 kind, area and event are shown in words', () => {
  expect(kindWords({ post_type: 'advisory' })).toBe('Security advisory')
  expect(areaWords({ type: 'datacenter_maintenance' })).toBe('Data centers')
  expect(areaWords({ notification_type: 'url_change_notification' })).toBe('URL categories')
  expect(areaWords({})).toBeUndefined()
  expect(eventWords({ event_type: 'service_disruption' })).toBe('Service disruption')
})

test.each([
  [9.8, '9.8, critical'],
  [9, '9.0, critical'],
  [7.4, '7.4, high'],
  [4, '4.0, medium'],
  [0.1, '0.1, low'],
  [0, '0.0, none'],
])('a CVSS score of %d reads %s', (score, words) => {
  expect(cvssWords(score)).toBe(words)
})
