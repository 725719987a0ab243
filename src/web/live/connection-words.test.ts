import { expect, test } from 'vitest'
import { connectionWords } from './connection-words.ts'

const NOW = new Date('2026-11-15T10:05:00.000Z')

test.each([
  ['all is well', undefined, false, ''],
  [
    'in maintenance',
    undefined,
    true,
    /^This site is down for maintenance\. Other pages can’t be opened now\./,
  ],
  [
    'lost today',
    '2026-11-15T10:04:31.000Z',
    false,
    'No connection to this site since 10:04 UTC. Showing the last version; reconnecting.',
  ],
  [
    'lost yesterday, which counts more than maintenance',
    '2026-11-14T23:04:31.000Z',
    true,
    'No connection to this site since Sat, 14 Nov 2026 23:04 UTC. Showing the last version; reconnecting.',
  ],
])('O-02 what a page says without React: %s', (_, since, isInMaintenance, words) => {
  const lostSince = since === undefined ? undefined : new Date(since)
  const said = connectionWords({ lostSince, isInMaintenance }, NOW)
  if (typeof words === 'string') expect(said).toBe(words)
  else expect(said).toMatch(words)
})
