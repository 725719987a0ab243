import { describe, expect, test } from 'vitest'
import { emptyContent } from './empty-content.ts'
import { tidyContent } from './tidy-content.ts'

const incident = emptyContent({ kind: 'incident' })

test('input is normalized', () => {
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

test('unknown fields are left out', () => {
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
])('%j is not a valid time', (to_time) => {
  expect(tidyContent({ ...incident, to_time }).errors).toEqual({ to_time: expect.any(String) })
})

describe('the score of an advisory', () => {
  const advisory = emptyContent({ kind: 'advisory' })
  const scoreOf = (cvss_vector: string | null, cvss_score: number | null) => {
    const { content, errors } = tidyContent({ ...advisory, cvss_vector, cvss_score })
    expect([content.cvss_vector, errors]).toEqual([cvss_vector, {}])
    return content.cvss_score
  }

  test.each([
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
    ['CVSS:3.0/AV:L/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N', 5.1],
    ['CVSS:3.1/AV:P/AC:H/PR:H/UI:R/S:U/C:N/I:N/A:N', 0],
    ['AV:N/AC:L/Au:N/C:N/I:N/A:C', 7.8],
  ])('follows from %s, whatever was typed', (vector, score) => {
    expect([null, 3.3, score].map((typed) => scoreOf(vector, typed))).toEqual([score, score, score])
  })

  test.each([
    ['a vector of version 4', 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N'],
    ['no vector', null],
    ['an empty vector', ''],
    ['an invalid vector', 'CVSS:3.1/AV:N'],
  ])('is as typed with %s', (_, vector) => {
    expect([null, 0, 3.3].map((typed) => scoreOf(vector, typed))).toEqual([null, 0, 3.3])
  })
})
