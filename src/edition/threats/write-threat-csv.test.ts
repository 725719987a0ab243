import { expect, test } from 'vitest'
import { ALL_THREATS } from '../../domain/threats/threat-query.ts'
import type { Edition } from '../edition.ts'
import { toCube } from './threats.ts'
import { threatCsvName, writeThreatCsv } from './write-threat-csv.ts'

const edition = {
  site: { regions: [{ tid: 7, title: 'Europe, north' }] },
  threats: {
    counts: toCube('2026-11-14', [
      { category: 'malware', family: '=1+1', region_tid: 7, days_ago: [0, 1], blocked: [3, 0] },
      { category: 'ba', family: 'Injection', region_tid: 8, days_ago: [1], blocked: [4] },
    ]),
  },
} as unknown as Edition

test('O-05 the file has a row for each day and family with a count, oldest first', () => {
  expect(writeThreatCsv(edition, ALL_THREATS)).toBe(
    [
      'Day,Category,Family,Region,Blocked',
      '2026-11-13,Behavioral analysis,Injection,All regions,4',
      "2026-11-14,Malware,'=1+1,All regions,3",
      '',
    ].join('\r\n'),
  )
  expect(writeThreatCsv(edition, { ...ALL_THREATS, region: 7 })).toContain(
    '2026-11-14,Malware,\'=1+1,"Europe, north",3',
  )
})

test('O-05 without matching data the file has only its header', () => {
  expect(writeThreatCsv(edition, { ...ALL_THREATS, region: 99 })).toBe(
    'Day,Category,Family,Region,Blocked\r\n',
  )
})

test('O-05 the file name describes the content', () => {
  expect(threatCsvName(edition, ALL_THREATS)).toBe('threats-2026-11-13-to-2026-11-14.csv')
  expect(threatCsvName(edition, { ...ALL_THREATS, category: 'ba' })).toBe(
    'threats-ba-2026-11-13-to-2026-11-14.csv',
  )
})
