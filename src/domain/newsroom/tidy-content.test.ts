import { expect, test } from 'vitest'
import { emptyContent } from './empty-content.ts'
import { tidyContent } from './tidy-content.ts'

const incident = emptyContent({ kind: 'incident' })

test('what was typed is kept in one form', () => {
  const { content, errors } = tidyContent({
    ...incident,
    notification_type: 'cloud_app',
    title: 'Slow\u0000 \ud800',
    clouds: [3, 1, 3],
    from_time: '2026-11-15T12:00+01:00',
    internal: { ...incident.internal, internal_note: 'a\u0000b' },
  })
  expect(errors).toEqual({})
  expect(content).toEqual({
    ...incident,
    notification_type: null,
    title: 'Slow \ufffd',
    clouds: [1, 3],
    from_time: '2026-11-15T11:00:00.000Z',
    internal: { ...incident.internal, internal_note: 'ab' },
  })
})

test('a field that there is not is left out', () => {
  const typed = { ...incident, state: 'published', internal: { ...incident.internal, edition: 1 } }
  expect(tidyContent(typed).content).toEqual(incident)
})

test.each([
  '',
  'now',
  '2026-11-15',
  '2026-11-15T12:00',
  '2026-13-15T12:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-01-01T00:00:00Z',
])('%j is no time', (to_time) => {
  expect(tidyContent({ ...incident, to_time }).errors).toEqual({ to_time: expect.any(String) })
})
