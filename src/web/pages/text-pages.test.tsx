import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Page, PageContext } from '../page.ts'
import { compliancePage } from './compliance-page.tsx'
import { cookiePolicyPage } from './cookie-policy-page.tsx'
import { dataCenterMapPage } from './data-center-map-page.tsx'
import { faqPage } from './faq-page.tsx'

test('C-01 the compliance table shows its rows under the top text', async () => {
  const html = await shown(compliancePage, {
    page_top: '<p>Top text.</p>',
    page_content: [{ description: 'Browser isolation', date: 'Q1 2027' }],
  })
  expect(html).toContain('<p>Top text.</p>')
  expect(html).toContain('Browser isolation')
  expect(html).toContain('Q1 2027')
})

test('C-01 a compliance table without rows says so', async () => {
  expect(await shown(compliancePage, { page_top: '', page_content: [] })).toContain('>No rows<')
})

test('F-03 the FAQ lists its sections by their anchors', async () => {
  const body = '<h2 id="what">What is this?</h2><p>A site.</p><h2 id="how">How?</h2><p>So.</p>'
  const html = await shown(faqPage, { page_content: { title: 'FAQ', body } })
  expect(html).toContain('<a href="#what">What is this?</a>')
  expect(html).toContain(body)
})

test('G-10 the cookie policy is the text that the server has', async () => {
  const html = await shown(cookiePolicyPage, {
    page_content: { title: 'Cookie Policy', body: '<p>Few.</p>' },
  })
  expect(html).toContain('<h1>Cookie Policy</h1>')
  expect(html).toContain('<p>Few.</p>')
})

test('M-05 the data center page says that over 150 data centers exist', async () => {
  expect(await shown(dataCenterMapPage, map([]))).toContain('over 150 data centers')
})

test('M-06 a cloud without data centers says so', async () => {
  expect(await shown(dataCenterMapPage, map([]))).toContain('>Data is not available for this cloud.<')
})

test('data centers stand under their regions, with place and kind in words', async () => {
  const html = await shown(
    dataCenterMapPage,
    map([
      { name: 'Zürich II', city: 'Zürich', country: 'CH', region: 'Europe', premium_dc: 1 },
      {
        name: 'Singapore I',
        city: 'Singapore',
        country: 'SG',
        region: 'Asia Pacific',
        regional_surcharge: 1,
      },
      { name: 'Ashburn IV', city: 'Ashburn', country: 'US', region: 'North America', intfedmoddc: 1 },
      { name: 'Geneva I', city: 'Geneva', country: 'CH', region: 'Europe' },
    ]),
  )
  expect(html).toContain('<th scope="row">Zürich II</th><td>Zürich, Switzerland</td><td>Premium</td>')
  expect(html).toContain('<th scope="row">Singapore I</th><td>Singapore</td><td>Regional surcharge</td>')
  expect(html).toContain('<td>Ashburn, United States</td><td>FedRAMP Moderate</td>')
  expect(html).toContain('<td>Geneva, Switzerland</td><td>Standard</td>')
  expect(html.indexOf('Geneva I')).toBeLessThan(html.indexOf('Singapore I'))
})

interface Center {
  name: string
  city: string
  country: string
  region: string
  premium_dc?: 1
  regional_surcharge?: 1
  intfedmoddc?: 1
}

function map(centers: Center[]) {
  return { data: { status: 'success', datacenters: centers.map((center, tid) => ({ tid, ...center })) } }
}

async function shown(page: Page<unknown>, answer: unknown) {
  const context = {
    path: '/northwall.net/page',
    query: new URLSearchParams(),
    cloud: { domain: 'northwall.net', machine_name: 'northwall_net' },
    global: { provider: { name: 'Northwall' } },
    read: async () => answer,
  } as unknown as PageContext
  const outcome = await page.load(context)
  if (outcome.kind !== 'found') throw new Error(`Expected a page, got ${outcome.kind}`)
  return renderToStaticMarkup(
    <MemoryRouter>
      <page.Content data={outcome.data} context={context} />
    </MemoryRouter>,
  )
}
