import { expect, test } from 'vitest'
import { maskedEmail } from './about-unsubscribing.ts'

test('an address is shown so that its owner knows it', () => {
  expect(maskedEmail('kim.lee@customer.example')).toBe('ki…@customer.example')
  expect(maskedEmail('"a@b"@customer.example')).toBe('"a…@customer.example')
})

test('a short name is never shown whole', () => {
  expect(maskedEmail('ab@customer.example')).toBe('a…@customer.example')
  expect(maskedEmail('a@customer.example')).toBe('…@customer.example')
})
