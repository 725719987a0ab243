import { expect, test } from 'vitest'
import { ALL_THREATS, threatAddress, threatQuery } from './threat-query.ts'

const read = (search: string) => threatQuery(new URLSearchParams(search))

test('O-05 category, period and region can be read back from the address', () => {
  const query = read('category=malware&period=90d&region=2003')
  expect(query).toEqual({ category: 'malware', period: '90d', region: 2003 })
  expect(threatAddress('/northwall.net/analytics', query)).toBe(
    '/northwall.net/analytics?category=malware&period=90d&region=2003',
  )
})

test('O-05 defaults are left out', () => {
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
])('O-05 %s is ignored', (search) => {
  expect(read(search)).toEqual(ALL_THREATS)
})
