import { expect, test } from 'vitest'
import { FEEDS, feedName, feedPath } from './feed-name.ts'

test.each([
  ['incidents', 'incidents'],
  ['maintenance', 'maintenance'],
  ['advisories', 'advisories'],
  ['security-advisories', 'security-advisories'],
  ['url-category-notification', 'url-category-notification'],
  ['url_change_notification', 'url-category-notification'],
  ['cloud-app', 'cloud-app'],
  ['cloud_app', 'cloud-app'],
  ['sub-processor', 'sub-processor'],
  ['sub_processor', 'sub-processor'],
])('L-03 %s names the feed %s', (asked, name) => {
  expect(feedName(asked)?.name).toBe(name)
})

test.each(['', 'nope', 'constructor', '__proto__', 'Incidents'])('%j is not a feed', (asked) => {
  expect(feedName(asked)).toBeUndefined()
})

test('L-03 the JSON link adds format=json, and a cloud filters', () => {
  expect(feedPath(FEEDS.incidents)).toBe('/rss-feed/incidents')
  expect(feedPath(FEEDS.incidents, undefined, 'json')).toBe('/rss-feed/incidents?format=json')
  expect(feedPath(FEEDS.incidents, 'one', 'json')).toBe('/rss-feed/incidents?cloud=one&format=json')
})
