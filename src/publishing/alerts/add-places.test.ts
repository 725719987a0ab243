import { expect, test } from 'vitest'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import { OVER_HERE } from '../../domain/place-states.ts'
import { SEVERITY } from '../../domain/record.ts'
import type { Things } from '../automation/names-of-things.ts'
import { joinPlaces, placesAgain, placesOfNews, placesToAdd } from './add-places.ts'

const THINGS = {
  clouds: [{ id: 1 }],
  service_categories: [{ cloud_id: 1, services: [{ tid: 7 }, { tid: 8 }] }],
  regions: [],
  severities: Object.values(SEVERITY).map((tid) => ({ tid })),
  statuses: [{ id: 2, class: 'in-progress', is_closed: false }],
  terms: [],
} as unknown as Things

const TWO_CLOUDS = {
  ...THINGS,
  clouds: [{ id: 1 }, { id: 2 }],
  service_categories: [...THINGS.service_categories, { cloud_id: 2, services: [{ tid: 9 }] }],
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
const ofCloud = { ...alert, services: [] }

test('Z-08 an alert that names a service does not limit an incident of a whole cloud to it', () => {
  const whole = { ...incident, services: [], place_states: [] }
  expect(placesToAdd(whole, placesOfNews({ alerts: [alert] }), THINGS)).toEqual({ kind: 'nothing-new' })
  const elsewhere = { ...alert, clouds: [2], services: [9] }
  expect(placesToAdd(whole, placesOfNews({ alerts: [elsewhere] }), TWO_CLOUDS)).toEqual({
    kind: 'to-add',
    places: { clouds: [2], services: [], data_centers: [] },
  })
  // Without a cloud, it isn't about anything yet.
  expect(placesToAdd({ ...whole, clouds: [] }, placesOfNews({ alerts: [alert] }), THINGS)).toMatchObject({
    kind: 'to-add',
    places: { clouds: [1], services: [7] },
  })
})

test('Z-08 of alerts about a whole cloud and about its services, the whole cloud counts', () => {
  const whole = { clouds: [1], services: [], data_centers: [], states: [], is_whole: true }
  expect(placesOfNews({ alerts: [alert, ofCloud] })).toEqual(whole)
  expect(placesOfNews({ alerts: [ofCloud] })).toEqual(whole)
  expect(placesOfNews({ alerts: [alert] })).toMatchObject({ clouds: [1], services: [7] })
  expect(joinPlaces(placesOfNews({ alerts: [alert] }), whole)).toEqual(whole)
})

test('Z-08 an alert that names no place, or only unknown ones, is not about the whole cloud', () => {
  const unknown = { ...ofCloud, isPlaceUnknown: true }
  const nowhere = { ...ofCloud, clouds: [] }
  const places = placesOfNews({ alerts: [alert, unknown, nowhere] })
  expect(places).toMatchObject({ clouds: [1], services: [7] })
  expect(places.is_whole).toBeUndefined()
  expect(placesToAdd(incident, placesOfNews({ alerts: [unknown] }), THINGS)).toEqual({ kind: 'nothing-new' })
})

test('Z-08 an alert about a whole cloud widens an incident that names services', () => {
  const stated = { ...incident, place_states: [state(OVER_HERE)] }
  expect(placesToAdd(stated, placesOfNews({ alerts: [ofCloud] }), THINGS)).toEqual({
    kind: 'to-add',
    places: { clouds: [], services: [], data_centers: [], states: [], is_whole: true },
  })
})

test('an alert that fires again affects its service again, unless people have removed it', () => {
  const over = { ...incident, place_states: [state(OVER_HERE)] }
  expect(placesAgain(over, [alert])).toMatchObject({ clouds: [], services: [7], data_centers: [] })
  expect(placesAgain({ ...over, place_states: [] }, [alert])).toBeUndefined()
  expect(placesAgain(over, [alert, ofCloud])).toMatchObject({ services: [7] })
  expect(placesAgain({ ...incident, services: [8], place_states: [] }, [alert])).toBeUndefined()
})
