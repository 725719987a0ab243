import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainRecord } from '../../tests/support/plain-record.ts'
import { CENTER_STATES, centerStateWord, gravestOf } from '../domain/map/center-state.ts'
import type { PlaceKind } from '../domain/place-address.ts'
import { gravityOf, OVER_HERE, type PlaceState, severityAt, tidyStates } from '../domain/place-states.ts'
import { SEVERITY, stateOfSeverity } from '../domain/record.ts'
import { changeBetween } from '../domain/record-changes.ts'
import { openAtCenters } from './answers/open-at-centers.ts'
import { verdictOf } from './answers/verdict-answer.ts'
import type { Edition, SiteCloud } from './edition.ts'
import type { EditionRecord } from './edition-record.ts'
import { placesWithPages, spansAt } from './place-history.ts'
import { placeSpans } from './place-spans.ts'
import { affectedInWords, reachWithStates, severityOn, severityThere } from './record-reach.ts'
import { EMPTY_SHELF, nextShelf } from './record-shelf.ts'

function cloudOf(id: number, services: readonly number[], centers: readonly number[]): SiteCloud {
  const life = {
    isActive: true,
    startedOn: '2020-01-01',
    endedOn: null,
    openedOn: '2020-01-01',
    closedOn: null,
  }
  return {
    id,
    title: `Cloud ${id}`,
    serviceCategories: [
      { title: '', services: services.map((tid) => ({ tid, name: `Service ${tid}`, info: '', ...life })) },
    ],
    regions: [
      { title: '', dataCenters: centers.map((tid) => ({ tid, name: `Center ${tid}`, city: '', ...life })) },
    ],
  } as unknown as SiteCloud
}

const HERE = cloudOf(1, [1, 2, 3], [1, 7])
const THERE = cloudOf(2, [4, 5], [7])

function ownAt(place: PlaceKind, tid: number, severity_tid: number): PlaceState {
  return { place, tid, severity_tid }
}

function incident(states: PlaceState[], of: Partial<EditionRecord> = {}): EditionRecord {
  return plainRecord({
    severity_tid: SEVERITY.serviceDisruption,
    clouds: [1, 2],
    services: [1, 2, 4],
    dataCenters: [7],
    placeStates: states.map((state) => ({ ...state, record_id: 1 })),
    ...of,
  })
}

test('what has recovered is no longer affected, and an incident may be over on one cloud only', () => {
  const record = incident([ownAt('service', 1, SEVERITY.serviceDegradation), ownAt('service', 4, OVER_HERE)])
  expect(reachWithStates(record, HERE)).toBe(
    'Service 2 in Center 7 (disrupted), Service 1 in Center 7 (degraded)',
  )
  // Its only service there has recovered, and nothing else in the data center was affected.
  const over = incident([ownAt('service', 4, OVER_HERE)])
  expect([severityOn(over, HERE), severityOn(over, THERE)]).toEqual([SEVERITY.serviceDisruption, OVER_HERE])
  expect(affectedInWords(over, [HERE, THERE])).toBe('Service 1 and Service 2 in Center 7')
  expect(affectedInWords(over, [THERE])).toBe('Service 4 in Center 7 (recovered)')
  expect(reachWithStates({ ...over, closed_on: new Date() }, THERE)).toBe('Service 4 in Center 7')
})

test('a data center that two clouds share is marked only where one of its services is still affected', () => {
  const over = incident([ownAt('service', 4, OVER_HERE)])
  const shelf = nextShelf(EMPTY_SHELF, { changed: [over], withdrawn: [], notes: [] })
  const now = new Date('2026-11-15T12:00:00Z')
  const marked = (cloud: SiteCloud) =>
    openAtCenters(shelf, cloud, now)
      .get(7)
      ?.map(({ severityId }) => severityId)
  expect([marked(HERE), marked(THERE)]).toEqual([[SEVERITY.serviceDisruption], undefined])
  const edition = { records: shelf } as unknown as Edition
  const openSpans = (cloud: SiteCloud) =>
    placesWithPages(cloud)['data-center'].flatMap((place) => spansAt(edition, cloud, place))
  expect([openSpans(HERE).length, openSpans(THERE).length]).toEqual([1, 0])
  expect(placeSpans(over, THERE, 'dataCenters').get(7)).toBeUndefined()
  // Milder on one cloud, and services follow their data centers in the same way.
  const milder = incident([ownAt('service', 4, SEVERITY.serviceDegradation)])
  expect(severityThere(milder, THERE, 'data-center', 7)).toBe(SEVERITY.serviceDegradation)
  expect(severityThere(milder, HERE, 'data-center', 7)).toBe(SEVERITY.serviceDisruption)
  const moved = incident([ownAt('data-center', 7, OVER_HERE)], { dataCenters: [1, 7] })
  expect(severityThere(moved, THERE, 'service', 4)).toBe(OVER_HERE)
  expect(severityThere(moved, HERE, 'service', 1)).toBe(SEVERITY.serviceDisruption)
})

const SEVERITIES = [SEVERITY.serviceDisruption, SEVERITY.serviceDegradation, SEVERITY.underInvestigation]
const anyState = fc
  .record({
    severityTid: fc.constantFrom(...SEVERITIES),
    services: fc.subarray([1, 2, 3, 4]),
    dataCenters: fc.subarray([1, 7]),
    states: fc.array(
      fc.record({
        place: fc.constantFrom('service' as const, 'data-center' as const),
        tid: fc.constantFrom(1, 2, 3, 4, 7),
        severity_tid: fc.constantFrom(...SEVERITIES, OVER_HERE),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ states, ...state }) => {
    const { severityTid: severity_tid, services, dataCenters: data_centers } = state
    const own = tidyStates(states, { kind: 'incident', severity_tid, services, data_centers })
    return {
      ...state,
      placeStates: own.filter((state) => gravityOf(state.severity_tid) < gravityOf(severity_tid)),
    }
  })
type AnyState = Omit<ReturnType<typeof anyState.generate>['value'], 'severityTid'> & {
  severityTid: number
}

function recordOf(
  { severityTid, services, dataCenters, placeStates }: AnyState,
  of: Partial<EditionRecord> = {},
) {
  return incident(placeStates, { severity_tid: severityTid, services, dataCenters, ...of })
}

/** The state of a place, computed straight from the record. */
function stateIn(
  { severityTid, services, dataCenters, placeStates }: AnyState,
  place: PlaceKind,
  tid: number,
) {
  const isWhole = services.length + dataCenters.length === 0
  const isNamed = (place === 'service' ? services : dataCenters).includes(tid)
  if (!isWhole && !isNamed) return 'operational'
  // The most severe of the pairs that the place is part of on cloud 1. Each pair counts as its milder half.
  const others = place === 'service' ? dataCenters : services.filter((service) => service !== 4)
  const pairs = others.map((other) =>
    place === 'service' ? { service: tid, center: other } : { service: other, center: tid },
  )
  const state = { severityTid, services, dataCenters, placeStates }
  const grave = pairs.map((pair) => severityOfCell(state, pair)).sort((a, b) => gravityOf(b) - gravityOf(a))
  return stateOfSeverity(grave[0] ?? severityAt({ severity_tid: severityTid, placeStates }, place, tid))
}

/**
 * The severity for this service in this data center, computed straight from the record. 0 means all others.
 */
function severityOfCell(state: AnyState, { service, center }: Cell): number {
  const { services, dataCenters, severityTid: severity_tid, placeStates } = state
  const isNamed = (tids: number[], tid: number) => tids.length === 0 || tids.includes(tid)
  if (!isNamed(services, service) || !isNamed(dataCenters, center)) return OVER_HERE
  const own = [
    severityAt({ severity_tid, placeStates }, 'service', service),
    severityAt({ severity_tid, placeStates }, 'data-center', center),
  ]
  if (own.includes(OVER_HERE)) return OVER_HERE
  return own.toSorted((a, b) => gravityOf(a) - gravityOf(b))[0] ?? severity_tid
}

interface Cell {
  service: number
  center: number
}

const SMALL = cloudOf(1, [1, 2], [1, 2])
const CELLS: Cell[] = [0, 1, 2].flatMap((service) => [0, 1, 2].map((center) => ({ service, center })))
const anySmallState = anyState.map(({ services, dataCenters, ...state }) => ({
  ...state,
  services: services.filter((tid) => tid < 3),
  // Center 7 is the second one here.
  dataCenters: dataCenters.map((tid) => Math.min(tid, 2)),
  placeStates: state.placeStates.map((state) =>
    state.place === 'service' ? state : { ...state, tid: Math.min(state.tid, 2) },
  ),
}))

/** Reads a sentence about a cloud with two services and two data centers back, word by word. */
function cellsOf(sentence: string): { cells: Cell[]; state: string } {
  const [, subject = '', word = '', where] =
    sentence.match(
      /^(.+?) (?:is|are) (disrupted|degraded|under investigation|under maintenance|running)(?: in (.+))?\.$/,
    ) ?? []
  const state = CENTER_STATES.find((each) => centerStateWord(each) === word) ?? 'operational'
  if (/^(All|Everything)/.test(subject)) return { cells: CELLS, state }
  const tids = (words: string, name: string) =>
    [...words.matchAll(new RegExp(`${name} (\\d)`, 'g'))].map(([, tid]) => Number(tid))
  const [services, centers] = [tids(subject, 'Service'), tids(where ?? subject, 'Center')]
  const isSaid = ({ service, center }: Cell) =>
    where === undefined
      ? services.includes(service) || centers.includes(center)
      : services.includes(service) && centers.includes(center)
  return { cells: CELLS.filter(isSaid), state }
}

test('S-03 each sentence of the verdict is true of every service in every data center', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  fc.assert(
    fc.property(
      fc.array(anySmallState, { maxLength: 4 }),
      fc.array(anySmallState, { maxLength: 2 }),
      (incidents, works) => {
        const from_time = new Date('2026-11-15T11:00:00Z')
        const underWay = works.map((work) => ({
          ...work,
          severityTid: SEVERITY.informational,
          placeStates: work.placeStates.map((state) => ({ ...state, severity_tid: OVER_HERE })),
        }))
        const changed = [
          ...incidents.map((each, id) => recordOf(each, { id, clouds: [1], from_time })),
          ...underWay.map((each, id) =>
            recordOf(each, { id: 100 + id, kind: 'maintenance', clouds: [1], from_time }),
          ),
        ]
        const edition = {
          records: nextShelf(EMPTY_SHELF, { changed, withdrawn: [], notes: [] }),
        } as unknown as Edition
        const { sentences } = verdictOf(edition, SMALL, now)

        const said = new Map<Cell, string>()
        for (const { cells, state } of sentences.map(cellsOf)) {
          const isNew = cells.filter((cell) => !said.has(cell))
          expect(isNew).not.toEqual([])
          for (const cell of isNew) said.set(cell, state)
        }
        const truth = (cell: Cell) =>
          gravestOf([
            ...incidents.map((each) => stateOfSeverity(severityOfCell(each, cell))),
            ...underWay
              .filter((work) => severityOfCell(work, cell) !== OVER_HERE)
              .map(() => 'under_maintenance' as const),
          ])
        for (const cell of CELLS) expect([cell, said.get(cell) ?? 'operational']).toEqual([cell, truth(cell)])
      },
    ),
    { numRuns: 400 },
  )
})

test('at every moment a place was in the state that the incident gave it then, also after later changes', () => {
  const minute = (at: number) => new Date(Date.UTC(2026, 10, 15, 0, at))
  fc.assert(
    fc.property(fc.array(anyState, { minLength: 1, maxLength: 5 }), (states) => {
      const changes = states.slice(1).flatMap((after, at) => {
        const change = changeBetween('incident', states[at] as AnyState, after)
        return change === undefined
          ? []
          : [{ ...change, id: at, record_id: 1, update_id: null, made_on: minute(10 * (at + 1)) }]
      })
      const last = states.at(-1) as AnyState
      const record = recordOf(last, { from_time: minute(0), changes })
      const edition = {
        records: nextShelf(EMPTY_SHELF, { changed: [record], withdrawn: [], notes: [] }),
      } as unknown as Edition
      const cloud = cloudOf(1, [1, 2, 3], [1, 7])
      for (const place of Object.values(placesWithPages(cloud)).flat()) {
        const spans = spansAt(edition, cloud, place)
        const inTrouble = states.map((state, at) => {
          const now = minute(10 * at + 5).getTime()
          const [span] = spans.filter(({ from, to }) => from <= now && (to === null || to > now))
          expect(span?.state ?? 'operational').toBe(stateIn(state, place.kind, place.tid))
          return span !== undefined
        })
        const drawn = placeSpans(record, cloud, place.kind === 'service' ? 'services' : 'dataCenters').get(
          place.tid,
        )
        expect(drawn !== undefined).toBe(inTrouble.includes(true))
        if (drawn !== undefined) expect(drawn.to === null).toBe(inTrouble.at(-1))
      }
    }),
  )
})

test('publications change exactly the places they are about, whatever came before', () => {
  const anyPublication = fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 6 }),
      hour: fc.integer({ min: 0, max: 3 }),
      isWithdrawn: fc.boolean(),
      state: anyState,
    }),
    { minLength: 1, maxLength: 3 },
  )
  fc.assert(
    fc.property(fc.array(anyPublication, { maxLength: 6 }), (publications) => {
      const cloud = cloudOf(1, [1, 2, 3], [1, 7])
      const places = Object.values(placesWithPages(cloud)).flat()
      let records = EMPTY_SHELF
      for (const publication of publications) {
        const changed = publication.filter(
          ({ id, isWithdrawn }, at) =>
            !isWithdrawn && publication.findLastIndex((one) => one.id === id) === at,
        )
        records = nextShelf(records, {
          changed: changed.map(({ id, hour, state }) =>
            recordOf(state, { id, from_time: new Date(Date.UTC(2026, 10, 15, hour)) }),
          ),
          withdrawn: publication.filter(({ isWithdrawn }) => isWithdrawn).map(({ id }) => id),
          notes: [],
        })
        const edition = { records } as Edition
        const spans = new Map(places.map((place) => [place, spansAt(edition, cloud, place)]))
        // Another cloud object has an empty cache.
        for (const place of places) expect(spans.get(place)).toEqual(spansAt(edition, { ...cloud }, place))
      }
    }),
    { numRuns: 200 },
  )
  const cloud = cloudOf(1, [1, 2, 3], [1, 7])
  const [first, second] = placesWithPages(cloud).service
  if (first === undefined || second === undefined) throw new Error('The cloud has three services')
  const about = (services: number[], id: number) => plainRecord({ id, clouds: [1], services })
  const one = nextShelf(EMPTY_SHELF, { changed: [about([1], 1), about([2], 2)], withdrawn: [] })
  const kept = [first, second].map((place) => spansAt({ records: one } as Edition, cloud, place))
  const two = nextShelf(one, { changed: [about([2], 3)], withdrawn: [] })
  // A place that the publication isn't about is not computed again.
  expect(spansAt({ records: two } as Edition, cloud, first)).toBe(kept[0])
  expect(spansAt({ records: two } as Edition, cloud, second)).toHaveLength(2)
})
