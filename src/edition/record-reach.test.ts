import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainRecord } from '../../tests/support/plain-record.ts'
import { CENTER_STATES, gravity } from '../domain/map/center-state.ts'
import type { PlaceKind } from '../domain/place-address.ts'
import { gravityOf, OVER_HERE, type PlaceState, severityAt, tidyStates } from '../domain/place-states.ts'
import { SEVERITY, stateOfSeverity } from '../domain/record.ts'
import { changeBetween } from '../domain/record-changes.ts'
import type { Edition, SiteCloud } from './edition.ts'
import type { EditionRecord } from './edition-record.ts'
import { placesWithPages, spansAt } from './place-history.ts'
import { placeSpans } from './place-spans.ts'
import { partsOnCloud, reachOf, reachWithStates, severityOn } from './record-reach.ts'
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
  expect(reachWithStates(record, HERE)).toBe('Service 2 in Center 7 (disrupted), Service 1 (degraded)')
  expect(reachOf(record, THERE)).toMatchObject({ services: [], dataCenters: [{ tid: 7 }] })
  const over = incident([ownAt('service', 4, OVER_HERE), ownAt('data-center', 7, OVER_HERE)])
  expect([severityOn(over, HERE), severityOn(over, THERE)]).toEqual([SEVERITY.serviceDisruption, OVER_HERE])
  expect(reachWithStates({ ...over, closed_on: new Date() }, THERE)).toBe('Service 4 in Center 7')
})

const SEVERITIES = [SEVERITY.serviceDisruption, SEVERITY.serviceDegradation, SEVERITY.underInvestigation]
const anyStanding = fc
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
  .map(({ states, ...standing }) => {
    const { severityTid: severity_tid, services, dataCenters: data_centers } = standing
    const own = tidyStates(states, { kind: 'incident', severity_tid, services, data_centers })
    return {
      ...standing,
      placeStates: own.filter((state) => gravityOf(state.severity_tid) < gravityOf(severity_tid)),
    }
  })
type AnyStanding = ReturnType<typeof anyStanding.generate>['value']

function recordOf(
  { severityTid, services, dataCenters, placeStates }: AnyStanding,
  of: Partial<EditionRecord> = {},
) {
  return incident(placeStates, { severity_tid: severityTid, services, dataCenters, ...of })
}

/** How a place is, straight from what the record says. */
function stateIn(
  { severityTid, services, dataCenters, placeStates }: AnyStanding,
  place: PlaceKind,
  tid: number,
) {
  const isWhole = services.length + dataCenters.length === 0
  const isNamed = (place === 'service' ? services : dataCenters).includes(tid)
  if (!isWhole && !isNamed) return 'operational'
  return stateOfSeverity(severityAt({ severity_tid: severityTid, placeStates }, place, tid))
}

test('the parts of a record have each affected place of a cloud once, in its own state', () => {
  fc.assert(
    fc.property(anyStanding, (standing) => {
      const record = recordOf(standing)
      const parts = partsOnCloud(record, HERE)
      const found = parts.flatMap(({ severityTid, reach }) => [
        ...reach.services.map(({ tid }) => ['service', tid, stateOfSeverity(severityTid)]),
        ...reach.dataCenters.map(({ tid }) => ['data-center', tid, stateOfSeverity(severityTid)]),
      ])
      const named = [
        ...[1, 2, 3].filter((tid) => standing.services.includes(tid)).map((tid) => ['service', tid] as const),
        ...[1, 7]
          .filter((tid) => standing.dataCenters.includes(tid))
          .map((tid) => ['data-center', tid] as const),
      ].map(([place, tid]) => [place, tid, stateIn(standing, place, tid)])
      const troubled = named.filter(([, , state]) => state !== 'operational')
      expect(found.map(String).toSorted()).toEqual(
        (troubled.length > 0 ? troubled : named).map(String).toSorted(),
      )
      const worst = Math.max(
        0,
        ...named.map(([, , state]) => gravity(state as (typeof CENTER_STATES)[number])),
      )
      if (named.length > 0) expect(stateOfSeverity(severityOn(record, HERE))).toBe(CENTER_STATES[worst])
    }),
  )
})

test('at every moment a place was in the state that the incident gave it then, also after later changes', () => {
  const minute = (at: number) => new Date(Date.UTC(2026, 10, 15, 0, at))
  fc.assert(
    fc.property(fc.array(anyStanding, { minLength: 1, maxLength: 5 }), (standings) => {
      const changes = standings.slice(1).flatMap((after, at) => {
        const change = changeBetween('incident', standings[at] as AnyStanding, after)
        return change === undefined
          ? []
          : [{ ...change, id: at, record_id: 1, update_id: null, made_on: minute(10 * (at + 1)) }]
      })
      const last = standings.at(-1) as AnyStanding
      const record = recordOf(last, { from_time: minute(0), changes })
      const edition = {
        records: nextShelf(EMPTY_SHELF, { changed: [record], withdrawn: [], notes: [] }),
      } as unknown as Edition
      const cloud = cloudOf(1, [1, 2, 3], [1, 7])
      for (const place of Object.values(placesWithPages(cloud)).flat()) {
        const spans = spansAt(edition, cloud, place)
        const inTrouble = standings.map((standing, at) => {
          const now = minute(10 * at + 5).getTime()
          const [span] = spans.filter(({ from, to }) => from <= now && (to === null || to > now))
          expect(span?.state ?? 'operational').toBe(stateIn(standing, place.kind, place.tid))
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
