import { expect, test } from 'vitest'
import type { PageContext } from '../page.ts'
import { listOfRecord } from './list-of-record.ts'

const CONTEXT = {
  cloud: { domain: 'northwall.net', machine_name: 'northwall_net' },
  global: {
    menu: {
      main_menu: [
        item('/incidents', 'Incidents'),
        item('/security-advisories', 'Security Advisories', ['northwall_net']),
        {
          ...item('/notifications', 'Notifications'),
          sub_menus: [item('/cloud-app-notification', 'Cloud App')],
        },
      ],
    },
  },
} as unknown as PageContext

test('an incident links back to the incidents of its cloud', () => {
  expect(listOfRecord({ post_type: 'incident' }, CONTEXT)).toEqual({
    name: 'Incidents',
    path: '/northwall.net/incidents',
  })
})

test('a notification links back to the list of its type', () => {
  const notification = { post_type: 'notification', notification_type: 'cloud_app' } as const
  expect(listOfRecord(notification, CONTEXT)?.path).toBe('/northwall.net/cloud-app-notification')
})

test('G-06 a list hidden on this cloud is not linked', () => {
  expect(listOfRecord({ post_type: 'advisory' }, CONTEXT)).toBeUndefined()
})

function item(route: string, name: string, hide_from_clouds: string[] = []) {
  return {
    id: route.slice(1),
    item: name,
    route,
    deep_link: true,
    component: 'maintenance',
    hide_from_clouds,
  }
}
