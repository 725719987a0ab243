import { expect, test } from 'vitest'
import { readsBehind } from './reads-behind.ts'

const list = (of: object) => JSON.stringify({ totalPages: 1, statuses: [], ...of })

test('a list leads to its other pages and to each of its statuses', () => {
  const body = list({ totalPages: 3, statuses: [{ id: 2 }, { id: 5 }] })
  expect(readsBehind('/api/incident?cloud=a', body)).toEqual([
    '/api/incident?cloud=a&page=1',
    '/api/incident?cloud=a&page=2',
    '/api/incident?cloud=a&category=2',
    '/api/incident?cloud=a&category=5',
  ])
})

test('a filtered list leads only to its pages, and a page to nothing', () => {
  const body = list({ totalPages: 2, statuses: [{ id: 2 }] })
  expect(readsBehind('/api/incident?cloud=a&datacenter=7', body)).toEqual([
    '/api/incident?cloud=a&page=1&datacenter=7',
  ])
  expect(readsBehind('/api/incident?cloud=a&page=1', body)).toEqual([])
})

test('a calendar leads to days with records, one day without, and each data center', () => {
  const body = JSON.stringify({
    calendar: { '2026-11-15': 'service_disruption' },
    datacenters: [{ label: 'Europe', options: [{ value: 7, label: 'Zürich' }] }],
  })
  expect(readsBehind('/api/calendar?cloud=a&type=scheduled_maintenance', body)).toEqual([
    '/api/maintenance?cloud=a&date=1000-01-01',
    '/api/maintenance?cloud=a&date=2026-11-15',
    '/api/maintenance?cloud=a&datacenter=7',
  ])
})

test('everything else leads to nothing', () => {
  expect(readsBehind('/api/global', '{}')).toEqual([])
})
