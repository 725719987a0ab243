import { expect, test } from 'vitest'
import { areaWords, eventWords, kindWords, sentenceCase } from './record-details-words.ts'

test.each([
  ['advisory', 'Advisory'],
  ['power_supply', 'Power supply'],
  ['DNS', 'DNS'],
  ['Connectivity', 'Connectivity'],
  ['', ''],
])('a word like "%s" is shown as "%s"', (raw, shown) => {
  expect(sentenceCase(raw)).toBe(shown)
})

test('P-03 kind, area and event are told in words', () => {
  expect(kindWords({ post_type: 'advisory' })).toBe('Security advisory')
  expect(areaWords({ type: 'datacenter_maintenance' })).toBe('Data centers')
  expect(areaWords({ notification_type: 'url_change_notification' })).toBe('URL categories')
  expect(areaWords({})).toBeUndefined()
  expect(eventWords({ event_type: 'service_disruption' })).toBe('Service disruption')
})
