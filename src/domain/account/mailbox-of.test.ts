import { expect, test } from 'vitest'
import { emailAddress, mailboxOf } from './email-address.ts'

test.each([
  ['kim@customer.example', 'kim@customer.example'],
  ['kim+status@customer.example', 'kim@customer.example'],
  ['kim.lee@customer.example', 'kim.lee@customer.example'],
  ['kim.lee@gmail.com', 'kimlee@gmail.com'],
  ['k.imlee+status@gmail.com', 'kimlee@gmail.com'],
  ['kimlee@googlemail.com', 'kimlee@gmail.com'],
  ['+kim@customer.example', '+kim@customer.example'],
])('U-12 mails to %s count for the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

test('U-12 spellings of a mailbox stay different people', () => {
  for (const email of ['kim.lee@gmail.com', 'kimlee+status@gmail.com', 'kimlee@googlemail.com'])
    expect(emailAddress(email)).toBe(email)
})
