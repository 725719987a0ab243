import { expect, test } from 'vitest'
import { emailAddress, normalized } from './email-address.ts'

test.each([
  ['ada@customer.example', 'ada@customer.example'],
  ['  Ada.Lovelace+status@Customer.Example ', 'ada.lovelace+status@customer.example'],
  ['ａｄａ@customer.example', 'ada@customer.example'],
  ['ada@CUSTOMER。example', 'ada@customer.example'],
  ['a\u200bda@customer.example', 'ada@customer.example'],
  ['zoë@bücher.example', 'zoë@xn--bcher-kva.example'],
])('A-06 %s is the address %s', (typed, email) => {
  expect(emailAddress(typed)).toBe(email)
})

test.each([
  '',
  'ada',
  '@customer.example',
  'ada@',
  'ada@customer',
  'ada@@customer.example',
  'ada lovelace@customer.example',
  'ada@customer..example',
  'ada@-customer.example',
  'ada@192.0.2.1',
  'ada@customer.example\r\nBcc: eve@evil.example',
  'ada\ud800@customer.example',
  '"ada"@customer.example',
  '<ada@customer.example>',
  'ada@customer.example/path',
  `${'a'.repeat(250)}@customer.example`,
])('A-06 "%s" is not an address', (typed) => {
  expect(emailAddress(typed)).toBeUndefined()
})

test('normalizing an address twice changes nothing', () => {
  const email = emailAddress('Zoë@Bücher.example') ?? ''
  expect(emailAddress(email)).toBe(email)
  expect(normalized(email)).toBe(email)
})
