import { expect, test } from 'vitest'
import { advisoryDocumentPath, advisoryName, recordOfFileName } from './advisory-name.ts'
import { revisionTimes } from './revision-times.ts'
import { uriOf } from './uri-of.ts'

test('CSAF: an advisory is named by its number and the year in which it was posted, in UTC', () => {
  const advisory = { id: 42, postedOn: new Date('2026-12-31T23:59:59Z') }
  expect(advisoryName(advisory)).toEqual({ trackingId: 'SA-2026-0042', year: '2026', file: 'sa-2026-0042' })
  expect(advisoryDocumentPath(advisory)).toBe('/csaf/white/2026/sa-2026-0042.json')
  expect(recordOfFileName('sa-2026-0042')).toBe(42)
  expect(recordOfFileName('sa-2026-123456')).toBe(123_456)
  for (const odd of ['', 'sa-2026-42x', 'SA-2026-0042', 'sa-2026-99999999999999999999', '../secret'])
    expect(recordOfFileName(odd), odd).toBeUndefined()
})

test('CSAF: releases are counted from the first, whatever was published before publications were kept', () => {
  const [first, second, third] = ['2026-01-01', '2026-02-01', '2026-03-01'].map((day) => new Date(day)) as [
    Date,
    Date,
    Date,
  ]
  expect(revisionTimes({ postedOn: first, publications: [] })).toEqual([first])
  expect(revisionTimes({ postedOn: first, publications: [first, second] })).toEqual([first, second])
  expect(revisionTimes({ postedOn: first, publications: [third, second] })).toEqual([first, second, third])
  expect(revisionTimes({ postedOn: second, publications: [first, third] })).toEqual([second, third])
})

test('CSAF: an address becomes one that the strictest readers take', () => {
  expect(uriOf('https://exämple.test/ü?q=ö')).toBe('https://xn--exmple-cua.test/%C3%BC?q=%C3%B6')
  expect(uriOf('https://a.test/50%off[1]#a#b')).toBe('https://a.test/50%25off%5B1%5D#a%23b')
  expect(uriOf('https://a.test/%41')).toBe('https://a.test/%41')
  for (const odd of ['http://a.test', 'https://a b.test/', 'javascript:alert(1)', '', 'https://'])
    expect(uriOf(odd), odd).toBeUndefined()
})
