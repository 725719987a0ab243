import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChosenPlaces, NOTHING_CHOSEN } from './chosen-places.ts'
import { gravity } from './map/center-state.ts'
import { chosenInWords, type OpenTrouble, type PersonalVerdict, personalVerdict } from './personal-verdict.ts'
import { SEVERITY, stateOfSeverity } from './record.ts'
import { type Reach, verdict } from './verdict.ts'

const SERVICES = ['Web Gateway', 'DNS Control', 'Sandbox', 'Private Access'].map(named)
const CENTERS = ['Frankfurt IV', 'Zurich I', 'Paris II'].map(named)
const CLOUD = { title: 'Northwall', services: SERVICES, dataCenters: CENTERS }
const SINCE = new Date('2026-11-17T22:14:00Z')
const WHOLE: Reach = { isWholeCloud: true, services: [], dataCenters: [] }

function named(name: string, index: number) {
  return { tid: index + 1, name }
}

function reach(services: number[], dataCenters: number[]): Reach {
  return {
    isWholeCloud: false,
    services: SERVICES.filter(({ tid }) => services.includes(tid)),
    dataCenters: CENTERS.filter(({ tid }) => dataCenters.includes(tid)),
  }
}

function disrupted(of: Reach): OpenTrouble {
  return { state: 'service_disruption', since: SINCE, reach: of }
}

function sentencesOf(found: PersonalVerdict | undefined) {
  return found?.sentences.map(({ words, since }) => (since === null ? words : `${words} (since)`))
}

const MINE: ChosenPlaces = { services: [1, 2, 3], dataCenters: [1] }

test('S-10 services that run come first, then what does not', () => {
  const found = personalVerdict(CLOUD, [disrupted(reach([], [1]))], MINE)
  expect(found?.state).toBe('service_disruption')
  expect(sentencesOf(found)).toEqual([
    'Your 3 services are running',
    'Frankfurt IV, which you follow, is disrupted (since)',
  ])
})

test.each<[string, OpenTrouble[], string[]]>([
  ['nothing is wrong', [], ['Your 3 services and 1 data center are running']],
  [
    'only others are affected',
    [disrupted(reach([4], [2]))],
    ['Your 3 services and 1 data center are running'],
  ],
  [
    'one of several services is affected in one place',
    [disrupted(reach([1], [2]))],
    [
      'Your data center is running',
      'Web Gateway, which you follow, is disrupted in Zurich I (since)',
      'Your other 2 services are running',
    ],
  ],
  [
    'more than two are counted',
    [disrupted(reach([1, 2, 3, 4], []))],
    ['Your data center is running', 'All three of your services are disrupted (since)'],
  ],
  ['the whole cloud', [disrupted(WHOLE)], ['All of Northwall is disrupted (since)']],
  [
    'the whole cloud is milder',
    [disrupted(reach([1], [])), { state: 'under_investigation', since: SINCE, reach: WHOLE }],
    [
      'Web Gateway, which you follow, is disrupted (since)',
      'Everything else on Northwall is under investigation (since)',
    ],
  ],
  [
    'the whole cloud is milder, and something else is worse',
    [disrupted(reach([4], [])), { state: 'under_maintenance', since: null, reach: WHOLE }],
    ['All three of your services and Frankfurt IV are under maintenance'],
  ],
  [
    'the whole cloud is milder than one of their services and another one',
    [disrupted(reach([1, 4], [])), { state: 'under_maintenance', since: null, reach: WHOLE }],
    [
      'Web Gateway, which you follow, is disrupted (since)',
      'DNS Control, Sandbox and Frankfurt IV, which you follow, are under maintenance',
    ],
  ],
  [
    'a place counts once, in its worst state',
    [disrupted(reach([], [1])), { state: 'under_maintenance', since: null, reach: reach([2], [1]) }],
    [
      'Frankfurt IV, which you follow, is disrupted (since)',
      'DNS Control, which you follow, is under maintenance in Frankfurt IV',
      'Your other 2 services are running',
    ],
  ],
  [
    'a service and its data center are one trouble, not two',
    [disrupted(reach([1], [1, 2]))],
    [
      'Web Gateway, which you follow, is disrupted in Frankfurt IV and Zurich I (since)',
      'Your other 2 services are running',
    ],
  ],
  [
    'a data center that the sentence only counts is named',
    [disrupted(reach([1], [1, 2, 3]))],
    [
      'Web Gateway, which you follow, is disrupted in all three data centers (since)',
      'Frankfurt IV, which you follow, is disrupted for Web Gateway (since)',
      'Your other 2 services are running',
    ],
  ],
  [
    'a service is worse in one place than elsewhere',
    [disrupted(reach([2], [2])), { state: 'service_degradation', since: null, reach: reach([2], []) }],
    [
      'Your data center is running',
      'DNS Control, which you follow, is disrupted in Zurich I (since)',
      'DNS Control, which you follow, is degraded elsewhere',
      'Your other 2 services are running',
    ],
  ],
  [
    'several began at different times',
    [disrupted(reach([1], [])), { ...disrupted(reach([2], [])), since: null }],
    [
      'Your data center is running',
      'Web Gateway, which you follow, is disrupted (since)',
      'DNS Control, which you follow, is disrupted',
      'Your other service is running',
    ],
  ],
  [
    'places of another cloud only',
    [disrupted(reach([], []))],
    ['Part of Northwall, which may include yours, is disrupted (since)'],
  ],
])('the personal verdict if %s', (_, troubles, expected) => {
  expect(sentencesOf(personalVerdict(CLOUD, troubles, MINE))).toEqual(expected)
})

test('a reader who chose nothing on this cloud gets no personal verdict', () => {
  expect(personalVerdict(CLOUD, [disrupted(WHOLE)], NOTHING_CHOSEN)).toBeUndefined()
  expect(personalVerdict(CLOUD, [disrupted(WHOLE)], { services: [77], dataCenters: [] })).toBeUndefined()
})

test('the selection in words', () => {
  expect(chosenInWords({ services: 1, dataCenters: 0 })).toBe('1 service')
  expect(chosenInWords({ services: 3, dataCenters: 2 })).toBe('3 services and 2 data centers')
})

const someOf = (ids: number) => fc.subarray(Array.from({ length: ids }, (_, index) => index + 1))
const anyReach = fc.oneof(
  fc.constant(WHOLE),
  fc
    .tuple(someOf(SERVICES.length), someOf(CENTERS.length))
    .map(([services, centers]) => reach(services, centers)),
)
const anyCase = fc.record({
  open: fc.array(
    fc.record({
      severityTid: fc.constantFrom(...Object.values(SEVERITY)),
      since: fc.integer({ min: 0, max: 1e6 }).map((minute) => new Date(SINCE.getTime() - minute * 60_000)),
      reach: anyReach,
    }),
    { maxLength: 4 },
  ),
  works: fc.array(anyReach, { maxLength: 2 }),
  mine: fc.record({ services: someOf(SERVICES.length), dataCenters: someOf(CENTERS.length) }),
})

function both({
  open,
  works,
}: {
  open: { severityTid: number; since: Date; reach: Reach }[]
  works: Reach[]
}) {
  const incidents = open.map((each, id) => ({ ...each, id, title: '', nextUpdate: null }))
  const troubles: OpenTrouble[] = [
    ...open.flatMap(({ severityTid, since, reach }): OpenTrouble[] => {
      const state = stateOfSeverity(severityTid)
      return state === 'operational' ? [] : [{ state, since, reach }]
    }),
    ...works.map((reach): OpenTrouble => ({ state: 'under_maintenance', since: null, reach })),
  ]
  return { general: verdict(CLOUD, incidents, works), troubles }
}

test('a reader who follows everything gets the state of the general verdict', () => {
  fc.assert(
    fc.property(anyCase, (given) => {
      const { general, troubles } = both(given)
      const all = { services: SERVICES.map(({ tid }) => tid), dataCenters: CENTERS.map(({ tid }) => tid) }
      expect(personalVerdict(CLOUD, troubles, all)?.state).toBe(general.state)
    }),
  )
})

test('the personal state is never worse than the general one, and says so in words', () => {
  fc.assert(
    fc.property(anyCase, (given) => {
      const { general, troubles } = both(given)
      const own = personalVerdict(CLOUD, troubles, given.mine)
      if (own === undefined) {
        expect(given.mine).toEqual(NOTHING_CHOSEN)
        return
      }
      expect(gravity(own.state)).toBeLessThanOrEqual(gravity(general.state))
      const worst = Math.max(...own.sentences.map(({ state }) => gravity(state)))
      expect(worst).toBe(gravity(own.state))
    }),
  )
})

test('a sentence about the whole cloud, or all the rest of it, includes what the reader does not follow', () => {
  fc.assert(
    fc.property(anyCase, (given) => {
      const { general, troubles } = both(given)
      const sentences = personalVerdict(CLOUD, troubles, given.mine)?.sentences ?? []
      for (const { state, words } of sentences) {
        if (words.startsWith('All of Northwall')) expect(state).toBe(general.state)
        if (!words.startsWith('Everything else on Northwall')) continue
        const worse = troubles.filter((trouble) => gravity(trouble.state) > gravity(state))
        for (const { services, dataCenters } of worse.map((trouble) => trouble.reach)) {
          if (services.length + dataCenters.length === 0) continue
          const pairs = (services.length > 0 ? services : SERVICES).flatMap((service) =>
            (dataCenters.length > 0 ? dataCenters : CENTERS).map(
              (center) => [service.tid, center.tid] as const,
            ),
          )
          const isOwn = ([service, center]: readonly [number, number]) =>
            given.mine.services.includes(service) || given.mine.dataCenters.includes(center)
          expect(pairs.filter((pair) => !isOwn(pair))).toEqual([])
        }
      }
    }),
    { numRuns: 1000 },
  )
})

test('a sentence has the time of its own trouble, not of a milder one elsewhere', () => {
  const earlier = new Date(SINCE.getTime() - 3_600_000)
  const troubles: OpenTrouble[] = [
    disrupted(reach([1], [])),
    { state: 'service_degradation', since: earlier, reach: reach([1], []) },
    { state: 'service_degradation', since: SINCE, reach: reach([2], []) },
  ]
  const found = personalVerdict(CLOUD, troubles, { services: [1, 2], dataCenters: [] })
  expect(found?.sentences.map(({ since }) => since)).toEqual([SINCE, SINCE])
})
