import { expect, test } from 'vitest'
import { STANDARD_LOOK } from '../domain/brand/brand.ts'
import { senderHeaders } from './mail-options.ts'

const CONFIGURED = { name: undefined, address: 'trust@example.com' }

function headers(
  brand: Partial<typeof STANDARD_LOOK>,
  from: typeof CONFIGURED | { name: string; address: string } = CONFIGURED,
) {
  return senderHeaders(from, { brand: { ...STANDARD_LOOK, ...brand }, usualName: 'Acme Trust' })
}

test('without a brand the sender is the configured one', () => {
  const usual = { from: { name: 'Acme Trust', address: 'trust@example.com' } }
  expect(headers({})).toEqual(usual)
  expect(senderHeaders(CONFIGURED, { brand: undefined, usualName: 'Acme Trust' })).toEqual(usual)
  expect(headers({}, { name: 'Operator', address: 'trust@example.com' }).from.name).toBe('Operator')
})

test('the brand names another sender of the same domain, and where replies go', () => {
  const brand = {
    sender_name: 'Acme\r\nBcc: x',
    sender_address: 'status@EXAMPLE.com',
    reply_to: 'help@acme.example',
  }
  expect(headers(brand)).toEqual({
    from: { name: 'Acme Bcc: x', address: 'status@EXAMPLE.com' },
    replyTo: { name: '', address: 'help@acme.example' },
  })
})

test('after the operator changes the domain, mail is from the configured address again', () => {
  for (const sender_address of [
    'status@other.example',
    'status@sub.example.com',
    'a@b@example.com',
    'status',
  ])
    expect(headers({ sender_address }).from.address).toBe('trust@example.com')
})
