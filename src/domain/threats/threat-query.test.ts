import { expect, test } from 'vitest'
import { ALL_THREATS, threatAddress, threatQuery } from './threat-query.ts'

const read = (search: string) => threatQuery(new URLSearchParams(search))

test('O-05 an address names category, period and region, and is written back the same', () => {
  const query = read('category=malware&period=90d&region=2003')
  expect(query).toEqual({ category: 'malware', period: '90d', region: 2003 })
  expect(threatAddress('/northwall.net/analytics', query)).toBe(
    '/northwall.net/analytics?category=malware&period=90d&region=2003',
  )
})

test('O-05 what is usual goes without saying', () => {
  expect(read('')).toEqual(ALL_THREATS)
  expect(threatAddress('/analytics', read('period=30d'))).toBe('/analytics')
})

test.each([
  'category=virus',
  'category=MALWARE',
  'category=',
  'period=31d',
  'period=365',
  'region=0',
  'region=-3',
  'region=0x10',
  'region=99999999999',
  'utm_source=mail',
])('O-05 %s asks for nothing', (search) => {
  expect(read(search)).toEqual(ALL_THREATS)
})
