import { expect, test } from 'vitest'
import { markupInRouter } from '../../../tests/support/in-router.tsx'
import { type CenterAnswer, madeUpCenter } from '../../../tests/support/made-up-centers.ts'
import type { PageContext } from '../page.ts'
import type { Mark } from '../parts/popover/use-mark-shown.ts'
import { toMapCenter } from './map-center.ts'
import { type MapMarker, mapMarkers } from './map-marker.ts'
import { MarkerPopover } from './marker-popover.tsx'

const IN_ZURICH = { city: 'Zürich', country: 'CH', latitude: 47.4 }

test('M-03 the tooltip of one data center has its place, status and kind, and a link to its records', () => {
  const { html, text } = tooltipOf(madeUpCenter(1, { ...IN_ZURICH, name: 'Zürich I', premium_dc: 1 }))
  expect(text).toBe('Zürich I Zürich, Switzerland Running Premium Incidents of Zürich I')
  expect(html).toContain('href="/northwall.net/incidents?datacenter=1"')
  expect(html).not.toContain('<h4')
})

test('M-03 the tooltip of a merged marker has all members, the worst first, with its open records, and the place once', () => {
  const open = [{ id: 7, title: 'Tunnels drop', post_type: 'incident', severityId: 20 }] as const
  const { html, text } = tooltipOf(
    madeUpCenter(1, { ...IN_ZURICH, name: 'Zürich I' }),
    madeUpCenter(2, { ...IN_ZURICH, name: 'Zürich II', state: 'service_disruption', open: [...open] }),
    madeUpCenter(3, { ...IN_ZURICH, name: 'Zürich III', premium_dc: 1 }),
  )
  expect([...html.matchAll(/<h4>(.*?)<\/h4>/g)].map(([, name]) => name)).toEqual([
    'Zürich II',
    'Zürich I',
    'Zürich III',
  ])
  expect(text).toMatch(/^3 data centers Zürich, Switzerland Zürich II Disrupted/)
  expect(text.match(/Switzerland/g)).toHaveLength(1)
  expect(text).toMatch(/Zürich I Running Standard .*Zürich III Running Premium/)
  expect(html).toContain('href="/northwall.net/posts/7"')
  expect(html.indexOf('aria-label="Close"')).toBeLessThan(html.indexOf('<a '))
})

function tooltipOf(...centers: CenterAnswer[]) {
  const [marker] = mapMarkers(
    centers.map((center) => toMapCenter(center, false)),
    0.5,
  )
  const html = markupInRouter(
    <MarkerPopover
      ref={{ current: null }}
      box={{ current: null }}
      marker={marker as MapMarker}
      shown={{ id: 1, mark: {} as Mark, pointerX: undefined, takesFocus: false }}
      context={CONTEXT}
      onClose={() => {}}
    />,
  )
  const text = html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return { html, text }
}

const CONTEXT = {
  path: '/northwall.net/data-center-map',
  query: new URLSearchParams(),
  cloud: { domain: 'northwall.net', machine_name: 'northwall_net', is_gov: false },
  global: {
    isGov: false,
    provider: { name: 'Northwall' },
    menu: {
      main_menu: [
        {
          id: 'incidents',
          item: 'Incidents',
          route: '/incidents',
          deep_link: true,
          component: 'maintenance',
          hide_from_clouds: [],
        },
      ],
    },
  },
} as unknown as PageContext
