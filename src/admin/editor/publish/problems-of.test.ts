import { expect, test } from 'vitest'
import type { Choices } from '../../../contract/admin/choices.ts'
import { emptyContent } from '../../../domain/newsroom/empty-content.ts'
import { problemsOf } from './problems-of.ts'

const CHOICES: Choices = {
  clouds: [{ id: 1, machine_name: 'a', title: 'A', domain: 'a.example', is_retired: false }],
  products: [],
  limited_to: null,
  service_categories: [],
  regions: [],
  severities: [{ tid: 17, name: 'Under Investigation', rank: 1, is_retired: false }],
  statuses: [{ id: 2, name: 'In Progress', class: 'in-progress', is_closed: false, is_retired: false }],
  terms: [],
  tags: [],
  clusters: [],
  staff: [],
  post_mortem_days: null,
}
const INCIDENT = { ...emptyContent({ kind: 'incident' }), title: 'Slow', clouds: [1] }

test('Z-02 an incident needs only a title and a cloud', () => {
  expect(problemsOf(INCIDENT, { choices: CHOICES, unreadable: [] })).toEqual({})
  expect(
    Object.keys(problemsOf({ ...INCIDENT, title: ' ', clouds: [] }, { choices: CHOICES, unreadable: [] })),
  ).toEqual(['title', 'clouds'])
})

test('Z-02 an unfilled template placeholder blocks publishing', () => {
  const content = { ...INCIDENT, body: '<p>Because of {{cause}}</p>' }
  expect(problemsOf(content, { choices: CHOICES, unreadable: [] })).toEqual({
    body: '{{cause}} still needs to be filled in.',
  })
})

test('Z-02 an incomplete time blocks publishing', () => {
  expect(problemsOf(INCIDENT, { choices: CHOICES, unreadable: ['next_update'] })).toHaveProperty(
    'next_update',
  )
})
