import { expect, test } from 'vitest'
import { plainChange, plainRecord } from '../../tests/support/plain-record.ts'
import type { Edition, SiteCloud } from './edition.ts'
import type { EditionRecord } from './edition-record.ts'
import { placesWithPages, spansAt } from './place-history.ts'
import { placeSpans } from './place-spans.ts'
import { servicesAffected } from './record-reach.ts'
import { EMPTY_SHELF, nextShelf } from './record-shelf.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 15, hour))
const RUNNING = { startedOn: '2026-01-01', endedOn: null, isActive: true }
const CLOUD = cloudWith([
  { tid: 1, ...RUNNING },
  { tid: 2, ...RUNNING },
  { tid: 3, ...RUNNING },
])

function cloudWith(services: object[]): SiteCloud {
  const center = { tid: 7, name: 'Zurich I', openedOn: '2026-01-01', closedOn: null, isActive: true }
  return {
    id: 1,
    serviceCategories: [
      { title: '', services: services.map((service) => ({ name: 'Service', ...service })) },
    ],
    regions: [{ title: '', dataCenters: [center] }],
  } as unknown as SiteCloud
}

function change(hour: number, of: Partial<EditionRecord['changes'][number]>) {
  return plainChange({ id: hour, made_on: at(hour), ...of })
}

function spans(of: Partial<EditionRecord>, list: 'services' | 'dataCenters' = 'services') {
  const found = placeSpans(plainRecord({ from_time: at(8), ...of }), CLOUD, list)
  return Object.fromEntries(
    [...found].map(([tid, { from, to }]) => [tid, [from.getUTCHours(), to?.getUTCHours() ?? null]]),
  )
}

test('without changes, all places are affected from the beginning to the end', () => {
  expect(spans({ services: [1, 2] })).toEqual({ 1: [8, null], 2: [8, null] })
  expect(spans({ services: [1], closed_on: at(12) })).toEqual({ 1: [8, 12] })
  expect(spans({})).toEqual({ 1: [8, null], 2: [8, null], 3: [8, null] })
  expect(spans({}, 'dataCenters')).toEqual({ 7: [8, null] })
})

test('a place is affected from the update that added it until the one that took it off', () => {
  const changes = [
    change(9, { services_added: [2] }),
    change(10, { severity_after: 20 }),
    change(11, { services_removed: [1] }),
  ]
  expect(spans({ services: [2], changes })).toEqual({ 1: [8, 11], 2: [9, null] })
  expect(spans({ services: [2], changes, closed_on: at(10) })).toEqual({ 1: [8, 10], 2: [9, 10] })
})

test('an update after the end marks no place and changes no severity', () => {
  const added = [change(14, { services_added: [2] })]
  expect(spans({ services: [1, 2], changes: added, closed_on: at(10) })).toEqual({ 1: [8, 10] })
  // Posted at 14:00; later resolved with an end at 12:00.
  expect(spans({ services: [1, 2], changes: added, to_time: at(12), closed_on: at(15) })).toEqual({
    1: [8, 12],
  })

  const lowered = plainRecord({
    from_time: at(8),
    closed_on: at(10),
    severity_tid: 19,
    services: [1],
    changes: [change(14, { severity_before: 20, severity_after: 19 })],
  })
  expect(placeSpans(lowered, CLOUD, 'services').get(1)?.severityTid).toBe(20)
})

test('a place that comes back has one span', () => {
  const changes = [
    change(9, { services_removed: [1], services_added: [2] }),
    change(10, { services_added: [1] }),
  ]
  expect(spans({ services: [1, 2], changes })).toEqual({ 1: [8, null], 2: [9, null] })
})

test('an incident of the whole cloud affects all its places until it is narrowed', () => {
  const changes = [change(9, { services_added: [2], was_whole_cloud: true })]
  expect(spans({ services: [2], changes })).toEqual({ 1: [8, 9], 2: [8, null], 3: [8, 9] })
  expect(spans({ services: [2], changes }, 'dataCenters')).toEqual({ 7: [8, 9] })
  const widened = [change(9, { services_removed: [2], is_whole_cloud: true })]
  expect(spans({ services: [], changes: widened })).toEqual({ 1: [9, null], 2: [8, null], 3: [9, null] })
})

test('a place that has recovered keeps the severity that it had, even if the incident became more severe since', () => {
  const recovered = { place: 'service' as const, tid: 2, own_before: null, from: 19, to: 1361 }
  const record = plainRecord({
    from_time: at(8),
    severity_tid: 20,
    services: [1, 2],
    placeStates: [{ record_id: 1, place: 'service', tid: 2, severity_tid: 1361 }],
    changes: [
      change(9, { place_states: [recovered] }),
      change(10, { severity_before: 19, severity_after: 20 }),
    ],
  })
  const found = placeSpans(record, CLOUD, 'services')
  expect([1, 2].map((tid) => found.get(tid)?.severityTid)).toEqual([20, 19])
})

test('S-03 a record of the whole cloud affects what was in service then', () => {
  const cloud = cloudWith([
    { tid: 1, ...RUNNING },
    { tid: 2, startedOn: '2026-01-01', endedOn: '2026-11-10', isActive: false },
    { tid: 3, startedOn: '2026-11-20', endedOn: null, isActive: true },
    { tid: 4, startedOn: '2026-01-01', endedOn: '2026-11-15', isActive: false },
  ])
  const affected = (record: EditionRecord) => {
    const records = nextShelf(EMPTY_SHELF, { changed: [record], withdrawn: [] })
    return placesWithPages(cloud).service.flatMap((place) =>
      spansAt({ records } as Edition, cloud, place).map(({ from, to }) => [place.tid, from, to]),
    )
  }
  const night = { clouds: [1], from_time: new Date('2026-11-14T22:00Z') }
  const over = plainRecord({ ...night, closed_on: at(8) })
  expect([...placeSpans(over, cloud, 'services').keys()]).toEqual([1, 4])
  expect(servicesAffected(over, cloud)).toEqual([1, 4])
  const began = night.from_time.getTime()
  expect(affected(over)).toEqual([
    [1, began, at(8).getTime()],
    // Until it was decommissioned.
    [4, began, at(0).getTime()],
  ])
  const planned = plainRecord({
    ...night,
    kind: 'maintenance',
    event_type: 'scheduled',
    severity_tid: 1356,
    to_time: at(2),
  })
  expect(affected(planned).map(([tid]) => tid)).toEqual([1, 4])
  expect(servicesAffected(planned, cloud)).toEqual([1, 4])
  // An announced end doesn't count yet.
  const ending = cloudWith([{ tid: 5, startedOn: '2026-01-01', endedOn: '2026-11-15', isActive: true }])
  const open = plainRecord(night)
  const records = nextShelf(EMPTY_SHELF, { changed: [open], withdrawn: [] })
  const [place] = placesWithPages(ending).service
  if (place === undefined) throw new Error('The cloud has a service.')
  expect(spansAt({ records } as Edition, ending, place)).toMatchObject([{ from: began, to: null }])
  expect(servicesAffected({ ...open, from_time: at(30) }, ending)).toEqual([5])
  // The incident names the service explicitly, which overrides its start date.
  const named = plainRecord({ ...night, services: [2], closed_on: at(8) })
  expect(affected(named)).toEqual([[2, began, at(8).getTime()]])
})
