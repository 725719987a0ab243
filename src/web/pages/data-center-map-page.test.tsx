test('M-01, WCAG 2.2, 2.5.3: the name of a marker contains all text in it', async () => {
  const html = await shown([ZURICH, { ...ZURICH, tid: 9 }, SINGAPORE])
  const markers = [...html.matchAll(/<a [^>]*data-mark[^>]*aria-label="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
  expect(markers).toHaveLength(2)
  // Without scripts the title is the name itself. The count is drawn as a shape, because axe ignores digits.
  for (const [, name, content = ''] of markers) {
    expect(content.replace(/<[^>]*>/g, '')).toBe(name)
  }
})

import { describe, expect, test } from 'vitest'
import { markupInRouter } from '../../../tests/support/in-router.tsx'
import {
  type CenterAnswer,
  madeUpCenter,
  madeUpCenters,
  mapAnswer,
} from '../../../tests/support/made-up-centers.ts'
import type { PageContext } from '../page.ts'
import { dataCenterMapPage } from './data-center-map-page.tsx'

const ZURICH = madeUpCenter(1, {
  name: 'Zürich II',
  city: 'Zürich',
  country: 'CH',
  latitude: 47.4,
  premium_dc: 1,
})
const SINGAPORE = madeUpCenter(2, {
  name: 'Singapore I',
  city: 'Singapore',
  country: 'SG',
  region: 'Asia Pacific',
  latitude: 1.3,
  longitude: 103.8,
  regional_surcharge: 1,
})

describe('M-01 the page without scripts', () => {
  test('has a map with a titled marker for every data center, and a table of all', async () => {
    const html = await shown([ZURICH, SINGAPORE])
    expect(markersIn(html)).toHaveLength(2)
    expect(html).toContain('<title>Zürich II, Zürich, Switzerland: Premium, running</title>')
    expect(html).toContain('href="#dc-1"')
    expect(html).toContain('id="dc-1"')
    expect(wordsOf(html)).toContain('Zürich II Zürich, Switzerland Premium Running')
  })

  test('has no style attributes, which the CSP forbids', async () => {
    expect(await shown(madeUpCenters(20))).not.toMatch(/ style=/)
  })

  test('opens with where the cloud runs and what is wrong', async () => {
    expect(wordsOf(await shown([ZURICH, SINGAPORE]))).toContain(
      'northwall.net runs in 2 data centers in 2 regions, all running.',
    )
    const troubled = { ...SINGAPORE, state: 'service_disruption' } as const
    expect(wordsOf(await shown([ZURICH, troubled]))).toContain('in 2 regions; 1 is disrupted.')
  })

  test('links trouble to its rows, which come first', async () => {
    const troubled = { ...SINGAPORE, state: 'service_disruption' } as const
    const html = await shown([ZURICH, troubled])
    expect(html).toMatch(/<a [^>]*href="#trouble-2"/)
    expect(html.indexOf('id="trouble-2"')).toBeGreaterThan(0)
    expect(html.indexOf('id="trouble-2"')).toBeLessThan(html.indexOf('id="dc-1"'))
    expect(wordsOf(html)).toContain('Not running normally 1 data center')
    expect(await shown([ZURICH])).not.toContain('Not running normally')
  })

  test('lists data centers by region in open folds', async () => {
    const html = await shown([ZURICH, SINGAPORE, { ...ZURICH, tid: 3, name: 'Geneva I' }])
    expect(html.lastIndexOf('Geneva I')).toBeLessThan(html.lastIndexOf('Singapore I'))
    expect(html.match(/<details /g)).toHaveLength(2)
    expect(html.match(/<details [^>]*open=""/g)).toHaveLength(2)
  })

  test('gives regions with similar titles separate anchors', async () => {
    const titles = ['Европа', 'Азия', 'World', 'Main']
    const html = await shown(titles.map((region, index) => madeUpCenter(index + 1, { region })))
    const ids = [...html.matchAll(/<summary [^>]*id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual(['region-1', 'region-2', 'region-3', 'region-4'])
  })

  test('links a data center to its records', async () => {
    const open = [{ id: 7, title: 'Tunnels drop', post_type: 'incident', severityId: 20 }] as const
    const html = await shown([{ ...ZURICH, state: 'service_disruption', open: [...open] }])
    expect(html).toContain('href="/northwall.net/posts/7"')
    expect(html).toContain('href="/northwall.net/incidents?datacenter=1"')
  })

  test('does not link lists that this cloud does not have', async () => {
    expect(await shown([ZURICH], { menu: [] })).not.toContain('datacenter=1')
  })
})

describe('M-04 the legend', () => {
  test('has exactly the kinds on the map', async () => {
    expect(legendIn(await shown([ZURICH, SINGAPORE]))).toEqual(['Regional surcharge', 'Premium'])
    expect(legendIn(await shown([ZURICH, { ...ZURICH, tid: 9 }]))).toEqual(['Multiple data centers'])
    expect(legendIn(await shown([madeUpCenter(1, { intfedmoddc: 1 }), SINGAPORE]))).toEqual([
      'Regional surcharge',
      'FedRAMP Moderate',
    ])
  })

  test.each([{ is_gov: true }, { isGov: true }])(
    'G-03 has no Premium on government clouds (%o)',
    async (gov) => {
      const html = await shown([ZURICH, SINGAPORE], gov)
      expect(legendIn(html)).toEqual(['Standard', 'Regional surcharge'])
      expect(html).not.toContain('Premium')
    },
  )

  test('includes the statuses on the map', async () => {
    const html = await shown([{ ...ZURICH, state: 'under_maintenance' }, SINGAPORE])
    expect(legendIn(html)).toEqual(['Regional surcharge', 'Premium', 'Under maintenance'])
  })
})

describe('a search in the address', () => {
  test('filters the table and dims the other markers', async () => {
    const html = await shown([ZURICH, SINGAPORE], { search: 'zurich' })
    expect(html).toContain('id="dc-1"')
    expect(html).not.toContain('id="dc-2"')
    expect(markersIn(html)).toHaveLength(2)
    expect(html.match(/data-dim/g)).toHaveLength(1)
    expect(html).toContain('1 data center found')
    expect(html).toMatch(/<form action="\/northwall\.net\/data-center-map" method="get">.*name="search"/)
    expect(html).toContain('value="zurich"')
    expect(html.indexOf('href="#dc-1">Zürich II')).toBeLessThan(html.indexOf('role="application"'))
  })

  test.each([
    ['name', 'singapore i'],
    ['country', 'switzerland'],
    ['region', 'asia'],
    ['kind', 'surcharge'],
  ])('finds by %s', async (_, search) => {
    expect(await shown([ZURICH, SINGAPORE], { search })).toContain('1 data center found')
  })

  test('says so if nothing matches', async () => {
    const html = await shown([ZURICH], { search: 'Atlantis' })
    expect(html).toContain('No data center matches')
    expect(html).not.toContain('<table')
  })
})

test.each([1, 160, 1000])('M-01 all of %i data centers are on the map and in the table', async (amount) => {
  const html = await shown(madeUpCenters(amount))
  expect(html.match(/<tr id="dc-/g)).toHaveLength(amount)
  const counts = [...html.matchAll(/<text[^>]*>(\d+)<\/text><\/g>/g)].map(([, count]) => Number(count))
  const inMarkers = markersIn(html).length - counts.length + counts.reduce((sum, count) => sum + count, 0)
  // With merged markers, the legend contains one with the number 2.
  expect(inMarkers + (counts.length > 0 ? -1 : 0)).toBe(amount)
})

test('M-05 the page says that there are over 150 data centers', async () => {
  expect(await shown([ZURICH])).toContain('over 150 data centers')
  expect(await shown([])).toContain('over 150 data centers')
})

test('M-06 a cloud without data centers says so and shows no map', async () => {
  const html = await shown([])
  expect(html).toContain('>Data is not available for this cloud.<')
  expect(html).not.toContain('role="application"')
})

interface Options {
  search?: string
  is_gov?: boolean
  isGov?: boolean
  menu?: object[]
}

const INCIDENTS = {
  id: 'incidents',
  item: 'Incidents',
  route: '/incidents',
  deep_link: true,
  component: 'maintenance',
  hide_from_clouds: [],
}

async function shown(centers: CenterAnswer[], { search, is_gov = false, isGov = false, menu }: Options = {}) {
  const context = {
    path: '/northwall.net/data-center-map',
    query: new URLSearchParams(search === undefined ? {} : { search }),
    cloud: { domain: 'northwall.net', machine_name: 'northwall_net', is_gov },
    global: { isGov, provider: { name: 'Northwall' }, menu: { main_menu: menu ?? [INCIDENTS] } },
    read: async () => mapAnswer(centers),
  } as unknown as PageContext
  const outcome = await dataCenterMapPage.load(context)
  if (outcome.kind !== 'found') throw new Error(`Expected a page, got ${outcome.kind}`)
  return markupInRouter(<dataCenterMapPage.Content data={outcome.data} context={context} />)
}

function markersIn(html: string) {
  return html.match(/<a [^>]*data-mark="\d+"/g) ?? []
}

function legendIn(html: string) {
  const legend = /<ul[^>]*aria-label="Legend">(.*?)<\/ul>/.exec(html)?.[1] ?? ''
  return legend
    .split('<li')
    .slice(1)
    .map((item) => wordsOf(`<li${item.replace(/<text.*?<\/text>/g, '')}`).trim())
}

function wordsOf(html: string) {
  return html
    .replace(/<title>.*?<\/title>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;])/g, '$1')
}
