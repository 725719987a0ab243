import { expect, test } from 'vitest'
import { markupInRouter } from '../../../tests/support/in-router.tsx'
import type { RecordInPlace } from '../../contract/records.ts'
import { plainText } from '../../domain/plain-text.ts'
import { SEVERITY } from '../../domain/record.ts'
import type { Page, PageContext } from '../page.ts'
import { notificationPage, postPage } from './record-page.tsx'

const RECORD: RecordInPlace = {
  id: 7,
  title: 'Web Security: connections failing',
  alias: 'web-security-connections-failing',
  summary: 'New sessions time out.',
  body: '<p>About 12% of new sessions time out.</p>',
  status: 'In Progress',
  severityId: SEVERITY.serviceDisruption,
  event_type: 'service_disruption',
  incident_type: 'lost_connections',
  post_type: 'incident',
  type: 'core_cloud_services',
  tags: ['Load balancing'],
  clusters: ['EU gateways 4'],
  clouds: ['northwall_net', 'northwall_two_net'],
  services: [
    { tid: 1, name: 'Web Security' },
    { tid: 51, name: 'Web Security' },
    { tid: 52, name: 'DNS Control' },
  ],
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
  places_here: {
    services: [{ tid: 51, name: 'Web Security' }],
    datacenters: [{ tid: 2, name: 'Zürich II' }],
  },
  previous: { id: 9, title: 'Sandbox: slow verdicts' },
  next: null,
  related: [
    {
      id: 5,
      title: 'Zürich II: power test',
      status: 'Completed',
      severityId: SEVERITY.noServiceImpact,
      post_type: 'maintenance',
      from: '2026-11-10T08:00:00.000Z',
    },
    {
      id: 6,
      title: 'Web categories divided',
      status: 'Completed',
      severityId: SEVERITY.informational,
      post_type: 'notification',
      from: '2026-11-09T08:00:00.000Z',
    },
  ],
}

const CLOSED = {
  closed_on: '2026-11-15T12:30:00.000Z',
  status: 'Resolved',
  resolved_by: 'Network Engineering',
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
    'Ongoing',
    'Next update promised by ',
    '>11:00 UTC</time>',
    'Zürich II',
    'Users see time-outs.',
    'Point the tunnel at Amsterdam.',
    'Our own probes.',
    'Cloud Operations',
    'Network Operations',
    'Service Reliability',
    'Lost connections',
    'Core cloud services',
    'Service disruption',
    'web-security-connections-failing',
    'EU gateways 4',
    'Load balancing',
    'northwall-two.net',
  ]) {
    expect(html).toContain(words)
  }
})

test('P-03 updates are newest first', async () => {
  const html = await shown(postPage, RECORD)
  expect(html.indexOf('Latest word.')).toBeLessThan(html.indexOf('First word.'))
})

test('P-03 the latest update is right below the title, and only there', async () => {
  const text = plainText(await shown(postPage, RECORD))
  expect(text).toMatch(
    /failing\s*\/northwall\.net\/posts\/7\s*Latest update\s*Monitoring.*Latest word\..*Next update promised/,
  )
  expect(text).toMatch(/Earlier updates\s*In Progress\s*Posted by Cloud Operations.*First word\./)
  expect(text.split('Latest word.')).toHaveLength(2)
})

test('P-03 a title longer than 90 characters is smaller', async () => {
  const long = await shown(postPage, { ...RECORD, title: 'a'.repeat(91) })
  expect(long).toMatch(/<h1[^>]*data-long/)
  expect(await shown(postPage, { ...RECORD, title: 'a'.repeat(90) })).not.toContain('data-long')
})

test('P-03 the history runs from the start to the end', async () => {
  const html = await shown(postPage, { ...RECORD, ...CLOSED })
  const story = ['Closed by Network Engineering', 'Latest word.', 'First word.'].map((words) =>
    html.indexOf(words),
  )
  expect(story).toEqual(story.toSorted((a, b) => a - b))
  expect(html).toContain('Posted by Cloud Operations')
})

test('P-03 an update has its own address', async () => {
  const html = await shown(postPage, RECORD)
  expect(html).toContain('id="update-2"')
  expect(html).toContain('href="/northwall.net/posts/7#update-2"')
})

test('the key facts come before the body', async () => {
  const html = await shown(postPage, RECORD)
  expect(html.indexOf('Users see time-outs.')).toBeLessThan(html.indexOf('About 12% of new sessions'))
})

test('a service links to its row on the Cloud Status page, a data center to its records', async () => {
  const html = await shown(postPage, RECORD)
  expect(linksIn(html)).toMatchObject({
    'Web Security': '/northwall.net/cloud-status#row-51',
    'Zürich II': '/northwall.net/incidents?datacenter=2',
  })
})

test('a service of several clouds is named once, and one of another cloud has no link', async () => {
  const html = await shown(postPage, RECORD)
  expect(html.split('>Web Security<')).toHaveLength(2)
  expect(html).toContain('<li><bdi>DNS Control</bdi></li>')
})

test.each([
  ['whose menu hides it', { hidden: ['northwall_net'] }],
  ['that shows no core services', { coreServices: '0' }],
] as const)('no service links to the Cloud Status page of a cloud %s', async (_, options) => {
  const html = await shown(postPage, RECORD, options)
  expect(html).not.toContain('#row-')
  expect(html).toContain('<li><bdi>Web Security</bdi></li>')
})

test('many data centers are folded, and all are included', async () => {
  const datacenters = Array.from({ length: 38 }, (_, at) => ({ tid: at + 1, name: `Center ${at + 1}` }))
  const html = await shown(postPage, {
    ...RECORD,
    datacenters,
    places_here: { services: [], datacenters },
  })
  expect(html).toMatch(/<summary[^>]*><span[^>]*>and 34 more<\/span>/)
  const folded = html.slice(html.indexOf('<details'), html.indexOf('</details>'))
  expect(folded).not.toContain('>Center 4<')
  expect(folded).toContain('>Center 5<')
  expect(folded).toContain('>Center 38<')
})

test.each([
  ['closed', CLOSED],
  ['closed by its status', { status: 'Archived' }],
])('a record that is %s promises no update', async (_, end) => {
  expect(await shown(postPage, { ...RECORD, ...end })).not.toContain('Next update promised')
})

test('related records and neighbors are linked', async () => {
  const html = await shown(postPage, RECORD)
  expect(linksIn(html)).toMatchObject({
    'Zürich II: power test': '/northwall.net/posts/5',
    'Web categories divided': '/northwall.net/notification/6',
    'Newer Sandbox: slow verdicts': '/northwall.net/posts/9',
  })
  expect(html).toContain('Maintenance · No Service Impact · Completed')
  expect(html).not.toContain('Older')
})

test('a related advisory does not repeat its type as a severity', async () => {
  const [related] = RECORD.related
  const advisory = { ...related, post_type: 'advisory', severityId: SEVERITY.securityAdvisory } as const
  const html = await shown(postPage, { ...RECORD, related: [advisory as RecordInPlace['related'][number]] })
  expect(html).toContain('<p>Security advisory · Completed · ')
})

test('a record without related records and neighbors shows neither section', async () => {
  const html = await shown(postPage, { ...RECORD, related: [], previous: null })
  expect(html).not.toContain('Related')
  expect(html).not.toContain('Other records')
})

test('the neighbors of a notification are notifications', async () => {
  const html = await shown(notificationPage, {
    ...RECORD,
    post_type: 'notification',
    notification_type: 'advisories',
  })
  expect(linksIn(html)['Newer Sandbox: slow verdicts']).toBe('/northwall.net/notification/9')
  expect(html).toContain('<li><bdi>Zürich II</bdi></li>')
})

test('a closed notification remains in effect', async () => {
  const html = await shown(notificationPage, { ...RECORD, ...CLOSED, post_type: 'notification' })
  expect(html).toContain('<dt>Closed at</dt>')
  expect(html).not.toContain('<dt>Until</dt>')
})

test('Z-02 maintenance shows planned and actual times if they differ', async () => {
  const window = {
    post_type: 'maintenance',
    status: 'Completed',
    fromTime: '2026-11-15T20:00:00.000Z',
    toTime: '2026-11-15T22:00:00.000Z',
    closed_on: '2026-11-15T22:15:00.000Z',
    actual_from_time: '2026-11-15T20:00:00.000Z',
  } as const
  const late = plainText(
    await shown(postPage, { ...RECORD, ...window, actual_to_time: '2026-11-15T22:15:00.000Z' }),
  )
  expect(late).toMatch(/Planned start.*20:00.*Planned end.*22:00.*Actual start.*20:00.*Actual end.*22:15/)
  const onTime = plainText(await shown(postPage, { ...RECORD, ...window, actual_to_time: window.toTime }))
  expect(onTime).not.toMatch(/Planned|Actual/)
  const running = plainText(
    await shown(postPage, { ...RECORD, ...window, status: 'In Progress', closed_on: null }),
  )
  expect(running).toMatch(/Start.*20:00.*Planned end.*22:00/)
  expect(running).not.toMatch(/Planned start|Actual/)
})

test('Z-02 postponed and canceled work shows its old time struck through', async () => {
  const html = await shown(postPage, {
    ...RECORD,
    post_type: 'maintenance',
    event_type: 'postponed',
    status: 'Postponed',
    toTime: '2026-11-15T10:00:00.000Z',
  })
  expect(html).toMatch(/<dt>Was planned<\/dt><dd><s[^>]*><time[^>]*>Sun, 15 Nov 2026 08:14:00 UTC<\/time>/)
  expect(html).not.toMatch(/Planned start|<dt>Start/)
})

test('L-09 internal fields are shown in their block, if there are any', async () => {
  const html = await shown(postPage, { ...RECORD, internal_note: 'Ask the carrier.' })
  expect(html).toContain('Confidential Internal Only')
  expect(html).toContain('Ask the carrier.')
  expect(await shown(postPage, RECORD)).not.toContain('Confidential')
})

test('P-04 a post without clouds is not available', async () => {
  const post = { ...RECORD, clouds: [] }
  expect(await shown(postPage, post)).toContain('Post not available on this cloud.')
  expect(await postPage.load(contextOf(post))).toMatchObject({ kind: 'found', status: 404 })
})

test('P-04 a post opened under another cloud links to its own clouds', async () => {
  const context = contextOf(null)
  const read = async () => ({ data: null, elsewhere: ['northwall_two_net'] })
  const outcome = await postPage.load({ ...context, read } as unknown as PageContext)
  if (outcome.kind !== 'found') throw new Error(`Expected a page, got ${outcome.kind}`)
  expect(outcome.status).toBe(404)
  const html = markupInRouter(<postPage.Content data={outcome.data} context={context} />)
  expect(html).toContain('No records found.')
  expect(linksIn(html)['northwall-two.net']).toBe('/northwall-two.net/posts/7')
})

test('P-04 the page says if nothing is found', async () => {
  expect(await shown(postPage, null)).toContain('No records found.')
  expect(await postPage.load(contextOf(null))).toMatchObject({ kind: 'found', status: 404 })
  expect(await shown(notificationPage, null)).toContain('No records found.')
})

test('a withdrawn post leaves a note that crawlers drop', async () => {
  const context = contextOf(null)
  const withdrawn = { on: '2026-11-05T07:44:00.000Z', reason: 'the alarm came from a test system' }
  for (const page of [postPage, notificationPage]) {
    const read = async () => ({ data: null, withdrawn })
    const outcome = await page.load({ ...context, read } as unknown as PageContext)
    if (outcome.kind !== 'found') throw new Error(`Expected a page, got ${outcome.kind}`)
    expect(outcome.status).toBe(410)
    expect(page.meta(outcome.data, context)).toMatchObject({ title: 'Withdrawn', noindex: true })
    const html = markupInRouter(<page.Content data={outcome.data} context={context} />)
    expect(html.replace(/<[^>]+>/g, '')).toContain(
      'Withdrawn on Thu, 05 Nov 2026 07:44:00 UTC because the alarm came from a test system.',
    )
  }
})

test('G-12 a notification without clouds is for everyone and is shown', async () => {
  const html = await shown(notificationPage, { ...RECORD, post_type: 'notification', clouds: [] })
  expect(html).toContain('Web Security: connections failing')
})

test('G-11 a moved record redirects to its new address', async () => {
  const moved = { ...RECORD, clouds: [], redirect: '/northwall.net/incidents' }
  expect(await postPage.load(contextOf(moved))).toEqual({ kind: 'moved', to: '/northwall.net/incidents' })
})

test.each(['abc', '0', '-1', '1.5', '2147483648', '1e3', '', '٣'])(
  'an id like "%s" is invalid',
  async (id) => {
    expect(await postPage.load(contextOf(RECORD, id))).toEqual({ kind: 'missing' })
  },
)

test('a summary that the body starts with is shown once', async () => {
  const html = await shown(postPage, { ...RECORD, body: '<p>New sessions time out.</p><p>More.</p>' })
  expect(html.split('New sessions time out.')).toHaveLength(2)
})

test('the server renders no style attributes, which the CSP forbids', async () => {
  expect(await shown(postPage, RECORD)).not.toMatch(/\sstyle=/)
})

interface CloudOptions {
  hidden?: readonly string[]
  coreServices?: '0' | '1'
}

async function shown(page: Page<unknown>, record: RecordInPlace | null, options: CloudOptions = {}) {
  const context = contextOf(record, '7', options)
  const outcome = await page.load(context)
  if (outcome.kind !== 'found') throw new Error(`Expected a page, got ${outcome.kind}`)
  return markupInRouter(<page.Content data={outcome.data} context={context} />)
}

function contextOf(record: RecordInPlace | null, id = '7', options: CloudOptions = {}): PageContext {
  const { hidden = [], coreServices = '1' } = options
  const cloud_status = { core_cloud_services: coreServices, datacenter: '1', premium_datacenter: '0' }
  const cloud = { id: 1, domain: 'northwall.net', machine_name: 'northwall_net', cloud_status }
  const other = { id: 2, domain: 'northwall-two.net', machine_name: 'northwall_two_net' }
  const main_menu = [
    { ...item('cloud_status', '/cloud-status'), hide_from_clouds: hidden },
    item('maintenance', '/incidents'),
    item('notification', '/advisory-notification'),
  ]
  return {
    params: { id },
    cloud,
    global: { clouds: [cloud, other], menu: { main_menu }, provider: { name: 'Northwall' } },
    read: async () => ({ data: record }),
  } as unknown as PageContext
}

function item(component: string, route: string) {
  return { id: route, item: route, route, component, deep_link: true, hide_from_clouds: [] }
}

function linksIn(html: string): Record<string, string> {
  const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
  return Object.fromEntries(links.map(([, href, words]) => [plainText(words ?? ''), href ?? '']))
}
