import { expect, test } from 'vitest'
import { tokenState } from './token-state.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')

test('Z-08 a token says whether it is valid, and until when', () => {
  const at = (expires_at: string | null, revoked_at: string | null = null) =>
    tokenState({ expires_at, revoked_at }, NOW)
  expect(at(null)).toEqual({ kind: 'live' })
  expect(at('2027-02-15T12:00:00Z')).toEqual({ kind: 'live' })
  expect(at('2026-11-20T13:00:00Z')).toEqual({ kind: 'ending', days: 6 })
  expect(at('2026-11-15T12:00:01Z')).toEqual({ kind: 'ending', days: 1 })
  expect(at('2026-11-15T12:00:00Z')).toEqual({ kind: 'expired' })
  expect(at(null, '2026-11-01T00:00:00Z')).toEqual({ kind: 'revoked' })
})
