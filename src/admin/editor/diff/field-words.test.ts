import { expect, test } from 'vitest'
import type { Choices } from '../../../contract/admin/choices.ts'
import { emptyContent } from '../../../domain/newsroom/empty-content.ts'
import { CONTENT_FIELDS } from '../../../domain/newsroom/record-content.ts'
import { FIELD_NAMES, fieldWords } from './field-words.ts'

const CHOICES: Choices = {
  clouds: [
    { id: 1, machine_name: 'b', title: 'B', domain: 'b.example', is_retired: false },
    { id: 2, machine_name: 'a', title: 'A', domain: 'a.example', is_retired: true },
  ],
  products: [],
  limited_to: null,
  service_categories: [
    { tid: 9, cloud_id: 1, title: 'Traffic', services: [{ tid: 5, name: 'Mail', is_retired: false }] },
  ],
  regions: [],
  severities: [{ tid: 17, name: 'Under Investigation', rank: 1, is_retired: false }],
  statuses: [{ id: 2, name: 'In Progress', class: 'in-progress', is_closed: false, is_retired: false }],
  terms: [],
  tags: [],
  clusters: [],
  staff: [],
  post_mortem_days: null,
}
const CONTENT = {
  ...emptyContent({ kind: 'incident' }),
  clouds: [1, 2, 3],
  services: [5],
  from_time: '2026-11-15T03:00:00.000Z',
  remind_before_minutes: [60, 1440],
  cvss_score: 9,
}
const words = (field: (typeof CONTENT_FIELDS)[number]) =>
  fieldWords(CONTENT, field, { choices: CHOICES, zone: 'Europe/Berlin' })

test('Z-02 values are shown in readable form, including retired and unknown things', () => {
  expect(words('clouds')).toBe('a.example, b.example, No. 3')
  expect(words('services')).toBe('Mail')
  expect(words('status_id')).toBe('In Progress')
  expect(words('from_time')).toMatch(/^Sun, 15 Nov 2026 04:00:00/)
  expect(words('remind_before_minutes')).toBe('1 hour before, 1 day before')
  expect(words('cvss_score')).toBe('9.0')
  expect(words('internal.slack_link')).toBe('')
})

test('Z-02 every field has a name', () => {
  expect(CONTENT_FIELDS.filter((field) => FIELD_NAMES[field] === undefined)).toEqual([])
})
