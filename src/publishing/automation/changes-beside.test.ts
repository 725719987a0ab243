import { expect, test } from 'vitest'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import { OVER_HERE } from '../../domain/place-states.ts'
import { SEVERITY } from '../../domain/record.ts'
import { isTypedOver, withChangesBeside } from './changes-beside.ts'

test('a draft gets the states that a program published, beside those that people typed', () => {
  const state = (tid: number, severity_tid: number) => ({ place: 'service' as const, tid, severity_tid })
  const current = {
    ...emptyContent({ kind: 'incident' }),
    severity_tid: SEVERITY.serviceDisruption,
    services: [1, 2, 3],
    place_states: [],
  }
  const typed = { ...current, place_states: [state(2, OVER_HERE)] }
  const amended = { ...current, place_states: [state(1, OVER_HERE)] }
  expect(withChangesBeside({ current, amended, typed }).place_states).toEqual([
    state(2, OVER_HERE),
    state(1, OVER_HERE),
  ])
  expect(isTypedOver({ current, amended, typed })).toBe(false)

  const other = { ...current, place_states: [state(2, SEVERITY.serviceDegradation)] }
  expect(withChangesBeside({ current, amended: other, typed }).place_states).toEqual([state(2, OVER_HERE)])
  expect(isTypedOver({ current, amended: other, typed })).toBe(true)
})
