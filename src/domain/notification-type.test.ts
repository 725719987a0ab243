import { expect, test } from 'vitest'
import { notificationTypeOf } from './notification-type.ts'

test.each([
  ['/url-category-notification', 'url_change_notification'],
  ['/northwall.net/cloud-app-notification', 'cloud_app'],
  ['/notifications/advisory-notification', 'advisories'],
  ['/sub-processor-notification', 'sub_processor'],
  ['/notifications', 'url_change_notification'],
  ['/', 'url_change_notification'],
])('P-01 the path %s lists the type %s', (path, type) => {
  expect(notificationTypeOf(path)).toBe(type)
})
