import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Service } from '../../contract/cloud-status.ts'
import type { Cloud } from '../../domain/cloud.ts'
import { SEVERITY } from '../../domain/record.ts'
import type { PageContext } from '../page.ts'
import { cloudStatusPage } from './cloud-status-page.tsx'

const VERDICT = {
  state: 'service_disruption',
  trouble: 'Web Security is disrupted',
  rest: ' in Zürich II. Everything else is running.',
  since: '2026-11-15T08:14:00.000Z',
  next_update: '2026-11-15T11:00:00.000Z',
  incident: { id: 7, title: 'Web Security: connections failing' },
}

const ALL = { core_cloud_services: '1', datacenter: '1', premium_datacenter: '1' } as const

afterEach(() => {
  vi.restoreAllMocks()
})

test('the page opens with its heading and the verdict in one sentence', async () => {
  const { html } = await opened(ALL)
  expect(html).toMatch(/<h1[^>]*>Cloud Status<\/h1>/)
  expect(textOf(html)).toContain('Web Security is disrupted in Zürich II. Everything else is running.')
  expect(textOf(html)).toContain('Since Sun, 15 Nov 2026 08:14:00 UTC')
  expect(textOf(html)).toContain('next update promised by 11:00 UTC')
  expect(html).toContain('href="/northwall.net/posts/7"')
})

test('S-01 S-06 a cloud with everything shows services, public and premium data centers', async () => {
  const { html, asked } = await opened(ALL)
  expect(asked).toEqual(['core_cloud_services', 'public', 'premium'])
  for (const title of ['Core Cloud Services', 'Data Centers', 'Public Data Center', 'Premium Data Center']) {
    expect(html).toContain(`>${title}<`)
  }
})

test('S-01 blocks whose flag is not set are neither loaded nor shown', async () => {
  const { html, asked } = await opened({ ...ALL, core_cloud_services: '0', datacenter: '0' })
  expect(asked).toEqual([])
  expect(html).not.toContain('Core Cloud Services')
  expect(html).not.toContain('Data Centers')
})

test('S-06 a cloud without premium data centers has no parts by type', async () => {
  const { html, asked } = await opened({ ...ALL, premium_datacenter: '0' })
  expect(asked).toEqual(['core_cloud_services', 'public'])
  expect(html).not.toContain('Public Data Center')
})

test('S-08 the legend names three severities and no others', async () => {
  const { html } = await opened({ ...ALL, core_cloud_services: '0', datacenter: '0' })
  const legend = html.slice(html.indexOf('aria-label="Severities"'))
  expect(textOf(legend.slice(legend.indexOf('>') + 1))).toBe(
    'Under InvestigationService DisruptionService Degradation',
  )
})

test('S-09 a service with a falsy status is shown as decommissioned', async () => {
  const { html } = await opened(ALL)
  expect(textOf(html)).toContain('Legacy Mail RelayDecommissioned')
})

test('a region with trouble is open, one without is folded', async () => {
  const { html } = await opened(ALL)
  expect(html).toMatch(/<details[^>]* open="">.{0,300}Europe/)
  expect(html).toMatch(/<details class="[^"]*"><summary>.{0,80}Oceania/)
})

test('G-20 a block that cannot be loaded says so and leaves the others standing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { html } = await opened(ALL, 'core_cloud_services')
  expect(html).toContain('The services could not be loaded.')
  expect(html).toContain('Retry')
  expect(html).toContain('Zürich II')
})

async function opened(cloud_status: Cloud['cloud_status'], broken?: string) {
  const asked: string[] = []
  const context = {
    path: '/northwall.net/cloud-status',
    query: new URLSearchParams(),
    cloud: { domain: 'northwall.net', machine_name: 'northwall_net', cloud_status },
    read: async (path: string, input: { requestType: string }) => {
      if (path === '/api/verdict') return { data: VERDICT }
      asked.push(input.requestType)
      if (input.requestType === broken) throw new Error('out of reach')
      return { data: { category: CATEGORIES[input.requestType] } }
    },
  } as unknown as PageContext
  const outcome = await cloudStatusPage.load(context)
  if (outcome.kind !== 'found') throw new Error(`Expected a page, got ${outcome.kind}`)
  const element = <cloudStatusPage.Content data={outcome.data} context={context} />
  const router = createMemoryRouter([{ path: '*', element }])
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  return { asked, html }
}

function textOf(html: string) {
  return html.replace(/<[^>]*>/g, '')
}

const DISRUPTION: Service['category_status'][number] = {
  id: 7,
  title: 'Web Security: connections failing',
  alias: '',
  short_description: '',
  description: '',
  from: '2026-11-15T08:14:00.000Z',
  to: null,
  status: 'In Progress',
  severityTid: SEVERITY.serviceDisruption,
  name: '',
}

const CATEGORIES: Record<string, { tid: number; title: string; subCategory: Service[] }[]> = {
  core_cloud_services: [
    {
      tid: 1,
      title: 'Traffic Security',
      subCategory: [
        service(10, 'Web Security', { category_status: [DISRUPTION] }),
        service(11, 'Legacy Mail Relay', { status: 0 }),
      ],
    },
  ],
  public: [
    { tid: 2, title: 'Europe', subCategory: [service(20, 'Zürich II', { category_status: [DISRUPTION] })] },
    { tid: 3, title: 'Oceania', subCategory: [service(30, 'Sydney I')] },
  ],
  premium: [{ tid: 4, title: 'Oceania', subCategory: [service(40, 'Sydney III')] }],
}

function service(tid: number, name: string, particulars: Partial<Service> = {}): Service {
  return {
    tid,
    name,
    subscribed: 0,
    status: 1,
    info: '',
    startDate: '2020-01-01',
    endDate: null,
    issues: [],
    category_status: [],
    ...particulars,
  }
}
