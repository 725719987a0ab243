import { expect, test } from 'vitest'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import { OVER_HERE } from '../../domain/place-states.ts'
import { SEVERITY } from '../../domain/record.ts'
import type { Things } from '../automation/names-of-things.ts'
import { placesToAdd } from './add-places.ts'

const THINGS = {
  clouds: [{ id: 1 }],
  service_categories: [{ cloud_id: 1, services: [{ tid: 7 }, { tid: 8 }] }],
  regions: [],
  severities: Object.values(SEVERITY).map((tid) => ({ tid })),
  statuses: [{ id: 2, class: 'in-progress', is_closed: false }],
  terms: [],
} as unknown as Things

test('an alert at a service that has recovered affects it again, and one at a service that is better leaves it', () => {
  const state = (severity_tid: number) => ({ place: 'service' as const, tid: 7, severity_tid })
  const incident = {
    ...emptyContent({ kind: 'incident' }),
    title: 'Slow',
    severity_tid: SEVERITY.serviceDisruption,
    clouds: [1],
    services: [7, 8],
  }
  const places = { clouds: [1], services: [7], data_centers: [] }
  expect(placesToAdd({ ...incident, place_states: [state(OVER_HERE)] }, places, THINGS)).toEqual({
    kind: 'to-add',
    places: { clouds: [], services: [7], data_centers: [] },
  })
  const better = { ...incident, place_states: [state(SEVERITY.serviceDegradation)] }
  expect(placesToAdd(better, places, THINGS)).toEqual({ kind: 'nothing-new' })
})
