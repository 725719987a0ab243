import { expect, test } from 'vitest'
import { planSubscribers } from './plan-subscribers.ts'

/** Reasons are stored for weeks, and everyone who may import reads them. */
test.each([
  ['an address as type', { type: 'Ada@Customer.Example' }, 'Only email is imported, not (an address).'],
  ['a wide at sign', { type: 'ada＠customer.example' }, 'Only email is imported, not (an address).'],
  [
    'an address among components',
    { components: 'Nowhere|Ada <ada@customer.example>' },
    'Unknown components, ignored: Nowhere, (an address).',
  ],
  ['a long type', { type: 'x'.repeat(2_000) }, `Only email is imported, not ${'x'.repeat(60)}….`],
  [
    'many components',
    { components: 'a|b|c|d|e|f|g' },
    'Unknown components, ignored: a, b, c, d, e and 2 more.',
  ],
])('a reason names no address and is short: %s', async (_, cells, reason) => {
  const given = { email: 'ben@customer.example', type: '', components: '', ...cells }
  const planned = await planSubscribers([{ line: 2, cells: given }], {
    services: new Map(),
    staffDomains: [],
    refusing: new Set(),
  })
  expect(planned).toEqual({ subscribers: [], leftOut: [{ line: 2, reason }] })
})
