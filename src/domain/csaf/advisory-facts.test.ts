import { expect, test } from 'vitest'
import { type AdvisoryFacts, factsOf, factsToStore, productStatusOf } from './advisory-facts.ts'
import { checkAdvisory } from './check-advisory.ts'

const SAID: AdvisoryFacts = { product_status: 'known_not_affected', remediations: [], references: [] }
const SILENT = { advisory: null, cve_ids: [], cvss_score: null, cvss_vector: null, isClosed: false }

test('CSAF: a stated status takes precedence; otherwise closed advisories are fixed, and open ones with a CVE affect products', () => {
  expect(productStatusOf({ ...SILENT, advisory: SAID, isClosed: true })).toBe('known_not_affected')
  expect(productStatusOf({ ...SILENT, isClosed: true })).toBe('fixed')
  expect(productStatusOf({ ...SILENT, isClosed: true, cve_ids: ['CVE-2026-1234'] })).toBe('fixed')
  expect(productStatusOf({ ...SILENT, cve_ids: ['CVE-2026-1234'] })).toBe('known_affected')
  expect(productStatusOf({ ...SILENT, cvss_score: 5 })).toBe('known_affected')
  expect(productStatusOf(SILENT)).toBeNull()
})

test('CSAF: empty facts are stored as null', () => {
  expect(factsOf(undefined)).toEqual({ product_status: null, remediations: [], references: [] })
  expect(factsToStore(factsOf(null))).toBeNull()
  expect(factsToStore(SAID)).toBe(SAID)
})

test('CSAF: a remedy needs a description, a reference a summary and an https address', () => {
  expect(checkAdvisory(factsOf(null))).toEqual({ remediations: undefined, references: undefined })
  expect(
    checkAdvisory({
      remediations: [
        { category: 'workaround', details: 'Restart it.', url: 'https://help.example/restart?a=1#b' },
        { category: 'vendor_fix', details: ' ', url: null },
      ],
      references: [{ summary: 'Notes', url: 'javascript:alert(1)' }],
    }),
  ).toEqual({
    remediations: 'Remedy 2: Please enter a description.',
    references: 'Reference 1: Please enter a full address starting with https://.',
  })
})
