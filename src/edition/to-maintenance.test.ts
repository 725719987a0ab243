import { expect, test } from 'vitest'
import { toMaintenance } from './to-maintenance.ts'

const ENDS_AT = '2026-11-15T12:00:00.000Z'

test.each([
  ['without the setting', undefined, null],
  ['switched off', { is_on: false, message: 'Soon back' }, null],
  ['on by a value that is not a boolean', { is_on: 'yes' }, null],
  ['on, without details', { is_on: true }, { message: '', endsAt: null }],
  [
    'on until an end',
    { is_on: true, message: 'Soon back', ends_at: ENDS_AT },
    { message: 'Soon back', endsAt: new Date(ENDS_AT) },
  ],
  ['on until an invalid end', { is_on: true, ends_at: 'noon' }, { message: '', endsAt: null }],
])('O-02 maintenance %s', (_, value, expected) => {
  const settings = value === undefined ? [] : [{ key: 'maintenance', value }]
  expect(toMaintenance({ settings })).toEqual(expected)
})
