import { expect, test } from 'vitest'
import { isStaffAddress } from './staff-address.ts'

const STAFF = ['northwall.example', 'Bücher.example']

test.each([
  'ada@northwall.example',
  'ADA@NorthWall.Example',
  ' ada@northwall.example ',
  'ada@northwall.example.',
  'ada@ｎｏｒｔｈｗａｌｌ．example',
  'ada@north\u00adwall.example',
  'ada@north\u200bwall.example',
  'ada@mail.northwall.example',
  'ada@bücher.example',
  'ada@xn--bcher-kva.example',
  'ada@BÜCHER.example',
  'ada@northwall.example@customer.example',
])('A-02 %s is a staff address', (name) => {
  expect(isStaffAddress(name, STAFF)).toBe(true)
})

test.each([
  'ada@customer.example',
  'northwall.example',
  'ada@notnorthwall.example',
  'ada@northwall.example.org',
  '',
])('A-02 "%s" is not a staff address', (name) => {
  expect(isStaffAddress(name, STAFF)).toBe(false)
})
