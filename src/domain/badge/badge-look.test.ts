import { expect, test } from 'vitest'
import { badgeAddress, badgeLook } from './badge-look.ts'

test.each([
  [{}, '/b.svg'],
  [{ style: 'flat', theme: 'light' }, '/b.svg'],
  [{ style: 'for-the-badge' }, '/b.svg?style=for-the-badge'],
  [{ theme: 'auto', style: 'flat-square' }, '/b.svg?style=flat-square&theme=auto'],
  [{ style: 'plastic', theme: 'constructor' }, '/b.svg'],
])('%j is the badge at %s', (asked, address) => {
  expect(badgeAddress('/b.svg', badgeLook(asked))).toBe(address)
})

test('custom labels are encoded in the address', () => {
  expect(badgeAddress('/b.svg', badgeLook({}), 'a & b/ü')).toBe('/b.svg?label=a+%26+b%2F%C3%BC')
})
