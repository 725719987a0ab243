import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { PostRecord } from '../../contract/records.ts'
import { SEVERITY } from '../../domain/record.ts'
import type { Page, PageContext } from '../page.ts'
import { notificationPage, postPage } from './record-page.tsx'

const RECORD: PostRecord = {
  id: 7,
  title: 'Web Security: connections failing',
  alias: 'web-security-connections-failing',
  summary: 'New sessions time out.',
  body: '<p>About 12% of new sessions time out.</p>',
  status: 'In Progress',
  severityId: SEVERITY.serviceDisruption,
  event_type: 'service_disruption',
  incident_type: 'Connectivity',
  post_type: 'incident',
  type: 'core_cloud_services',
  tags: ['Load balancing'],
  clusters: ['EU gateways 4'],
  clouds: ['northwall_net', 'northwall_two_net'],
  services: [{ tid: 1, name: 'Web Security' }],
  datacenters: [{ tid: 2, name: 'Zürich II' }],
  created: '2026-11-15T08:16:00.000Z',
  posted_on: '2026-11-15T08:20:00.000Z',
  closed_on: null,
  fromTime: '2026-11-15T08:14:00.000Z',
  toTime: null,
  updated_on: '2026-11-15T10:12:00.000Z',
  updated_by: 'Service Reliability',
  author: 'Cloud Operations',
  created_by: 'Network Operations',
  customer_impact: 'Users see time-outs.',
  available_workaround: 'Point the tunnel at Amsterdam.',
  next_update: '2026-11-15T11:00:00.000Z',
  how_found: 'Our own probes.',
  updates: [
    { id: 1, posted_on: '2026-11-15T08:20:00.000Z', status: 'In Progress', body: '<p>First word.</p>' },
    { id: 2, posted_on: '2026-11-15T10:12:00.000Z', status: 'Monitoring', body: '<p>Latest word.</p>' },
  ],
}

test('P-03 a post shows the whole record', async () => {
  const html = await shown(postPage, RECORD)
  for (const words of [
    'Web Security: connections failing',
    'New sessions time out.',
    'About 12% of new sessions',
    'Service Disruption',
    'In Progress',
    'Sun, 15 Nov 2026 08:14:00 UTC',
    'still open',
    'Sun, 15 Nov 2026 11:00 UTC',
    'Zürich II',
    'Users see time-outs.',
    'Point the tunnel at Amsterdam.',
    'Our own probes.',
    'Cloud Operations',
    'Network Operations',
    'Service Reliability',
    'Connectivity',
    'EU gateways 4',
    'Load balancing',
    'northwall-two.net',
  ]) {
    expect(html).toContain(words)
  }
})

test('P-03 updates stand newest first', async () => {
  const html = await shown(postPage, RECORD)
  expect(html.indexOf('Latest word.')).toBeLessThan(html.indexOf('First word.'))
})

test('P-04 a post without clouds is not available', async () => {
  const post = { ...RECORD, clouds: [] }
  expect(await shown(postPage, post)).toContain('Post not available on this cloud.')
  expect(await postPage.load(contextOf(post))).toMatchObject({ kind: 'found', status: 404 })
})

test('P-04 where nothing is found the page says so', async () => {
  expect(await shown(postPage, null)).toContain('No records found.')
  expect(await postPage.load(contextOf(null))).toMatchObject({ kind: 'found', status: 404 })
  expect(await shown(notificationPage, null)).toContain('No records found.')
})

test('G-12 a notification without clouds concerns everyone and is shown', async () => {
  const html = await shown(notificationPage, { ...RECORD, post_type: 'notification', clouds: [] })
  expect(html).toContain('Web Security: connections failing')
})

test('G-11 a record that has moved leads to its new place', async () => {
  const moved = { ...RECORD, clouds: [], redirect: '/northwall.net/incidents' }
  expect(await postPage.load(contextOf(moved))).toEqual({ kind: 'moved', to: '/northwall.net/incidents' })
})

test.each(['abc', '0', '-1', '1.5', '2147483648', '1e3', '', '٣'])(
  'an id like "%s" names no record',
  async (id) => {
    expect(await postPage.load(contextOf(RECORD, id))).toEqual({ kind: 'missing' })
  },
)

test('a summary that the body begins with is told once', async () => {
  const html = await shown(postPage, { ...RECORD, body: '<p>New sessions time out.</p><p>More.</p>' })
  expect(html.split('New sessions time out.')).toHaveLength(2)
})

test('the server writes no style attribute, which the site forbids itself', async () => {
  expect(await shown(postPage, RECORD)).not.toMatch(/\sstyle=/)
})

async function shown(page: Page<unknown>, record: PostRecord | null) {
  const context = contextOf(record)
  const outcome = await page.load(context)
  if (outcome.kind !== 'found') throw new Error(`Expected a page, got ${outcome.kind}`)
  return renderToStaticMarkup(
    <MemoryRouter>
      <page.Content data={outcome.data} context={context} />
    </MemoryRouter>,
  )
}

function contextOf(record: PostRecord | null, id = '7'): PageContext {
  const cloud = { id: 1, domain: 'northwall.net', machine_name: 'northwall_net' }
  const other = { id: 2, domain: 'northwall-two.net', machine_name: 'northwall_two_net' }
  return {
    params: { id },
    cloud,
    global: { clouds: [cloud, other], menu: { main_menu: [] }, provider: { name: 'Northwall' } },
    read: async () => ({ data: record }),
  } as unknown as PageContext
}
