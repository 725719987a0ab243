import { expect, test } from 'vitest'
import { madeUpEdition } from '../../../tests/support/made-up-advisories.ts'
import { plainRecord } from '../../../tests/support/plain-record.ts'
import type { EditionRecord } from '../../edition/edition-record.ts'
import { recordFacts } from './record-facts.ts'

const at = (hour: string) => new Date(`2026-11-${hour}:00Z`)

const WORK = plainRecord({
  kind: 'maintenance',
  event_type: 'scheduled',
  from_time: at('15T22:00'),
  to_time: at('16T02:00'),
})

function timesOf(change: Partial<EditionRecord>, now: Date) {
  const { site, ...edition } = madeUpEdition([])
  const view = {
    edition: { ...edition, site: { ...site, severities: [], dataCenters: new Map() } },
    now,
    publicUrl: 'https://trust.example',
    lookUp: () => {
      throw new Error('It looks nothing up.')
    },
  }
  const facts = recordFacts(view, { ...WORK, ...change })
  expect(facts).toMatchObject({
    planned_from: at('15T22:00').toISOString(),
    planned_until: at('16T02:00').toISOString(),
  })
  return [facts.begins_at, facts.ends_at]
}

test('maintenance has the times that it really took, beside the planned ones', () => {
  const iso = (...times: string[]) => times.map((time) => at(time).toISOString())
  const late = { actual_from_time: at('15T23:10') }
  const over = { event_type: 'completed', closed_on: at('16T05:00') } as const
  expect(timesOf({}, at('15T12:00'))).toEqual(iso('15T22:00', '16T02:00'))
  expect(timesOf(late, at('16T01:00'))).toEqual(iso('15T23:10', '16T02:00'))
  expect(timesOf(late, at('16T04:00'))).toEqual([...iso('15T23:10'), null])
  expect(timesOf({ ...late, ...over }, at('16T06:00'))).toEqual(iso('15T23:10', '16T05:00'))
  expect(timesOf({ event_type: 'postponed', closed_on: at('14T00:00') }, at('16T06:00'))).toEqual([
    null,
    null,
  ])
})
