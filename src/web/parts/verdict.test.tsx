import { expect, test } from 'vitest'
import { markupInRouter } from '../../../tests/support/in-router.tsx'
import { countChosen, NOTHING_CHOSEN, parseChosen, withMine } from '../../domain/chosen-places.ts'
import type { PageContext } from '../page.ts'
import { Verdict, type VerdictData } from './verdict.tsx'

const INCIDENT = {
  id: 7,
  title: 'Gateway: connections failing',
  state: 'service_disruption' as const,
  affects: 'Gateway in St. Gallen',
  whole_cloud: false,
  services: [{ tid: 3, name: 'Gateway' }],
  datacenters: [{ tid: 5, name: 'St. Gallen' }],
  since: '2026-11-15T08:14:00.000Z',
  next_update: '2026-11-15T11:00:00.000Z',
  latest: 'Traffic is being moved to Amsterdam.',
  latest_at: '2026-11-15T10:02:00.000Z',
  updated_on: '2026-11-15T10:02:00.000Z',
}
const WORK = {
  id: 9,
  title: 'New switches in Oslo',
  affects: 'Oslo I',
  whole_cloud: false,
  services: [],
  datacenters: [{ tid: 6, name: 'Oslo I' }],
  from: '2026-11-15T09:00:00.000Z',
  to: '2026-11-15T12:00:00.000Z',
  updated_on: '2026-11-15T09:00:00.000Z',
  out_of_service: true,
}
const ONE_INCIDENT: VerdictData = {
  state: 'service_disruption',
  trouble: 'Gateway is disrupted',
  rest: ' in St. Gallen. Everything else is running.',
  sentences: ['Gateway is disrupted in St. Gallen.', 'Everything else is running.'],
  since: '2026-11-15T08:14:00.000Z',
  next_update: null,
  incident: { id: 7, title: 'Gateway: connections failing' },
  open_count: 1,
  incidents: [INCIDENT],
  maintenance: [],
  upcoming: null,
  service_ids: [3, 4],
  datacenter_ids: [5, 6],
}
const ALL_IS_WELL: VerdictData = {
  ...ONE_INCIDENT,
  state: 'operational',
  trouble: '',
  rest: 'Everything on Northwall is running.',
  sentences: ['Everything on Northwall is running.'],
  since: null,
  incident: null,
  open_count: 0,
  incidents: [],
}
const INCIDENTS = {
  route: '/incidents',
  item: 'Incidents',
  deep_link: true,
  hide_from_clouds: [] as string[],
}

test('each sentence is on its own line, whatever place names contain', () => {
  expect(linesOf(shown(ONE_INCIDENT))).toEqual(ONE_INCIDENT.sentences)
  expect(linesOf(shown(ALL_IS_WELL))).toEqual(['Everything on Northwall is running.'])
})

test('each open incident is listed with status, impact, times, latest update and a button', () => {
  const html = shown({
    ...ONE_INCIDENT,
    incidents: [INCIDENT, { ...INCIDENT, id: 8, title: 'Slow reports' }],
  })
  const text = html.replace(/<[^>]*>/g, '')
  expect(text).toContain('disruptedGateway: connections failing')
  expect(text).toContain('Gateway in St. Gallen')
  expect(text).toContain('since Sun, 15 Nov 2026 08:14 UTC')
  expect(text).toContain('next update by 11:00 UTC')
  expect(text).toContain('Traffic is being moved to Amsterdam.')
  expect(html).toMatch(/href="\/northwall\.net\/posts\/7"[^>]*>Read the incident</)
  expect(html).toContain('href="/northwall.net/posts/8"')
})

test('without a promised update the site policy is shown instead', () => {
  const html = shown({ ...ONE_INCIDENT, incidents: [{ ...INCIDENT, next_update: null }] })
  expect(html).toContain('We update at least every 2 hours')
})

test('maintenance in progress and the next one follow', () => {
  const html = shown({
    ...ALL_IS_WELL,
    maintenance: [WORK],
    upcoming: { ...WORK, id: 10, title: 'New certificates' },
  })
  const text = html.replace(/<[^>]*>/g, '')
  expect(text).toContain('under maintenanceNew switches in Oslo')
  expect(text).toContain('planned until 12:00 UTC')
  expect(text).toContain('Next: New certificates')
})

test('S-10 with a selection in the address, its own verdict comes first and only what concerns it is listed', () => {
  const both = { ...ONE_INCIDENT, maintenance: [WORK] }
  const html = shown(both, { mine: parseChosen('s4,d6') })
  const text = html.replace(/<[^>]*>/g, '')
  expect(text).toContain('Your service is running. Oslo I, which you follow, is under maintenance.')
  expect(text.indexOf('which you follow')).toBeLessThan(text.indexOf('Gateway is disrupted'))
  expect(text).toContain('New switches in Oslo')
  expect(text).not.toContain('Traffic is being moved')
  expect(shown(both)).not.toContain('which you follow')
})

test('a selection of another cloud says so', () => {
  expect(shown(ONE_INCIDENT, { mine: parseChosen('s99') })).toContain(
    'You don’t follow anything on Northwall',
  )
})

test('with an open incident there is a link to all incidents', () => {
  expect(shown(ALL_IS_WELL)).not.toContain('All incidents')
  expect(shown(ONE_INCIDENT)).toMatch(/href="\/northwall\.net\/incidents"[^>]*>All incidents</)
})

test('G-06 a list hidden on this cloud is not linked', () => {
  const hidden = { ...INCIDENTS, hide_from_clouds: ['northwall_net'] }
  expect(shown(ONE_INCIDENT, { menu: [hidden] })).not.toContain('All incidents')
})

test('on a page about another time the verdict is marked as current', () => {
  expect(shown(ONE_INCIDENT)).not.toContain('>Now<')
  expect(shown(ONE_INCIDENT, { isOfAnotherTime: true })).toContain('>Now<')
})

function shown(
  value: VerdictData,
  { menu = [INCIDENTS], isOfAnotherTime = false, mine = NOTHING_CHOSEN } = {},
) {
  const context = {
    global: { menu: { main_menu: menu }, provider: { update_every_hours: 2 } },
    cloud: { domain: 'northwall.net', machine_name: 'northwall_net', title: 'Northwall' },
    path: '/northwall.net',
    query: new URLSearchParams(),
  } as unknown as PageContext
  const verdict = (
    <Verdict
      loaded={{ kind: 'loaded', value }}
      heading="Cloud Status"
      context={context}
      isOfAnotherTime={isOfAnotherTime}
      mine={{ mine, isOnly: countChosen(mine) > 0, addressOf: (places) => withMine(context.path, places) }}
    />
  )
  return markupInRouter(verdict)
}

function linesOf(html: string) {
  const sentence = /<h2 [^>]*data-tone="[^"]*"[^>]*>(.*?)<\/h2>/s.exec(html)?.[1] ?? ''
  return sentence.split('</span> <span').map((line) => `<${line}`.replace(/<[^>]*>/g, '').trim())
}
