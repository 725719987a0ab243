import { expect, test } from 'vitest'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import { OVER_HERE } from '../../domain/place-states.ts'
import { SEVERITY } from '../../domain/record.ts'
import type { Things } from '../automation/names-of-things.ts'
import { placesAgain, placesToAdd } from './add-places.ts'

const THINGS = {
  clouds: [{ id: 1 }],
  service_categories: [{ cloud_id: 1, services: [{ tid: 7 }, { tid: 8 }] }],
  regions: [],
  severities: Object.values(SEVERITY).map((tid) => ({ tid })),
  statuses: [{ id: 2, class: 'in-progress', is_closed: false }],
  terms: [],
} as unknown as Things

const state = (severity_tid: number) => ({ place: 'service' as const, tid: 7, severity_tid })
const incident = {
  ...emptyContent({ kind: 'incident' }),
  title: 'Slow',
  severity_tid: SEVERITY.serviceDisruption,
  clouds: [1],
  services: [7, 8],
}

test('an alert at a service that has recovered affects it again, and so does a more severe one at a service that is better', () => {
  const places = { clouds: [1], services: [7], data_centers: [] }
  expect(placesToAdd({ ...incident, place_states: [state(OVER_HERE)] }, places, THINGS)).toEqual({
    kind: 'to-add',
    places: { clouds: [], services: [7], data_centers: [] },
  })
  const better = { ...incident, place_states: [state(SEVERITY.serviceDegradation)] }
  const said = (severity_tid: number) => ({ ...places, states: [state(severity_tid)] })
  expect(placesToAdd(better, said(SEVERITY.underInvestigation), THINGS)).toEqual({ kind: 'nothing-new' })
  expect(placesToAdd(better, said(SEVERITY.serviceDisruption), THINGS)).toMatchObject({
    kind: 'to-add',
    places: { services: [7] },
  })
})

test('an alert that fires again affects its service again, unless people have removed it', () => {
  const alert = {
    isFiring: true,
    startsAt: '',
    endsAt: null,
    severityTid: SEVERITY.serviceDisruption,
    rank: 50,
    words: '',
    note: '',
    clouds: [1],
    services: [7],
    dataCenters: [],
    isTold: true,
  }
  const over = { ...incident, place_states: [state(OVER_HERE)] }
  expect(placesAgain(over, [alert])).toMatchObject({ clouds: [], services: [7], data_centers: [] })
  expect(placesAgain({ ...over, place_states: [] }, [alert])).toBeUndefined()
  expect(placesAgain({ ...incident, services: [8], place_states: [] }, [alert])).toBeUndefined()
})
