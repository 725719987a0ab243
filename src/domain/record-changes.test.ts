import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OVER_HERE, type PlaceState, tidyStates } from './place-states.ts'
import { SEVERITY } from './record.ts'
import {
  type ChangeLine,
  changeBetween,
  changeWords,
  linesOfChange,
  type PublicState,
  stateBefore,
} from './record-changes.ts'

const BEFORE: PublicState = { severityTid: 19, services: [1], dataCenters: [], placeStates: [] }
const NAMES = {
  service: (tid: number) => ({ 1: 'Web Security', 2: 'DNS Control', 3: 'DNS Control' })[tid],
  dataCenter: (tid: number) => ({ 7: 'Zurich I' })[tid],
  severity: (tid: number) =>
    ({
      17: 'Under Investigation',
      19: 'Service Degradation',
      20: 'Service Disruption',
      1361: 'No Service Impact',
    })[tid],
}

function linesTo(after: Partial<PublicState>, { before = BEFORE, kind = 'incident' as const } = {}) {
  const change = changeBetween(kind, before, { ...BEFORE, ...after })
  return change === undefined ? [] : linesOfChange(kind, change, NAMES).map(changeWords)
}

describe('the history of a record says', () => {
  test('nothing if only words changed', () => {
    expect(linesTo({})).toEqual([])
  })

  test('which places were added and which are no longer affected', () => {
    expect(linesTo({ services: [1, 2] })).toEqual(['DNS Control added'])
    expect(linesTo({ services: [2, 3], dataCenters: [7] })).toEqual([
      'DNS Control and Zurich I added',
      'Web Security no longer affected',
    ])
  })

  test('how the severity changed', () => {
    expect(linesTo({ severityTid: 20 })).toEqual([
      'Severity changed from Service Degradation to Service Disruption',
    ])
    const unknown: ChangeLine = {
      kind: 'severity',
      severity: { from: null, to: { tid: 20, name: 'Service Disruption' } },
    }
    expect(changeWords(unknown)).toBe('Severity changed to Service Disruption')
  })

  test('when it starts or stops to affect everything on its clouds', () => {
    expect(linesTo({ services: [] })).toEqual(['Now affects the whole cloud'])
    const before = { ...BEFORE, services: [] }
    expect(linesTo({ services: [2] }, { before })).toEqual(['Now limited to DNS Control'])
  })

  test('nothing about places without a name here', () => {
    expect(linesTo({ services: [1, 99] })).toEqual([])
  })

  test('nothing about the severity of maintenance and the places of notifications', () => {
    const after = { ...BEFORE, severityTid: 20, services: [1, 2] }
    expect(changeBetween('maintenance', BEFORE, after)).toMatchObject({
      severity_after: null,
      services_added: [2],
    })
    expect(changeBetween('advisory', BEFORE, after)).toMatchObject({ severity_after: 20, services_added: [] })
    expect(changeBetween('notification', BEFORE, after)).toBeUndefined()
  })

  test('at most twelve names', () => {
    const services = Array.from({ length: 14 }, (_, tid) => ({ tid, name: `S${tid}` }))
    expect(changeWords({ kind: 'added', services })).toMatch(/S11 and 2 more added$/)
  })
})

describe('the history of states says', () => {
  const at = (tid: number, severity_tid: number): PlaceState => ({ place: 'service', tid, severity_tid })
  const wide = { severityTid: 20, services: [1, 2], dataCenters: [7] }
  const lines = (before: PlaceState[], after: PlaceState[], more: Partial<PublicState> = {}) =>
    linesTo({ ...wide, ...more, placeStates: after }, { before: { ...wide, placeStates: before } })

  test('how a place changed, that it recovered, and that it is affected again', () => {
    expect(lines([], [at(2, 19)])).toEqual([
      'DNS Control changed from Service Disruption to Service Degradation',
    ])
    expect(lines([at(2, 19)], [at(2, OVER_HERE), { ...at(7, OVER_HERE), place: 'data-center' }])).toEqual([
      'DNS Control and Zurich I recovered',
    ])
    expect(lines([at(2, OVER_HERE)], [])).toEqual(['DNS Control affected again: Service Disruption'])
  })

  test('the state of a new place, and no state for a removed one', () => {
    expect(lines([], [at(3, 19)], { services: [1, 2, 3] })).toEqual([
      'DNS Control added',
      'DNS Control: Service Degradation',
    ])
    expect(lines([at(2, 19)], [], { services: [1] })).toEqual(['DNS Control no longer affected'])
  })

  test('no line for a place that doesn’t change while the incident gets better', () => {
    expect(lines([at(2, 19)], [], { severityTid: 19 })).toEqual([
      'Severity changed from Service Disruption to Service Degradation',
    ])
  })

  test('that work is finished at a place, and that it is not', () => {
    const work = { ...wide, severityTid: 1356, placeStates: [] }
    const finished = { ...work, placeStates: [at(2, OVER_HERE)] }
    const words = (before: PublicState, after: PublicState) => {
      const change = changeBetween('maintenance', before, after)
      return change && linesOfChange('maintenance', change, NAMES).map(changeWords)
    }
    expect(words(work, finished)).toEqual(['DNS Control finished'])
    expect(words(finished, work)).toEqual(['DNS Control under maintenance again'])
  })
})

const anyState = fc
  .record({
    severityTid: fc.constantFrom(20, 19, 17),
    services: fc.subarray([1, 2, 3]),
    dataCenters: fc.subarray([1, 7]),
    states: fc.array(
      fc.record({
        place: fc.constantFrom('service' as const, 'data-center' as const),
        tid: fc.constantFrom(1, 2, 3, 7),
        severity_tid: fc.constantFrom(...Object.values(SEVERITY)),
      }),
    ),
  })
  .map(({ states, ...state }) => {
    const { severityTid: severity_tid, services, dataCenters: data_centers } = state
    const placeStates = tidyStates(states, { kind: 'incident', severity_tid, services, data_centers })
    return { ...state, placeStates, isWhole: services.length + data_centers.length === 0 }
  })

test('a change leads back from what is true after it to what was true before', () => {
  fc.assert(
    fc.property(anyState, anyState, (before, after) => {
      const change = changeBetween('incident', before, after)
      const led = change === undefined ? after : stateBefore(after, change)
      const sorted = ({ services, dataCenters, placeStates, ...rest }: typeof before) => ({
        ...rest,
        services: services.toSorted((a, b) => a - b),
        dataCenters: dataCenters.toSorted((a, b) => a - b),
        placeStates: placeStates.map((state) => JSON.stringify(Object.values(state))).toSorted(),
      })
      expect(sorted({ ...after, ...led } as typeof before)).toEqual(sorted(before))
    }),
  )
})
