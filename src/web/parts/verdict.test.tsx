import { expect, test } from 'vitest'
import { markupInRouter } from '../../../tests/support/in-router.tsx'
import type { PageContext } from '../page.ts'
import { Verdict, type VerdictData } from './verdict.tsx'

const ONE_INCIDENT: VerdictData = {
  state: 'service_disruption',
  trouble: 'Gateway is disrupted',
  rest: ' in St. Gallen. Everything else is running.',
  since: '2026-11-15T08:14:00.000Z',
  next_update: null,
  incident: { id: 7, title: 'Gateway: connections failing' },
  open_count: 1,
}
const THREE_INCIDENTS = { ...ONE_INCIDENT, rest: '. Two more incidents are open.', open_count: 3 }
const INCIDENTS = {
  route: '/incidents',
  item: 'Incidents',
  deep_link: true,
  hide_from_clouds: [] as string[],
}

test('each sentence stands in a line of its own, whatever the names of places hold', () => {
  expect(linesOf(shown(ONE_INCIDENT))).toEqual([
    'Gateway is disrupted in St. Gallen.',
    'Everything else is running.',
  ])
  expect(linesOf(shown(THREE_INCIDENTS))).toEqual(['Gateway is disrupted.', 'Two more incidents are open.'])
})

test('with more than one incident the way leads to all of them too', () => {
  expect(shown(ONE_INCIDENT)).not.toContain('All incidents')
  expect(shown(THREE_INCIDENTS)).toMatch(/href="\/northwall\.net\/incidents"[^>]*>All incidents</)
})

test('G-06 a list that is hidden on this cloud is not linked', () => {
  const hidden = { ...INCIDENTS, hide_from_clouds: ['northwall_net'] }
  expect(shown(THREE_INCIDENTS, { menu: [hidden] })).not.toContain('All incidents')
})

test('on a page about another time the verdict says that it is of now', () => {
  expect(shown(ONE_INCIDENT)).not.toContain('>Now<')
  expect(shown(ONE_INCIDENT, { isOfAnotherTime: true })).toContain('>Now<')
})

function shown(value: VerdictData, { menu = [INCIDENTS], isOfAnotherTime = false } = {}) {
  const context = {
    global: { menu: { main_menu: menu } },
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
    />
  )
  return markupInRouter(verdict)
}

function linesOf(html: string) {
  const sentence = /data-tone="[^"]*">(.*?)<\/p>/s.exec(html)?.[1] ?? ''
  return sentence.split('</span> <span').map((line) => `<${line}`.replace(/<[^>]*>/g, '').trim())
}
