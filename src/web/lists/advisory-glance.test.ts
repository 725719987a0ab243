import { expect, test } from 'vitest'
import { advisoryGlance } from './advisory-glance.ts'

const FIX = { category: 'vendor_fix', url: null } as const

test('P-03 a listed advisory says severity, CVE and fixed version', () => {
  expect(
    advisoryGlance({
      post_type: 'advisory',
      cvss_score: 9.8,
      cve_ids: ['CVE-2026-10001'],
      remediations: [{ ...FIX, details: 'Install version 4.2.1 or newer.' }],
    }),
  ).toEqual({
    rating: { word: 'critical', bars: 4, score: '9.8' },
    cves: 'CVE-2026-10001',
    fix: { term: 'Fixed in', words: '4.2.1' },
  })
})

test.each([
  ['Update to v7.0.', 'Fixed in: 7.0'],
  ['Install version 12.', 'Fixed in: 12'],
  ['The service has been updated on 3 nodes.', 'Fix: Available'],
])('the fix %j reads %j', (details, fix) => {
  const glance = advisoryGlance({ post_type: 'advisory', remediations: [{ ...FIX, details }] })
  expect(`${glance?.fix?.term}: ${glance?.fix?.words}`).toBe(fix)
})

test('details are shown only for advisories that have them', () => {
  expect(advisoryGlance({ post_type: 'advisory' })).toEqual({ rating: undefined, cves: '', fix: undefined })
  expect(advisoryGlance({ post_type: 'incident', cvss_score: 9.8 })).toBeUndefined()
})
