import { expect, test } from 'vitest'
import { markupInRouter } from '../../../tests/support/in-router.tsx'
import { CALENDAR, EMPTY, RECORD } from '../../../tests/support/made-up-list.ts'
import type { Page, PageContext } from '../page.ts'
import { notificationListPage } from './notification-list-page.tsx'
import { recordListPage } from './record-list-page.tsx'

const INCIDENTS = '/northwall.net/incidents'

test.each([
  ['/northwall.net/incidents', '/api/incident', 'recent_incident'],
  ['/northwall.net/maintenance', '/api/maintenance', 'scheduled_maintenance'],
  ['/northwall.net/security-advisories', '/api/advisory', 'advisory'],
])('L-01 the path %s reads %s', async (path, read, type) => {
  const { asked } = await opened(recordListPage, path)
  expect(asked).toEqual({
    [read]: { cloud: 'northwall_net', page: 0 },
    '/api/calendar': { cloud: 'northwall_net', type },
  })
})

test('L-01 the heading is the page type', async () => {
  const { html } = await opened(recordListPage, INCIDENTS)
  expect(html).toContain('>Incidents</h1>')
})

test('L-02 the status filter offers all statuses and those from the server', async () => {
  const { html } = await opened(recordListPage, `${INCIDENTS}?category=5`)
  expect(html).toContain('>All Statuses</option>')
  expect(html).toContain('<option value="5" selected="">Resolved</option>')
})

test('L-02, L-12 unknown filter values are ignored and the whole list is read', async () => {
  const made = await opened(
    recordListPage,
    `${INCIDENTS}?category=99&datacenter=123&datacenter=124&date=1850-01-01`,
  )
  const whole = await opened(recordListPage, INCIDENTS)
  expect(made.asked).toEqual(whole.asked)
  expect(made.html).toBe(whole.html)
  expect(made.meta).toEqual(whole.meta)
})

test('L-05 a month beyond the calendar becomes the month at that end', async () => {
  for (const [beyond, end] of [
    ['1000-01', '2026-10'],
    ['9999-12', '2026-12'],
  ]) {
    const { data } = await opened(recordListPage, `${INCIDENTS}?month=${beyond}`)
    expect(data).toEqual((await opened(recordListPage, `${INCIDENTS}?month=${end}`)).data)
  }
})

test('L-12 page, status, day and data centers are requested together', async () => {
  const { asked } = await opened(
    recordListPage,
    `${INCIDENTS}?category=5&page=3&date=2026-11-15&datacenter=32&datacenter=31&month=2026-10`,
  )
  expect(asked['/api/incident']).toEqual({
    cloud: 'northwall_net',
    page: 2,
    category: 5,
    date: '2026-11-15',
    datacenter: [31, 32],
  })
})

test('L-12 without scripts each filter keeps the others and goes to the first page', async () => {
  const { html } = await opened(
    recordListPage,
    `${INCIDENTS}?category=5&page=3&date=2026-11-15&datacenter=31&datacenter=77&month=2026-10`,
  )
  const [ofStatus, ofDataCenters] = [...html.matchAll(/<form.*?<\/form>/gs)].map(([form]) =>
    hiddenFields(form),
  )
  expect(ofStatus).toEqual(['date=2026-11-15', 'datacenter=31', 'month=2026-10'])
  expect(ofDataCenters).toEqual(['category=5', 'date=2026-11-15', 'month=2026-10'])
  expect(html).toMatch(/<input type="checkbox" name="datacenter" checked="" value="31"\/>Frankfurt IV/)
})

test('L-12 active filters are shown above the list and can be removed one by one', async () => {
  const { html, text } = await opened(
    recordListPage,
    `${INCIDENTS}?category=5&page=3&date=2026-11-15&datacenter=31&datacenter=32`,
  )
  for (const words of ['Sunday, 15 November 2026', 'Resolved', 'Frankfurt IV', 'Zürich II']) {
    expect(text).toContain(`Remove filter ${words}`)
  }
  const links = [...html.matchAll(/href="([^"]*)"[^>]*><span class="hidden">Remove filter/g)].map(
    ([, href]) => href,
  )
  expect(links).toEqual([
    `${INCIDENTS}?category=5&amp;datacenter=31&amp;datacenter=32`,
    `${INCIDENTS}?date=2026-11-15&amp;datacenter=31&amp;datacenter=32`,
    `${INCIDENTS}?category=5&amp;date=2026-11-15&amp;datacenter=32`,
    `${INCIDENTS}?category=5&amp;date=2026-11-15&amp;datacenter=31`,
  ])
  expect(html).toMatch(/href="\/northwall\.net\/incidents"[^>]*>Clear all</)
})

test.each([
  ['/northwall.net/maintenance', recordListPage, '3 maintenance notices, current and upcoming first'],
  ['/northwall.net/advisory-notification', notificationListPage, '3 advisories, newest first'],
  ['/northwall.net/cloud-app-notification', notificationListPage, '3 notifications, newest first'],
])('the list %s counts its records by name', async (path, page, words) => {
  const list = { ...EMPTY, records: [RECORD], totalRecords: 3, totalPages: 1 }
  expect((await opened(page, path, list)).text).toContain(words)
})

test('the selected day is named once, and an empty result is announced', async () => {
  const { html, text } = await opened(recordListPage, `${INCIDENTS}?date=2026-11-16`)
  expect(text.match(/16 Nov(ember)? 2026/g)).toHaveLength(1)
  expect(html).toContain('<span aria-live="polite" class="hidden">No incidents</span>')
})

test('G-08 the title names the filters, and only the whole list is indexed', async () => {
  const list = { ...EMPTY, records: [RECORD], totalRecords: 25, totalPages: 2, currentPage: 1 }
  const whole = await opened(recordListPage, `${INCIDENTS}?page=2`, list)
  expect(whole.meta).toMatchObject({ title: 'Incidents, page 2' })
  expect(whole.meta.noindex).toBeUndefined()
  const narrowed = await opened(
    recordListPage,
    `${INCIDENTS}?category=5&page=2&date=2026-11-15&datacenter=31`,
    list,
  )
  expect(narrowed.meta).toMatchObject({
    title: 'Incidents, 15 Nov 2026, Resolved, Frankfurt IV, page 2',
    noindex: true,
  })
  expect((await opened(recordListPage, `${INCIDENTS}?month=2026-10`)).meta.noindex).toBe(true)
})

test('L-05 the calendar is a table of links with this month, its kinds, today and the selected day', async () => {
  const { html, text } = await opened(recordListPage, `${INCIDENTS}?date=2026-11-16&category=5`)
  expect(text).toContain('November 2026')
  expect(text).toContain('All incidents by day, in UTC.')
  expect(dayLink(html, '2026-11-15')).toMatchObject({
    'data-tone': 'disruption',
    'data-today': '',
    href: `${INCIDENTS}?category=5&amp;date=2026-11-15`,
    words: '15 November, today, Service Disruption',
  })
  expect(dayLink(html, '2026-11-16')).toMatchObject({
    'aria-current': 'true',
    href: `${INCIDENTS}?category=5`,
  })
  expect(dayLink(html, '2026-10-27')).toMatchObject({ 'data-outside': '', words: '27 October, Completed' })
  expect(dayLink(html, '2026-11-17')).not.toHaveProperty('data-tone')
})

test('L-05 months can be paged only as far as there are records', async () => {
  const step = (html: string, label: string) =>
    new RegExp(`<(a|span)[^>]*aria-label="${label}[^>]*>`).exec(html)?.[0] ?? ''
  const oldest = (await opened(recordListPage, `${INCIDENTS}?month=2026-10&page=2`)).html
  expect(step(oldest, 'Previous month')).toMatch(/^<span .*aria-disabled="true"/)
  expect(step(oldest, 'Next month')).toContain(`href="${INCIDENTS}?page=2"`)
  const newest = (await opened(recordListPage, `${INCIDENTS}?month=2026-12`)).html
  expect(step(newest, 'Next month')).toMatch(/^<span .*aria-disabled="true"/)
  expect(step(newest, 'Previous month')).toContain(`href="${INCIDENTS}"`)
})

test('L-05 clearing the day keeps the calendar at its month', async () => {
  const { html } = await opened(recordListPage, `${INCIDENTS}?date=2026-10-27`)
  expect(dayLink(html, '2026-10-27').href).toBe(`${INCIDENTS}?month=2026-10`)
})

test('L-05 the page only contains the days of the month shown', async () => {
  const { data } = await opened(recordListPage, INCIDENTS)
  expect(JSON.stringify(data)).not.toContain('2026-12-20')
})

test('L-06 data centers are listed by region, and only if records affect some', async () => {
  const offered = await opened(recordListPage, INCIDENTS)
  expect(offered.html).toContain('<legend>Europe</legend>')
  const none = await opened(recordListPage, `${INCIDENTS}?datacenter=31`, EMPTY, {
    ...CALENDAR,
    datacenters: [],
  })
  expect(none.html).not.toContain('<fieldset>')
  expect(none.text).not.toContain('Remove filter')
})

test('L-08 an empty list says so', async () => {
  const { html } = await opened(recordListPage, INCIDENTS)
  expect(html).toContain('>There are no records<')
})

test('a page past the end is a 404, says how many pages there are, and links to the first', async () => {
  const list = { ...EMPTY, totalRecords: 25, totalPages: 2, currentPage: 98 }
  const { html, status } = await opened(recordListPage, `${INCIDENTS}?page=99&category=5`, list)
  expect(status).toBe(404)
  expect(html).toContain('>There are no records<')
  expect(html).toContain('>There are only 2 pages.<')
  expect(html).toMatch(/href="\/northwall\.net\/incidents\?category=5"[^>]*>Go to the first page</)
})

test("L-07 maintenance shows its schedule if there is one, with today's weekday marked", async () => {
  const list = {
    ...EMPTY,
    maintenanceSchedule: {
      days: ['Saturday', 'Sunday'],
      regions: [{ title: 'Europe', data: [{ value: '02:00', className: '' }] }],
    },
  }
  const { html, text } = await opened(recordListPage, '/northwall.net/maintenance', list)
  expect(text).toContain('Service Update Schedule (UTC)')
  expect(html).toContain('<th scope="row" dir="auto">Europe</th><td>02:00</td><td data-today=""></td>')
  expect(html).toMatch(/<span aria-hidden="true">Sun<\/span><span class="hidden">Sunday<\/span>.*, today</)
})

test('L-01 maintenance is grouped under headings, and postponed work shows its old time', async () => {
  const work = { ...RECORD, post_type: 'maintenance', event_type: 'scheduled' } as const
  const records = [
    { ...work, id: 1, title: 'Running', list_group: 'in_progress' },
    { ...work, id: 2, title: 'Tomorrow', list_group: 'upcoming' },
    { ...work, id: 3, title: 'Put off', list_group: 'upcoming', event_type: 'postponed' },
    { ...work, id: 4, title: 'Done', list_group: 'past' },
  ] as const
  const list = { ...EMPTY, records: [...records], totalRecords: 4, totalPages: 1 }
  const { html } = await opened(recordListPage, '/northwall.net/maintenance', list)
  const headings = [...html.matchAll(/<h([23])[^>]*>(?:<a[^>]*>)?([^<]+)/g)].map(
    ([, level, words]) => `h${level} ${words}`,
  )
  expect(headings.slice(1)).toEqual([
    'h2 In progress',
    'h3 Running',
    'h2 Upcoming',
    'h3 Tomorrow',
    'h3 Put off',
    'h2 Past',
    'h3 Done',
  ])
  expect(html.match(/Was planned <s/g)).toHaveLength(1)
})

test('L-09 internal fields are shown in their block if and only if the server sends them', async () => {
  const list = { ...EMPTY, records: [RECORD], totalRecords: 1, totalPages: 1 }
  expect((await opened(recordListPage, INCIDENTS, list)).text).not.toContain('Confidential')
  const forStaff = { ...list, records: [{ ...RECORD, internal_note: 'Card 4 is dead.', jira_link: 'OPS-1' }] }
  const { text } = await opened(recordListPage, INCIDENTS, forStaff)
  expect(text).toMatch(/Confidential Internal Only.*Card 4 is dead\..*Jira.*OPS-1/)
})

test('P-01 an empty list of notifications says so, with a period', async () => {
  const { html } = await opened(notificationListPage, '/northwall.net/url-category-notification')
  expect(html).toContain('>There are no records.<')
})

test('P-01 a list of notifications has a status filter but no calendar or data centers', async () => {
  const { html, text, asked } = await opened(
    notificationListPage,
    '/northwall.net/url-category-notification?category=5&date=2026-11-15&datacenter=31',
  )
  expect(asked).toEqual({
    '/api/notifications': { notification_type: 'url_change_notification', page: 0, category: 5 },
  })
  expect(html).toContain('<option value="5" selected="">Resolved</option>')
  expect(text).toContain('Remove filter Resolved')
  expect(html).not.toMatch(/data-day|name="datacenter"/)
})

test.each([
  ['/url-category-notification', { notification_type: 'url_change_notification', page: 0 }],
  ['/advisory-notification', { notification_type: 'advisories', page: 0 }],
  ['/sub-processor-notification', { notification_type: 'sub_processor', page: 0 }],
  ['/cloud-app-notification', { notification_type: 'cloud_app', page: 0, cloud: 'northwall_net' }],
  ['/notifications', { notification_type: 'url_change_notification', page: 0 }],
])('P-02 %s requests %j', async (route, input) => {
  const { asked } = await opened(notificationListPage, `/northwall.net${route}`)
  expect(asked).toEqual({ '/api/notifications': input })
})

async function opened(page: Page<unknown>, address: string, list = EMPTY, calendar = CALENDAR) {
  const { pathname, searchParams } = new URL(address, 'https://site.invalid')
  const asked: Record<string, unknown> = {}
  const context = {
    path: pathname,
    query: searchParams,
    cloud: { domain: 'northwall.net', machine_name: 'northwall_net' },
    global: { provider: { name: 'Northwall' } },
    read: async (path: string, input: unknown) => {
      asked[path] = input
      return path === '/api/calendar' ? calendar : list
    },
  } as unknown as PageContext
  const outcome = await page.load(context)
  if (outcome.kind !== 'found') throw new Error(`Expected a page, got ${outcome.kind}`)
  const { data, status } = outcome
  const html = markupInRouter(<page.Content data={data} context={context} />)
  return { asked, data, status, html, text: textOf(html), meta: page.meta(data, context) }
}

function textOf(html: string) {
  return html.replace(/<[^>]+>/g, '')
}

function hiddenFields(form: string) {
  return [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, name, value]) => `${name}=${value}`,
  )
}

function dayLink(html: string, day: string): Record<string, string> {
  const [, tag = '', content = ''] = new RegExp(`<a ([^>]*data-day="${day}"[^>]*)>(.*?)</a>`).exec(html) ?? []
  const attributes = [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])
  const words = /<span class="hidden">(.*?)<\/span>/.exec(content)?.[1] ?? ''
  return { ...Object.fromEntries(attributes), words }
}
