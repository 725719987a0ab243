import { expect, test } from 'vitest'
import { troublesIn } from './open-troubles.ts'

const LATER = '2026-11-15T23:40:00.000Z'
const INCIDENT = {
  state: 'service_disruption',
  since: '2026-11-15T22:14:00.000Z',
  whole_cloud: false,
} as const

function troublesFrom(
  places: Pick<Parameters<typeof troublesIn>[0]['incidents'][number], 'services' | 'datacenters'>,
) {
  return troublesIn({ incidents: [{ ...INCIDENT, ...places }], maintenance: [] }).map(
    ({ since, reach: { services, dataCenters } }) => [
      [...services, ...dataCenters].map(({ name }) => name),
      since?.toISOString(),
    ],
  )
}

test('a place that an update added is affected since then', () => {
  const services = [
    { tid: 1, name: 'A' },
    { tid: 2, name: 'B', since: LATER },
  ]
  expect(troublesFrom({ services, datacenters: [] })).toEqual([
    [['A'], INCIDENT.since],
    [['B'], LATER],
  ])
})

test('a service in a data center is affected since both are', () => {
  const services = [
    { tid: 1, name: 'A' },
    { tid: 2, name: 'B', since: LATER },
  ]
  const datacenters = [{ tid: 1, name: 'Zurich I' }]
  expect(troublesFrom({ services, datacenters })).toEqual(
    expect.arrayContaining([
      [['A', 'Zurich I'], INCIDENT.since],
      [['B', 'Zurich I'], LATER],
    ]),
  )
})
