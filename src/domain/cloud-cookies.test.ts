import { expect, test } from 'vitest'
import { cloudCookies, cloudOfCookies } from './cloud-cookies.ts'

const cloud = { machine_name: 'one', domain: 'one.example' }

test('G-17 machine name and domain are stored for a day, for the whole site', () => {
  expect(cloudCookies(cloud, false)).toEqual([
    'cloud=one; Max-Age=86400; Path=/; SameSite=Lax',
    'cloud_domain=one.example; Max-Age=86400; Path=/; SameSite=Lax',
  ])
})

test('G-17 under https the cookies are secure', () => {
  for (const cookie of cloudCookies(cloud, true)) expect(cookie).toMatch(/; Secure$/)
})

test.each([
  ['cloud=one', 'one'],
  ['a=b; cloud=one; cloud_domain=one.example', 'one'],
  ['cloud_domain=one.example', undefined],
  ['mycloud=one', undefined],
  ['cloud=%E0%A4%A', undefined],
  ['', undefined],
])('the saved cloud in %j is %j', (cookies, value) => {
  expect(cloudOfCookies(cookies)).toBe(value)
})
