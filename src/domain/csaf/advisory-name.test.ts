import { expect, test } from 'vitest'
import { advisoryDocumentPath, advisoryName, recordOfFileName } from './advisory-name.ts'

test('CSAF: an advisory is named by its id and the UTC year in which it was posted', () => {
  const advisory = { id: 42, postedOn: new Date('2026-12-31T23:59:59Z') }
  expect(advisoryName(advisory)).toEqual({ trackingId: 'SA-2026-0042', year: '2026', file: 'sa-2026-0042' })
  expect(advisoryDocumentPath(advisory)).toBe('/csaf/white/2026/sa-2026-0042.json')
  expect(recordOfFileName('sa-2026-0042')).toBe(42)
  expect(recordOfFileName('sa-2026-123456')).toBe(123_456)
  for (const odd of ['', 'sa-2026-42x', 'SA-2026-0042', 'sa-2026-99999999999999999999', '../secret'])
    expect(recordOfFileName(odd), odd).toBeUndefined()
})
