import { expect, test } from 'vitest'
import { emptyContent, STATUS } from '../../domain/newsroom/empty-content.ts'
import { copyContent } from './copy-content.ts'

test('a copy keeps texts and affected places, and starts fresh', () => {
  const of = {
    ...emptyContent({ kind: 'maintenance' }),
    title: 'Routers',
    body: '<p>We replace them.</p>',
    clouds: [1],
    services: [11],
    tags: ['network'],
    remind_before_minutes: [60],
  }
  const earlier = {
    ...of,
    status_id: STATUS.completed,
    from_time: '2026-11-15T10:00:00.000Z',
    to_time: '2026-11-15T12:00:00.000Z',
    actual_from_time: '2026-11-15T10:01:00.000Z',
    actual_to_time: '2026-11-15T11:00:00.000Z',
    closed_on: '2026-11-15T11:00:00.000Z',
    next_update: '2026-11-15T11:00:00.000Z',
    redirect: '/faq',
    internal: { ...of.internal, jira_link: 'https://jira.example/1', internal_note: 'Ask Ann' },
  }
  expect(copyContent(earlier)).toEqual(of)
})
