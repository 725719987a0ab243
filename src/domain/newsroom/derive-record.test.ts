import { describe, expect, test } from 'vitest'
import { demoContent } from '../../demo/demo-content.ts'
import { deriveRecord } from './derive-record.ts'

const OPEN = { class: 'in-progress', is_closed: false }
const ARCHIVED = { class: 'archived', is_closed: true }

test('deriving all demo records gives their stored values', () => {
  const content = demoContent({ day: '2026-11-15' })
  const tids = (links: readonly { record_id: number }[]) => {
    const found = new Map<number, number[]>()
    for (const { record_id } of links) found.set(record_id, [...(found.get(record_id) ?? []), 1])
    return found
  }
  const services = tids(content.record_services)
  const centers = tids(content.record_data_centers)
  const statuses = new Map(
    [
      [1, 'scheduled', false],
      [2, 'in-progress', false],
      [3, 'monitoring', false],
      [4, 'completed', true],
      [5, 'resolved', true],
      [6, 'remediated', true],
      [7, 'postponed', true],
      [8, 'archived', true],
    ].map(([id, name, isClosed]) => [Number(id), { class: String(name), is_closed: isClosed === true }]),
  )
  const derived = content.records.map(({ id = 0, actual_from_time = null, ...record }) => {
    const status = statuses.get(record.status_id)
    if (status === undefined) throw new Error(`status ${record.status_id}`)
    return deriveRecord(
      {
        kind: record.kind,
        severity_tid: record.severity_tid,
        services: services.get(id) ?? [],
        data_centers: centers.get(id) ?? [],
        actual_from_time: actual_from_time === null ? null : String(actual_from_time),
      },
      status,
    )
  })
  const written = content.records.map(({ event_type, type }) => ({ event_type, type }))
  expect(derived.length).toBeGreaterThan(1_000)
  expect(derived.filter((each, at) => JSON.stringify(each) !== JSON.stringify(written[at]))).toEqual([])
})

describe('an archived maintenance', () => {
  const maintenance = { kind: 'maintenance' as const, severity_tid: 1356, services: [], data_centers: [] }

  test('is completed if it ever started', () => {
    const begun = { ...maintenance, actual_from_time: '2026-11-15T10:00:00.000Z' }
    expect(deriveRecord(begun, ARCHIVED).event_type).toBe('completed')
  })

  test('is postponed if it never started', () => {
    expect(deriveRecord({ ...maintenance, actual_from_time: null }, ARCHIVED).event_type).toBe('postponed')
  })
})

test('an incident with a custom severity is informational', () => {
  const incident = {
    kind: 'incident' as const,
    severity_tid: 5000,
    services: [],
    data_centers: [],
    actual_from_time: null,
  }
  expect(deriveRecord(incident, OPEN)).toEqual({ event_type: 'informational', type: 'core_cloud_services' })
})
