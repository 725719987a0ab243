import { expect, test } from 'vitest'
import { markupInRouter } from '../../../tests/support/in-router.tsx'
import type { RecordInPlace } from '../../contract/records.ts'
import { SEVERITY } from '../../domain/record.ts'
import type { Loaded } from '../../ui/account/loaded.ts'
import type { PageContext } from '../page.ts'
import { PostDialog } from './post-dialog.tsx'

const PATH = '/northwall.net/cloud-status'

const RECORD: RecordInPlace = {
  id: 7,
  title: 'Web Security: connections failing',
  alias: '',
  summary: 'New sessions time out.',
  body: '<p>About 12% of new sessions time out.</p>',
  status: 'In Progress',
  severityId: SEVERITY.serviceDisruption,
  event_type: 'service_disruption',
  post_type: 'incident',
  tags: ['Load balancing'],
  clusters: [],
  clouds: ['northwall_net'],
  services: [{ tid: 1, name: 'Web Security' }],
  datacenters: [],
  created: '2026-11-15T08:16:00.000Z',
  posted_on: '2026-11-15T08:20:00.000Z',
  closed_on: null,
  fromTime: '2026-11-15T08:14:00.000Z',
  toTime: null,
  updated_on: '2026-11-15T10:12:00.000Z',
  places_here: { services: [], datacenters: [] },
  previous: null,
  next: null,
  related: [],
  updates: [
    { id: 2, posted_on: '2026-11-15T10:12:00.000Z', status: 'Monitoring', body: '<p>Latest word.</p>' },
  ],
}

test('S-04 the server shows the whole post in an open dialog with close and page links', () => {
  const html = shown({ kind: 'loaded', value: RECORD })
  expect(html).toMatch(/^<dialog open=""/)
  expect(html).toContain('aria-label="Web Security: connections failing"')
  for (const words of ['New sessions time out.', 'About 12%', 'Latest word.', 'Load balancing', 'Ongoing']) {
    expect(html).toContain(words)
  }
  expect(html).toContain(
    `<form action="${PATH}" method="get"><input type="hidden" name="week" value="2"/><button`,
  )
  expect(html).toContain('href="/northwall.net/posts/7"')
  expect(html).not.toContain('style=')
})

test('S-04 the headings of the post are below that of the page', () => {
  const html = shown({ kind: 'loaded', value: RECORD })
  expect(html).not.toContain('<h1')
  expect(html.match(/<h2/g)).toHaveLength(1)
  expect(html).toMatch(/<h3[^>]*>(Latest update|Earlier updates|Updates)/)
})

test('P-04 a post that is not found, or has no cloud, says so', () => {
  expect(shown({ kind: 'loaded', value: null })).toContain('No records found.')
  expect(shown({ kind: 'loaded', value: { ...RECORD, clouds: [] } })).toContain(
    'Post not available on this cloud.',
  )
})

test('G-20 a post that fails to load says so and can be retried at the same address', () => {
  const html = shown({ kind: 'failed', message: 'down' })
  expect(html).toContain('The post could not be loaded.')
  expect(html).toContain(`action="${PATH}"`)
  expect(html).toContain('name="week" value="2"')
  expect(html).toContain('name="post" value="7"')
})

function shown(loaded: Loaded<RecordInPlace | null>) {
  const context = {
    global: { clouds: [], menu: { main_menu: [], top_menu: [] } },
    cloud: {
      domain: 'northwall.net',
      cloud_status: { core_cloud_services: '1', datacenter: '1', premium_datacenter: '1' },
    },
    path: PATH,
    query: new URLSearchParams('week=2&post=7'),
  } as unknown as PageContext
  const dialog = <PostDialog loaded={loaded} closeTo={`${PATH}?week=2`} context={context} />
  return markupInRouter(dialog)
}
