import { afterEach, expect, test, vi } from 'vitest'
import { markupInRouter } from '../../../tests/support/in-router.tsx'
import { answerOf, categoriesWith, DISRUPTION } from '../../../tests/support/made-up-week.ts'
import type { Service } from '../../contract/cloud-status.ts'
import type { Cloud } from '../../domain/cloud.ts'
import type { PageContext } from '../page.ts'
import { cloudStatusPage } from './cloud-status-page.tsx'

const PATH = '/northwall.net/cloud-status'

/** A data center of the type in the other tab. */
const NOT_ON_SCREEN = 31

const VERDICT = {
  state: 'service_disruption',
  trouble: 'Web Security is disrupted',
  rest: ' in Zürich II. Everything else is running.',
  sentences: ['Web Security is disrupted in Zürich II.', 'Everything else is running.'],
  since: '2026-11-15T08:14:00.000Z',
  next_update: '2026-11-15T11:00:00.000Z',
  incident: { id: 7, title: 'Web Security: connections failing' },
  open_count: 1,
  service_ids: [10],
  datacenter_ids: [NOT_ON_SCREEN],
  incidents: [
    {
      id: 7,
      title: 'Web Security: connections failing',
      state: 'service_disruption',
      affects: 'Web Security in Zürich II',
      whole_cloud: false,
      services: [{ tid: 10, name: 'Web Security' }],
      datacenters: [],
      since: '2026-11-15T08:14:00.000Z',
      next_update: '2026-11-15T11:00:00.000Z',
      latest: 'Traffic is being moved.',
      latest_at: '2026-11-15T10:00:00.000Z',
      updated_on: '2026-11-15T10:00:00.000Z',
    },
  ],
  maintenance: [],
  upcoming: null,
}

const ALL = { core_cloud_services: '1', datacenter: '1', premium_datacenter: '1' } as const

afterEach(() => {
  vi.restoreAllMocks()
})

test('the page opens with its heading and a one-sentence verdict', async () => {
  const { html } = await opened()
  expect(html).toMatch(/<h1[^>]*>Cloud Status<\/h1>/)
  expect(textOf(html)).toContain('Web Security is disrupted in Zürich II. Everything else is running.')
  expect(textOf(html)).toContain('since Sun, 15 Nov 2026 08:14 UTC')
  expect(textOf(html)).toContain('next update by 11:00 UTC')
  expect(html).toContain('href="/northwall.net/posts/7"')
})

test('S-01 S-06 a full cloud shows services and the data centers of one type, with tabs', async () => {
  const { html, asked } = await opened()
  expect(asked).toEqual(['core_cloud_services 0', 'public 0', 'premium 0'])
  for (const title of ['Core Cloud Services', 'Data Centers']) expect(html).toContain(`>${title}</h2>`)
  expect(html).toContain('Zürich II')
  expect(html).not.toContain('Sydney III')
  expect(linkOf(html, 'Public Data Center')).toContain('aria-current="true"')
  expect(linkOf(html, 'Premium Data Center')).toContain(`href="${PATH}?centers=premium"`)
})

test('S-01 blocks without their flag are neither loaded nor shown', async () => {
  const { html, asked } = await opened({ shows: { ...ALL, core_cloud_services: '0', datacenter: '0' } })
  expect(asked).toEqual([])
  expect(html).not.toContain('Core Cloud Services')
  expect(html).not.toContain('Data Centers')
})

test('S-06 a cloud without premium data centers has no tabs, whatever the address asks for', async () => {
  const { html, asked } = await opened({
    shows: { ...ALL, premium_datacenter: '0' },
    search: '?centers=premium',
  })
  expect(asked).toEqual(['core_cloud_services 0', 'public 0'])
  expect(html).not.toContain('Public Data Center')
  expect(html).not.toContain('centers=premium')
})

test('S-06 the hidden tab says if something is wrong there now', async () => {
  const { html } = await opened({ search: '?centers=premium' })
  expect(html).toContain('Sydney III')
  expect(textOf(linkOf(html, 'Public Data Center'))).toBe('Public Data Center, some disrupted now')
  const { html: calm } = await opened()
  expect(textOf(linkOf(calm, 'Premium Data Center'))).toBe('Premium Data Center')
})

test('S-07 switching the type returns to the current week', async () => {
  const { html } = await opened({ search: '?week=4&centers=premium' })
  expect(linkOf(html, 'Public Data Center')).toContain(`href="${PATH}"`)
})

test('S-02 each block has seven days and a caret with the time', async () => {
  const { html } = await opened()
  expect(html.match(/<b>Mon <i>9<\/i><\/b><span>Nov<\/span>/g)).toHaveLength(2)
  expect(html.match(/<b>Sun <i>15<\/i><\/b><span>Today<\/span>/g)).toHaveLength(2)
  expect(html.match(/aria-label="Now, 10:42 UTC"/g)).toHaveLength(2)
  expect(html).toContain('<b>9–15 Nov 2026</b>')
})

test('S-02 an older week has its own dates, no caret and no today', async () => {
  const { html, asked } = await opened({ search: '?week=2' })
  expect(asked).toEqual(['core_cloud_services 2', 'public 2', 'premium 0'])
  expect(html).not.toContain('Now, ')
  expect(html).not.toContain('Today')
  expect(html).toContain('<b>26 Oct – 1 Nov 2026</b>')
})

test('S-02 S-03 a service has a line up to now with a gap and a mark for its issue', async () => {
  const { html } = await opened()
  const row = rowOf(html, 10)
  expect(row).toContain('x1="0%" x2="90.615%"')
  expect(row).toContain('data-mark="7"')
  expect(row).toContain('data-row="10"')
  expect(row).toContain('href="/northwall.net/posts/7"')
  expect(row).toContain(
    'aria-label="Service Disruption: Web Security: connections failing, from Sun, 15 Nov 2026 08:14:00 UTC, ongoing"',
  )
})

test('S-03 the label of an ended issue includes its end', async () => {
  const { html } = await opened({ issue: { ...DISRUPTION, to: '2026-11-15T09:00:00.000Z' } })
  expect(rowOf(html, 10)).toContain('08:14:00 UTC to Sun, 15 Nov 2026 09:00:00 UTC"')
})

test('S-03 marks and lines have no style attributes, which the CSP forbids', async () => {
  expect((await opened()).html).not.toContain('style=')
})

test('S-05 the pager moves by a week and is disabled at its ends', async () => {
  const { html: newest } = await opened()
  expect(linkOf(newest, '&lt; Previous 7 Days')).toContain(`href="${PATH}?week=1"`)
  expect(linkOf(newest, 'Next 7 Days &gt;')).toMatch(/aria-disabled="true"/)
  expect(linkOf(newest, 'Next 7 Days &gt;')).not.toContain('href')

  const { html: older } = await opened({ search: '?week=5&centers=premium&troubled=1&post=7' })
  expect(linkOf(older, '&lt; Previous 7 Days')).toContain('?week=6&amp;centers=premium&amp;troubled=1"')
  expect(linkOf(older, 'Next 7 Days &gt;')).toContain('?week=4&amp;centers=premium&amp;troubled=1"')

  const { html: oldest } = await opened({ search: '?week=12' })
  expect(linkOf(oldest, '&lt; Previous 7 Days')).not.toContain('href')
  expect(linkOf(oldest, 'Next 7 Days &gt;')).toContain('?week=11"')
})

test('S-08 the legend names exactly three severities', async () => {
  const { html } = await opened({ shows: { ...ALL, core_cloud_services: '0', datacenter: '0' } })
  const legend = html.slice(html.indexOf('aria-label="Severities"'))
  expect(textOf(legend.slice(legend.indexOf('>') + 1, legend.indexOf('</ul>')))).toBe(
    'Under InvestigationService DisruptionService Degradation',
  )
})

test('S-09 a service with a falsy status is shown as decommissioned, with a dashed line and no star', async () => {
  const row = rowOf((await opened()).html, 11)
  expect(textOf(row)).toContain('Legacy Mail Relay · decommissioned')
  expect(row).toContain('data-kind="decommissioned"')
  expect(row).not.toContain('href="/sign-in')
  expect(row).toContain('aria-disabled="true"')
})

test("S-10 U-12 without scripts, a visitor's star adds the service to the address and takes it out again", async () => {
  const row = rowOf((await opened()).html, 10)
  expect(row).toContain(`aria-label="Star Web Security" href="${PATH}?show=all&amp;mine=s10#row-10"`)
  const starred = await opened({ search: '?week=2&mine=s10,d31&show=all' })
  expect(rowOf(starred.html, 10)).toContain('data-starred=""')
  expect(rowOf(starred.html, 10)).toContain(`href="${PATH}?week=2&amp;show=all&amp;mine=d31#row-10"`)
})

test('S-10 with a selection in the address only its rows are shown, with a way back to everything', async () => {
  const { html } = await opened({ search: '?mine=s10' })
  expect(html).toContain('id="row-10"')
  expect(html).not.toContain('Oceania')
  expect(textOf(html)).toContain('None of your data centers are here.')
  expect(linkOf(html, 'Show everything')).toContain(`href="${PATH}?show=all&amp;mine=s10"`)
  expect((await opened({ search: '?mine=s10&show=all' })).html).toContain('Oceania')
})

test('S-10 the server always renders the stars of a visitor', async () => {
  expect((await opened({ subscribed: 1 })).html).toBe((await opened({ subscribed: 0 })).html)
})

test('S-10 O-06 in disaster recovery there are no subscriptions, but stars on the device', async () => {
  const { html } = await opened({ isTrustDR: true })
  expect(html).not.toContain('Subscribe to')
  expect(html).toContain('Star Web Security')
})

test('U-12 "Get updates" is about the starred places of the cloud, on screen or not, or else about everything', async () => {
  const asked = async (search: string) =>
    /action="(\/follow[^"]*)"/.exec((await opened({ search })).html)?.[1]?.replaceAll('&amp;', '&')
  expect(await asked('')).toBe('/follow?on=northwall_net')
  expect(await asked(`?mine=d${NOT_ON_SCREEN}`)).toBe(`/follow?on=northwall_net&mine=d${NOT_ON_SCREEN}`)
  expect(await asked('?mine=s999')).toBe('/follow?on=northwall_net')
})

test('a static export offers nothing that files can’t do for one reader', async () => {
  expect((await opened()).html).toContain('Where am I?')
  expect((await opened({ isTrustDR: true })).html).toContain('Where am I?')
  expect((await opened({ isTrustDR: true, isExport: true })).html).not.toMatch(/Where am I|data-where/)
})

test('a block summary gives the current status, or for an older week the number of issues', async () => {
  expect(textOf((await opened()).html)).toContain('1 service,  1 disrupted')
  expect(textOf((await opened({ search: '?week=1' })).html)).toContain('1 service, 1 issue')
})

test('a region with trouble is open, one without is folded', async () => {
  const { html } = await opened()
  expect(html).toMatch(/<details[^>]* open=""><summary>.{0,200}Europe/)
  expect(html).toMatch(/<details class="[^"]*"><summary>.{0,200}Oceania/)
})

test('the filter for issues keeps only rows with issues, and says so if there aren’t any', async () => {
  const offered = linkOf((await opened({ search: '?centers=premium' })).html, 'Only with issues')
  expect(offered).toContain(`href="${PATH}?centers=premium&amp;troubled=1"`)
  const { html } = await opened({ search: '?troubled=1' })
  expect(html).toContain('Zürich II')
  expect(html).not.toContain('Oceania')
  expect(linkOf(html, 'Show all')).toContain(`href="${PATH}"`)
  const { html: calm } = await opened({ search: '?troubled=1&centers=premium' })
  expect(textOf(calm)).toContain('No data center had an issue on these days.')
})

test('G-20 a block that fails to load says so and leaves the others alone', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { html } = await opened({ broken: 'core_cloud_services' })
  expect(html).toContain('The services could not be loaded.')
  expect(html).toContain('Retry')
  expect(html).toContain('Zürich II')
})

test('G-20 without the verdict, the page still has its heading and the timeline', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { html } = await opened({ broken: 'verdict' })
  expect(html).toMatch(/<h1[^>]*>Cloud Status<\/h1>/)
  expect(html).toContain('Status of Northwall could not be loaded.')
  expect(rowOf(html, 10)).toContain('data-mark="7"')
  expect(html).toContain('Zürich II')
})

test('G-20 without the data centers, their tabs are still there', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { html } = await opened({ broken: 'public' })
  expect(html).toContain('The data centers could not be loaded.')
  expect(linkOf(html, 'Premium Data Center')).toContain('href')
})

interface Visit {
  shows?: Cloud['cloud_status']
  search?: string
  broken?: string
  issue?: Service['category_status'][number]
  isTrustDR?: boolean
  isExport?: boolean
  subscribed?: Service['subscribed']
}

async function opened({
  shows = ALL,
  search = '',
  broken,
  issue,
  isTrustDR = false,
  isExport = false,
  subscribed = 0,
}: Visit = {}) {
  const asked: string[] = []
  const categories = categoriesWith(issue ?? DISRUPTION, subscribed)
  const context = {
    path: PATH,
    query: new URLSearchParams(search),
    cloud: {
      title: 'Northwall',
      domain: 'northwall.net',
      machine_name: 'northwall_net',
      cloud_status: shows,
    },
    global: {
      isTrustDR,
      isExport,
      clouds: [],
      menu: { main_menu: [] },
      provider: { update_every_hours: null },
    },
    read: async (path: string, input: { requestType: string; dateOffset: number }) => {
      if (path === (broken && `/api/${broken}`)) throw new Error('out of reach')
      if (path === '/api/verdict') return { data: VERDICT }
      if (path === '/api/posts/:id') return { data: null }
      asked.push(`${input.requestType} ${input.dateOffset}`)
      if (input.requestType === broken) throw new Error('out of reach')
      return { data: answerOf(categories[input.requestType] ?? [], input.dateOffset) }
    },
  } as unknown as PageContext
  const outcome = await cloudStatusPage.load(context)
  if (outcome.kind !== 'found') throw new Error(`Expected a page, got ${outcome.kind}`)
  const html = markupInRouter(<cloudStatusPage.Content data={outcome.data} context={context} />)
  return { asked, html }
}

function textOf(html: string) {
  return html.replace(/<[^>]*>/g, '')
}

function linkOf(html: string, text: string) {
  const link = html.match(/<a [^>]*>.*?<\/a>/gs)?.find((each) => textOf(each).startsWith(text))
  if (link === undefined) throw new Error(`There is no link "${text}".`)
  return link
}

function rowOf(html: string, tid: number) {
  const at = html.indexOf(`id="row-${tid}"`)
  return html.slice(at, html.indexOf('</li>', at))
}
