import { expect, test } from 'vitest'
import { instantOf } from './time.ts'

test.each([
  ['2026-12-01T22:00:00Z', '2026-12-01T22:00:00.000Z'],
  ['2026-12-01T22:00Z', '2026-12-01T22:00:00.000Z'],
  ['2026-12-01T23:00:00.123456789+01:00', '2026-12-01T22:00:00.123Z'],
])('Z-08 %s is a time', (written, iso) => {
  expect(instantOf(written)?.toISOString()).toBe(iso)
})

test.each(['2026-12-01', '2026-12-01T22:00:00', '2026-13-01T22:00:00Z', 'tomorrow', '1764626400', ''])(
  'Z-08 "%s" is not an unambiguous time',
  (written) => {
    expect(instantOf(written)).toBeUndefined()
  },
)
