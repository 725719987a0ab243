import { describe, expect, test } from 'vitest'
import { judgeActivity, readTime, writtenTime } from './activity.ts'

const NOW = Date.UTC(2026, 10, 15, 12)
const S = 1000
const MIN = 60 * S

describe('A-15 judging when the user was last active', () => {
  test.each([
    ['just now, reported just now', 0, 0, 'nothing-to-do'],
    ['just now, reported four minutes ago', 0, 4 * MIN, 'nothing-to-do'],
    ['just now, reported five minutes ago', 0, 5 * MIN, 'to-report'],
    [
      'seven minutes ago, reported five minutes ago: the server is up to date',
      7 * MIN,
      5 * MIN,
      'nothing-to-do',
    ],
    [
      'four minutes ago, reported six minutes ago: the latest activity is reported, too',
      4 * MIN,
      6 * MIN,
      'to-report',
    ],
    ['7199 s ago', 7199 * S, 7199 * S, 'nothing-to-do'],
    ['7200 s ago', 7200 * S, 0, 'idle'],
    ['a day ago', 86_400 * S, 86_400 * S, 'idle'],
  ] as const)('%s', (_, activeAgo, reportedAgo, verdict) => {
    expect(judgeActivity({ nowMs: NOW, activeAtMs: NOW - activeAgo, reportedAtMs: NOW - reportedAgo })).toBe(
      verdict,
    )
  })

  test('continued activity is reported to the server regularly', () => {
    let reportedAtMs = NOW
    let reported = 0
    for (let nowMs = NOW; nowMs < NOW + 60 * MIN; nowMs += 10 * S) {
      if (judgeActivity({ nowMs, activeAtMs: nowMs, reportedAtMs }) !== 'to-report') continue
      reported++
      reportedAtMs = nowMs
    }
    expect(reported).toBe(11)
  })
})

describe('A-15 the time shared by all tabs', () => {
  const session = { security: 'abc', nowMs: NOW }

  test('is read back as written', () => {
    expect(readTime(writtenTime(NOW - 5, 'abc'), session)).toBe(NOW - 5)
  })
  test('is ignored if it belongs to another session', () => {
    expect(readTime(writtenTime(NOW - 5, 'abd'), session)).toBeUndefined()
  })
  test('counts as now if it is in the future', () => {
    expect(readTime(writtenTime(NOW + 5 * MIN, 'abc'), session)).toBe(NOW)
  })
  test.each([undefined, '', 'abc', 'x abc', '-1 abc', '12.5 abc', '1e9 abc'])('%s is invalid', (written) => {
    expect(readTime(written, session)).toBeUndefined()
  })
})
