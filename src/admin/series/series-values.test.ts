import { expect, test } from 'vitest'
import type { Series } from '../../contract/admin/series.ts'
import { emptySeries, ruleOf, seriesValues, writtenSeries } from './series-values.ts'

const FRESH = emptySeries({ today: '2026-11-15', zone: 'UTC' })

test('Z-02 a rule only has the fields of its type', () => {
  expect(ruleOf(FRESH)).toEqual({
    every: 'weeks',
    weeks: 1,
    weekdays: [2],
    time: '02:00',
    time_zone: 'UTC',
    minutes: 120,
    from_day: '2026-11-15',
    until_day: null,
  })
  expect(ruleOf({ ...FRESH, 'rule.every': 'month' })).not.toHaveProperty('weekdays')
})

test('Z-02 a new series is complete and comes back as typed', () => {
  const typed = { ...FRESH, title: 'Nightly', 'content.title': 'Database work', 'content.clouds': [1] }
  const written = writtenSeries(typed)
  expect(written.content).toMatchObject({ title: 'Database work', clouds: [1], cve_ids: [], redirect: null })
  expect(written.content).not.toHaveProperty('from_time')
  expect(seriesValues({ ...ABOUT, ...written } as Series)).toEqual(typed)
})

test('Z-02 fields not in the form are unchanged', () => {
  const { content } = writtenSeries(FRESH)
  const before = { ...content, tags: ['database'], redirect: '/elsewhere' }
  expect(writtenSeries({ ...FRESH, 'content.title': 'New' }, before).content).toEqual({
    ...before,
    title: 'New',
  })
})

const ABOUT = {
  id: 1,
  problem: null,
  is_active: true,
  made_until: '2026-11-15T03:00:00.000Z',
  next_window: null,
  next_made_at: null,
  open_records: [],
  version: 1,
  updated_at: '2026-11-15T03:00:00.000Z',
  can_edit: true,
}
