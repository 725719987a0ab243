import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  gravityOf,
  OVER_HERE,
  ownSeverities,
  type PlaceState,
  placeStateWords,
  severityAt,
  stateDifferences,
  statesThatFit,
  tidyStates,
  withStates,
  wrongStates,
} from './place-states.ts'
import { SEVERITY } from './record.ts'

const { serviceDisruption, serviceDegradation, underInvestigation, informational } = SEVERITY
const INCIDENT = {
  kind: 'incident' as const,
  severity_tid: serviceDisruption,
  services: [1, 2],
  data_centers: [1],
  isClosed: false,
}

function at(tid: number, severity_tid: number, place: PlaceState['place'] = 'service'): PlaceState {
  return { place, tid, severity_tid }
}

describe('a place can have', () => {
  test('any state that is better than the incident, or have recovered', () => {
    expect(ownSeverities('incident', serviceDisruption)).toEqual([
      serviceDegradation,
      underInvestigation,
      OVER_HERE,
    ])
    expect(ownSeverities('incident', underInvestigation)).toEqual([OVER_HERE])
    expect(ownSeverities('incident', informational)).toEqual([])
    expect(ownSeverities('maintenance', informational)).toEqual([OVER_HERE])
    expect(ownSeverities('maintenance', OVER_HERE)).toEqual([])
    expect(ownSeverities('advisory', serviceDisruption)).toEqual([])
    expect(placeStateWords('incident', OVER_HERE, 'No Service Impact')).toBe('Recovered')
    expect(placeStateWords('maintenance', OVER_HERE, 'No Service Impact')).toBe('Finished')
  })

  test('no state if the record is not about it, or if the record itself has that state', () => {
    const states = [
      at(3, OVER_HERE),
      at(1, serviceDisruption),
      at(2, OVER_HERE),
      at(1, OVER_HERE, 'data-center'),
    ]
    expect(tidyStates(states, INCIDENT)).toEqual([at(2, OVER_HERE), at(1, OVER_HERE, 'data-center')])
    expect(tidyStates(states, { ...INCIDENT, kind: 'advisory' })).toEqual([])
  })
})

describe('states are refused', () => {
  test('if a place is worse than the incident', () => {
    const minor = { ...INCIDENT, severity_tid: serviceDegradation }
    expect(wrongStates([at(1, serviceDisruption)], minor)).toContain('worse state than the incident')
    expect(wrongStates([at(1, informational)], minor)).toContain('worse state')
    expect(wrongStates([at(1, underInvestigation)], minor)).toBeUndefined()
  })

  test('if every place is better than an open incident', () => {
    const all = [at(1, OVER_HERE), at(2, OVER_HERE), at(1, serviceDegradation, 'data-center')]
    expect(wrongStates(all, INCIDENT)).toContain('Lower the severity of the incident, or resolve it.')
    expect(wrongStates(all, { ...INCIDENT, isClosed: true })).toBeUndefined()
    expect(wrongStates(all.slice(1, 2), INCIDENT)).toBeUndefined()
  })

  test('if all services or all data centers of an open record with both are better', () => {
    expect(wrongStates([at(1, OVER_HERE, 'data-center')], INCIDENT)).toContain('lower the severity')
    expect(wrongStates([at(1, OVER_HERE), at(2, serviceDegradation)], INCIDENT)).toContain('or resolve it.')
    const onlyServices = { ...INCIDENT, data_centers: [] }
    expect(wrongStates([at(1, OVER_HERE)], onlyServices)).toBeUndefined()
  })

  test('if maintenance is anything but finished at a place, or finished everywhere', () => {
    const work = { ...INCIDENT, kind: 'maintenance' as const, severity_tid: informational }
    expect(wrongStates([at(1, serviceDegradation)], work)).toContain('is “finished”')
    expect(wrongStates([at(1, OVER_HERE)], work)).toBeUndefined()
    expect(wrongStates([at(1, OVER_HERE), at(2, OVER_HERE)], work)).toContain('Complete it instead')
  })
})

const anySeverity = fc.constantFrom(...Object.values(SEVERITY))
const anyStates = fc.array(
  fc.record({
    place: fc.constantFrom('service' as const, 'data-center' as const),
    tid: fc.integer({ min: 1, max: 4 }),
    severity_tid: anySeverity,
  }),
  { maxLength: 8 },
)
const anyRecord = fc.record({
  kind: fc.constantFrom('incident' as const, 'maintenance' as const),
  severity_tid: anySeverity,
  services: fc.subarray([1, 2, 3]),
  data_centers: fc.subarray([1, 2, 3]),
  isClosed: fc.constant(false),
})

test('an open incident with valid states is exactly as severe as its most severe service and data center, and stays valid when its severity changes', () => {
  fc.assert(
    fc.property(anyStates, anyRecord, anySeverity, (states, record, later) => {
      fc.pre(record.services.length + record.data_centers.length > 0)
      fc.pre(wrongStates(states, record) === undefined)
      const placeStates = tidyStates(states, record)
      const gravest = (place: PlaceState['place'], tids: number[]) =>
        Math.max(...tids.map((tid) => gravityOf(severityAt({ ...record, placeStates }, place, tid))))
      for (const [place, tids] of [
        ['service', record.services],
        ['data-center', record.data_centers],
      ] as const)
        if (tids.length > 0) expect(gravest(place, tids)).toBe(gravityOf(record.severity_tid))
      const changed = { ...record, severity_tid: later }
      expect(wrongStates(statesThatFit(placeStates, changed), changed)).toBeUndefined()
    }),
  )
})

test('the differences between two sets of states turn one into the other', () => {
  const everywhere = { ...INCIDENT, severity_tid: 0, services: [1, 2, 3, 4], data_centers: [1, 2, 3, 4] }
  fc.assert(
    fc.property(anyStates, anyStates, (a, b) => {
      const [before, after] = [tidyStates(a, everywhere), tidyStates(b, everywhere)]
      const made = withStates(before, stateDifferences(before, after))
      expect(tidyStates(made, everywhere)).toEqual(after)
      expect(stateDifferences(after, after)).toEqual([])
    }),
  )
})
