import { expect, test } from 'vitest'
import { maskedEmail } from './about-unsubscribing.ts'

test('masks an address so that its owner recognizes it', () => {
  expect(maskedEmail('kim.lee@customer.example')).toBe('ki…@customer.example')
  expect(maskedEmail('"a@b"@customer.example')).toBe('"a…@customer.example')
})

test('never shows a short name completely', () => {
  expect(maskedEmail('ab@customer.example')).toBe('a…@customer.example')
  expect(maskedEmail('a@customer.example')).toBe('…@customer.example')
})
