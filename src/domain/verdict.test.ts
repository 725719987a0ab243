import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLOUD_STATES } from './cloud.ts'
import { centerStateWord } from './map/center-state.ts'
import type { PlaceKind } from './place-address.ts'
import { gravityOf } from './place-states.ts'
import { reachParts } from './reach-parts.ts'
import { SEVERITY, stateOfSeverity } from './record.ts'
import {
  type OpenIncident,
  type Reach,
  type ReachPart,
  reachInWords,
  stateOf,
  type VerdictPlace,
  verdict,
} from './verdict.ts'

const nine = new Date('2026-11-15T09:00:00Z')
const ten = new Date('2026-11-15T10:00:00Z')

const SERVICES = ['Web Gateway', 'Sandbox', 'VPN', 'Reports', 'eMail'].map(toPlace)
const DATA_CENTERS = ['Paris II', 'Zurich I', 'Oslo I', 'Lima I', 'Perth I', 'Tokyo I'].map(toPlace)
const ALPHA = { title: 'Alpha', services: SERVICES, dataCenters: DATA_CENTERS }

function toPlace(name: string, index: number): VerdictPlace {
  return { tid: index + 1, name }
}

function reach(services: string[] = [], dataCenters: string[] = []): Reach {
  return {
    isWholeCloud: services.length + dataCenters.length === 0,
    services: SERVICES.filter(({ name }) => services.includes(name)),
    dataCenters: DATA_CENTERS.filter(({ name }) => dataCenters.includes(name)),
  }
}

const ELSEWHERE: Reach = { isWholeCloud: false, services: [], dataCenters: [] }

function incident(of: Reach = reach(['Web Gateway']), fields: Partial<OpenIncident> = {}): OpenIncident {
  return {
    id: 1,
    title: 'Slow traffic',
    severityTid: SEVERITY.serviceDegradation,
    since: nine,
    nextUpdate: null,
    reach: of,
    ...fields,
  }
}

function disrupted(of: Reach, fields: Partial<OpenIncident> = {}) {
  return incident(of, { severityTid: SEVERITY.serviceDisruption, ...fields })
}

function sentence(open: OpenIncident[], works: Reach[] = []) {
  const { trouble, rest } = verdict(ALPHA, open, works)
  return trouble + rest
}

test('without open incidents, everything on the cloud is running', () => {
  expect(verdict(ALPHA, [])).toEqual({
    state: 'operational',
    trouble: '',
    rest: 'Everything on Alpha is running.',
    sentences: ['Everything on Alpha is running.'],
    since: null,
    nextUpdate: null,
    incident: null,
    openCount: 0,
  })
})

test.each([
  [[incident(reach(['Web Gateway']))], 'Web Gateway is degraded. Everything else is running.'],
  [
    [incident(reach(['Web Gateway', 'Sandbox']))],
    'Web Gateway and Sandbox are degraded. Everything else is running.',
  ],
  [
    [incident(reach(['Web Gateway', 'Sandbox', 'VPN']))],
    'Three services are degraded. Everything else is running.',
  ],
  [
    [incident(reach(SERVICES.map(({ name }) => name)))],
    'All five services are degraded. Everything else is running.',
  ],
  [[incident(reach([], ['Paris II']))], 'Paris II is degraded. Everything else is running.'],
  [[incident(reach(['eMail']))], 'eMail is degraded. Everything else is running.'],
  [
    [incident(reach(['Sandbox'], ['Paris II', 'Zurich I']))],
    'Sandbox is degraded in Paris II and Zurich I. Everything else is running.',
  ],
  [
    [incident(reach(['Sandbox'], ['Paris II', 'Zurich I', 'Oslo I']))],
    'Sandbox is degraded in three data centers. Everything else is running.',
  ],
])('one incident names what it affects, and where (%#)', (open, said) => {
  expect(sentence(open)).toBe(said)
})

test('S-03 an incident that names nothing affects the whole cloud, and nothing is called running', () => {
  expect(sentence([disrupted(reach())])).toBe('All of Alpha is disrupted.')
  expect(sentence([disrupted(reach()), incident(reach(['VPN']))])).toBe('All of Alpha is disrupted.')
  expect(sentence([incident(reach()), disrupted(reach(['VPN']))])).toBe(
    'VPN is disrupted. Everything else on Alpha is degraded.',
  )
})

test('an incident that names only things of another cloud affects an unknown part', () => {
  expect(sentence([incident(ELSEWHERE)])).toBe('Part of Alpha is degraded. Everything else is running.')
  expect(sentence([incident(ELSEWHERE), incident(reach(['VPN']))])).toBe(
    'VPN and part of Alpha are degraded. Everything else is running.',
  )
})

test('several incidents are sorted by severity, with each thing once in its worst state', () => {
  expect(sentence([disrupted(reach(['VPN'], ['Oslo I'])), incident(reach(['Sandbox']))])).toBe(
    'VPN is disrupted in Oslo I. Sandbox is degraded. Everything else is running.',
  )
  expect(sentence([incident(reach(['VPN'])), incident(reach(['Sandbox'], ['Lima I']))])).toBe(
    'VPN is degraded. Sandbox is degraded in Lima I. Everything else is running.',
  )
  expect(sentence([disrupted(reach(['VPN'])), incident(reach(['VPN']))])).toBe(
    'VPN is disrupted. Everything else is running.',
  )
})

test('a service in a data center is neither all of the service nor all of the data center', () => {
  expect(sentence([disrupted(reach(['VPN'], ['Oslo I'])), incident(reach(['VPN'], []))])).toBe(
    'VPN is disrupted in Oslo I. The rest of VPN is degraded. Everything else is running.',
  )
  const [vpn, sandbox, reports] = ['VPN', 'Sandbox', 'Reports'].map((name) => reach([name], ['Oslo I']))
  const investigated = incident(reports, { severityTid: SEVERITY.underInvestigation })
  expect(sentence([disrupted(vpn as Reach), incident(sandbox), investigated])).toBe(
    'VPN is disrupted in Oslo I. Sandbox is degraded in Oslo I. Reports is under investigation in Oslo I. Everything else is running.',
  )
  expect(sentence([incident(vpn), incident(sandbox), incident(reach([], ['Lima I']))])).toBe(
    'Lima I is degraded. VPN and Sandbox are degraded in Oslo I. Everything else is running.',
  )
  const scattered = SERVICES.slice(0, 4).map(({ name }, at) => reach([name], [DATA_CENTERS[at]?.name ?? '']))
  expect(sentence(scattered.map((each) => incident(each)))).toBe(
    'Four services are degraded in some data centers. Everything else is running.',
  )
})

test('S-03 maintenance that takes something out of service comes after incidents', () => {
  expect(verdict(ALPHA, [], [reach([], ['Oslo I'])])).toMatchObject({
    state: 'under_maintenance',
    trouble: 'Oslo I is under maintenance',
    rest: '. Everything else is running.',
    incident: null,
    openCount: 0,
  })
  expect(sentence([incident()], [reach([], ['Oslo I']), reach([], ['Lima I'])])).toBe(
    'Web Gateway is degraded. Oslo I and Lima I are under maintenance. Everything else is running.',
  )
  expect(sentence([incident()], [reach(['Web Gateway'])])).toBe(
    'Web Gateway is degraded. Everything else is running.',
  )
  expect(sentence([], [reach()])).toBe('All of Alpha is under maintenance.')
})

test('places of one incident may be in different states, and what has recovered is running', () => {
  const places = reach(['Web Gateway', 'Sandbox'], ['Oslo I'])
  const parts = [
    { severityTid: SEVERITY.serviceDegradation, reach: reach(['Sandbox'], ['Oslo I']) },
    { severityTid: SEVERITY.serviceDisruption, reach: reach(['Web Gateway'], ['Oslo I']) },
  ]
  expect(sentence([disrupted(places, { parts })])).toBe(
    'Web Gateway is disrupted in Oslo I. Sandbox is degraded in Oslo I. Everything else is running.',
  )
})

test('nothing else is running when everything is named', () => {
  const all = reach(
    SERVICES.map(({ name }) => name),
    DATA_CENTERS.map(({ name }) => name),
  )
  expect(sentence([incident(all)])).toBe('All five services are degraded in all six data centers.')
  const small = { ...ALPHA, services: SERVICES.slice(0, 2), dataCenters: DATA_CENTERS.slice(0, 2) }
  const of = (...open: OpenIncident[]) => verdict(small, open).sentences.join(' ')
  expect(
    of(disrupted(reach(['Web Gateway', 'Sandbox'], ['Paris II'])), incident(reach([], ['Zurich I']))),
  ).toBe('Web Gateway and Sandbox are disrupted in Paris II. Zurich I is degraded.')
  expect(of(disrupted(reach(['Web Gateway'])), incident(reach(['Sandbox'], ['Paris II', 'Zurich I'])))).toBe(
    'Web Gateway is disrupted. Sandbox is degraded in Paris II and Zurich I.',
  )
  expect(of(disrupted(reach(['Web Gateway'])), incident(reach(['Sandbox'], ['Paris II'])))).toBe(
    'Web Gateway is disrupted. Sandbox is degraded in Paris II. Everything else is running.',
  )
})

test('all of them means every one that is in service, whatever was decommissioned', () => {
  const retired = { tid: 99, name: 'Old Gateway' }
  const cloud = { ...ALPHA, services: SERVICES.slice(0, 3), dataCenters: DATA_CENTERS.slice(0, 3) }
  const two = { ...reach(['Web Gateway', 'Sandbox']), services: [...SERVICES.slice(0, 2), retired] }
  expect(verdict(cloud, [disrupted(two)]).trouble).toBe('Three services are disrupted')
  expect(reachInWords(cloud, two)).toBe('Three services')
  const all = { ...two, services: [...SERVICES.slice(0, 3), retired] }
  expect(verdict(cloud, [disrupted(all)]).trouble).toBe('All four services are disrupted')
})

test('each severity has its own word', () => {
  expect(verdict(ALPHA, [disrupted(reach(['VPN']))])).toMatchObject({
    state: 'service_disruption',
    trouble: 'VPN is disrupted',
  })
  const investigated = incident(reach(['VPN']), { severityTid: SEVERITY.underInvestigation })
  expect(verdict(ALPHA, [investigated])).toMatchObject({
    state: 'under_investigation',
    trouble: 'VPN is under investigation',
  })
})

test('the most severe incident leads, then the oldest; the next update is the soonest of all', () => {
  const investigation = incident(reach(['VPN']), {
    severityTid: SEVERITY.underInvestigation,
    nextUpdate: nine,
  })
  const newer = disrupted(reach(['VPN']), { id: 2, since: ten })
  const older = disrupted(reach(['VPN']), { id: 3, since: nine, nextUpdate: ten })
  expect(verdict(ALPHA, [investigation, newer, older])).toMatchObject({
    state: 'service_disruption',
    incident: { id: 3, title: 'Slow traffic' },
    since: nine,
    nextUpdate: nine,
    openCount: 3,
  })
  expect(stateOf([investigation, newer])).toBe('service_disruption')
})

test('an informational incident does not count', () => {
  const informational = incident(reach(['VPN']), { id: 2, severityTid: SEVERITY.informational })
  expect(verdict(ALPHA, [informational]).state).toBe('operational')
  expect(stateOf([informational])).toBe('operational')
  expect(verdict(ALPHA, [incident(), informational])).toMatchObject({
    rest: '. Everything else is running.',
    openCount: 1,
  })
})

test('the given order of incidents is not changed', () => {
  const open = [
    incident(reach(['VPN']), { id: 1, since: ten }),
    incident(reach(['VPN']), { id: 2, since: nine }),
  ]
  verdict(ALPHA, open)
  expect(open.map(({ id }) => id)).toEqual([1, 2])
})

test('what a record affects is described in a few words', () => {
  const words = (of: Reach) => reachInWords(ALPHA, of)
  expect(words(reach())).toBe('All of Alpha')
  expect(words(ELSEWHERE)).toBe('Part of Alpha')
  expect(words(reach(['eMail'], ['Oslo I']))).toBe('eMail in Oslo I')
  expect(words(reach([], ['Oslo I', 'Lima I', 'Perth I']))).toBe('Three data centers')
})

/** Random records on a cloud of any size, including an empty one. */
const anySite = fc
  .record({ services: fc.nat(6), dataCenters: fc.nat(12) })
  .chain(({ services, dataCenters }) => {
    const cloud = {
      title: 'Alpha',
      services: Array.from({ length: services }, (_, index) => ({ tid: index, name: `Service ${index}x` })),
      dataCenters: Array.from({ length: dataCenters }, (_, index) => ({
        tid: index,
        name: `Center ${index}x`,
      })),
    }
    const anyReach = fc.record({
      services: fc.subarray(cloud.services),
      dataCenters: fc.subarray(cloud.dataCenters),
      isWholeCloud: fc.constant(false),
    })
    const reaches = fc.oneof(
      { weight: 6, arbitrary: anyReach },
      { weight: 1, arbitrary: fc.constant({ services: [], dataCenters: [], isWholeCloud: true }) },
    )
    const open = fc.array(
      fc
        .record({
          reach: reaches,
          severityTid: fc.constantFrom(...Object.values(SEVERITY)),
          better: fc.record({
            services: fc.subarray(cloud.services),
            dataCenters: fc.subarray(cloud.dataCenters),
            severityTid: fc.constantFrom(...Object.values(SEVERITY)),
          }),
        })
        .map(({ better, ...fields }) => incident(fields.reach, { ...fields, ...divided(fields, better) })),
      { maxLength: 8 },
    )
    return fc.record({ cloud: fc.constant(cloud), open, works: fc.array(reaches, { maxLength: 3 }) })
  })

/** As if these places had a severity of their own, milder than the incident's. */
function divided(
  { reach, severityTid }: ReachPart,
  better: Omit<Reach, 'isWholeCloud'> & { severityTid: number },
) {
  if (gravityOf(better.severityTid) >= gravityOf(severityTid)) return {}
  const isBetter = (place: PlaceKind, tid: number) =>
    (place === 'service' ? better.services : better.dataCenters).some((each) => each.tid === tid)
  const parts = reachParts(
    reach,
    (place, tid) => (isBetter(place, tid) ? better.severityTid : severityTid),
    gravityOf,
  )
  if (parts.length < 2) return {}
  return {
    severityTid: parts[0]?.grade ?? severityTid,
    parts: parts.map(({ grade, ...part }) => ({ ...part, severityTid: grade })),
  }
}

test('S-03 no sentence calls something running that a record affects, and everything affected is counted', () => {
  fc.assert(
    fc.property(anySite, ({ cloud, open, works }) => {
      const { trouble, rest, sentences, state } = verdict(cloud, open, works)
      const said = trouble + rest
      expect(sentences.join(' ')).toBe(said)
      const breaking = open
        .flatMap((each): readonly ReachPart[] => each.parts ?? [each])
        .filter(({ severityTid }) => stateOfSeverity(severityTid) !== 'operational')
      const reaches = [...breaking.map((each) => each.reach), ...works]
      const isWhole = reaches.some(({ isWholeCloud }) => isWholeCloud)

      expect(said === 'Everything on Alpha is running.').toBe(reaches.length === 0)
      if (isWhole) expect(said).not.toContain('running')
      const worst = CLOUD_STATES.findLast((each) =>
        breaking.some(({ severityTid }) => stateOfSeverity(severityTid) === each),
      )
      expect(state).toBe(worst ?? (works.length > 0 ? 'under_maintenance' : 'operational'))
      if (reaches.length > 0) expect(said).toContain(centerStateWord(state))
      if (isWhole) return

      const counted = (kind: 'services' | 'dataCenters', other: 'services' | 'dataCenters') => {
        const whole = reaches.filter((each) => each[other].length === 0)
        return new Set(whole.flatMap((each) => each[kind].map(({ tid }) => tid))).size
      }
      const services = counted('services', 'dataCenters')
      const dataCenters = counted('dataCenters', 'services')
      expect(namedIn(said, 'Service', 'services')).toBeGreaterThanOrEqual(services)
      expect(namedIn(said, 'Center', 'data centers')).toBeGreaterThanOrEqual(dataCenters)
      const isAll = services === cloud.services.length && dataCenters === cloud.dataCenters.length
      if (isAll && services + dataCenters > 0) expect(said).not.toContain('running')
    }),
    { numRuns: 500 },
  )
})

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function namedIn(said: string, name: string, kind: string): number {
  const names = said.match(new RegExp(`${name} \\d+x`, 'g'))?.length ?? 0
  const numbers = [...said.matchAll(new RegExp(`(\\w+) ${kind}`, 'g'))].map(([, word = '']) => {
    const at = WORDS.indexOf(word.toLowerCase())
    if (word === 'some') return 0
    return at === -1 ? Number(word) : at
  })
  return names + numbers.reduce((sum, each) => sum + each, 0)
}
