import { expect, test } from 'vitest'
import { unsubscribeAddress, unsubscribeAsked } from './unsubscribe-address.ts'

const written = (query: string) => unsubscribeAddress(unsubscribeAsked(new URLSearchParams(query)))

test('U-10 the address to unsubscribe has only its token and scope, in a fixed order', () => {
  expect(written('all=1&x=2&token=a_b-C1')).toBe('/unsubscribe?token=a_b-C1&all=1')
  expect(written('token=a_b-C1&all=0')).toBe('/unsubscribe?token=a_b-C1')
  expect(written('token=a%20b&all=1')).toBe('/unsubscribe')
})

test('U-10 when done, the address no longer contains the token', () => {
  expect(written('done=thing&token=a_b-C1')).toBe('/unsubscribe?done=thing')
  expect(written('done=everything')).toBe('/unsubscribe?done=everything')
  expect(written('done=else&token=a_b-C1')).toBe('/unsubscribe?token=a_b-C1')
})
