import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { ListResponse } from '../../contract/records.ts'
import type { Page, PageContext } from '../page.ts'
import { notificationListPage } from './notification-list-page.tsx'
import { recordListPage } from './record-list-page.tsx'

const EMPTY: ListResponse = {
  records: [],
  currentPage: 0,
  totalPages: 0,
  totalRecords: 0,
  categories: [],
  statuses: [{ id: 5, name: 'Resolved', class: 'resolved', icon: 'check' }],
  severity: [],
  topMessage: '',
  pageType: 'Incidents',
}

test.each([
  ['/northwall.net/incidents', '/api/incident'],
  ['/northwall.net/maintenance', '/api/maintenance'],
  ['/northwall.net/security-advisories', '/api/advisory'],
])('L-01 the path %s is answered by %s', async (path, read) => {
  const { asked } = await opened(recordListPage, path)
  expect(asked).toEqual([read, { cloud: 'northwall_net', page: 0 }])
})

test('L-01 the heading is the page type', async () => {
  const { html } = await opened(recordListPage, '/northwall.net/incidents')
  expect(html).toContain('<h1>Incidents</h1>')
})

test('L-02 the status filter offers all statuses and those of the server', async () => {
  const { html } = await opened(recordListPage, '/northwall.net/incidents?category=5')
  expect(html).toContain('>All Statuses</option>')
  expect(html).toContain('<option value="5" selected="">Resolved</option>')
})

test('L-12 page and status of the address are asked for', async () => {
  const { asked } = await opened(recordListPage, '/northwall.net/incidents?category=5&page=3')
  expect(asked).toEqual(['/api/incident', { cloud: 'northwall_net', page: 2, category: 5 }])
})

test('L-08 an empty list says so', async () => {
  const { html } = await opened(recordListPage, '/northwall.net/incidents')
  expect(html).toContain('>There are no records<')
})

test('a page past the end leads to the first page', async () => {
  const { html } = await opened(recordListPage, '/northwall.net/incidents?page=99&category=5')
  expect(html).toContain('>There are no records<')
  expect(html).toMatch(/href="\/northwall\.net\/incidents\?category=5"[^>]*>Go to the first page</)
})

test('L-07 maintenance shows its schedule when the server has one', async () => {
  const list = {
    ...EMPTY,
    maintenanceSchedule: {
      days: ['Monday', 'Tuesday'],
      regions: [{ title: 'Europe', data: [{ value: '02:00', className: '' }] }],
    },
  }
  const { html } = await opened(recordListPage, '/northwall.net/maintenance', list)
  expect(html).toContain('Service Update Schedule (UTC)')
  expect(html).toContain('<th scope="row">Europe</th><td>02:00</td><td></td>')
})

test('P-01 an empty list of notifications says so with a full stop', async () => {
  const { html } = await opened(notificationListPage, '/northwall.net/url-category-notification')
  expect(html).toContain('>There are no records.<')
})

test.each([
  ['/url-category-notification', { notification_type: 'url_change_notification', page: 0 }],
  ['/advisory-notification', { notification_type: 'advisories', page: 0 }],
  ['/sub-processor-notification', { notification_type: 'sub_processor', page: 0 }],
  ['/cloud-app-notification', { notification_type: 'cloud_app', page: 0, cloud: 'northwall_net' }],
  ['/notifications', { notification_type: 'url_change_notification', page: 0 }],
])('P-02 %s asks for %j', async (route, input) => {
  const { asked } = await opened(notificationListPage, `/northwall.net${route}`)
  expect(asked).toEqual(['/api/notifications', input])
})

async function opened(page: Page<unknown>, address: string, list = EMPTY) {
  const { pathname, searchParams } = new URL(address, 'https://site.invalid')
  let asked: unknown[] = []
  const context = {
    path: pathname,
    query: searchParams,
    cloud: { domain: 'northwall.net', machine_name: 'northwall_net' },
    read: async (...question: unknown[]) => {
      asked = question
      return list
    },
  } as unknown as PageContext
  const outcome = await page.load(context)
  if (outcome.kind !== 'found') throw new Error(`Expected a page, got ${outcome.kind}`)
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <page.Content data={outcome.data} context={context} />
    </MemoryRouter>,
  )
  return { asked, html }
}
