import { describe, expect, test } from 'vitest'
import {
  type ChangeLine,
  changeBetween,
  changeWords,
  linesOfChange,
  type ToldStanding,
} from './record-changes.ts'

const BEFORE: ToldStanding = { severityTid: 19, services: [1], dataCenters: [], placeStates: [] }
const NAMES = {
  service: (tid: number) => ({ 1: 'Web Security', 2: 'DNS Control', 3: 'DNS Control' })[tid],
  dataCenter: (tid: number) => ({ 7: 'Zurich I' })[tid],
  severity: (tid: number) => ({ 19: 'Service Degradation', 20: 'Service Disruption' })[tid],
}

function linesTo(after: Partial<ToldStanding>, { before = BEFORE, kind = 'incident' as const } = {}) {
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
