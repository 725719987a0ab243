import { expect, test } from 'vitest'
import { isDatabaseLost } from './is-database-lost.ts'
import { DatabaseSilent } from './within.ts'

const withCode = (code: string, syscall?: string) => Object.assign(new Error('It failed'), { code, syscall })

test.each([
  ['refusing connections', withCode('ECONNREFUSED', 'connect')],
  ['refusing connections at all its addresses', new AggregateError([withCode('ECONNREFUSED', 'connect')])],
  ['without its socket', withCode('ENOENT', 'connect')],
  ['stopped by its operator', withCode('57P01')],
  ['full', withCode('53100')],
  ['disconnected in the middle', new Error('Connection terminated unexpectedly')],
  ['slow to connect', new Error('timeout exceeded when trying to connect')],
  ['unresponsive', new DatabaseSilent(1_000)],
])('a database that is %s is lost', (_, error) => {
  expect(isDatabaseLost(error)).toBe(true)
})

test.each([
  ['a duplicate', withCode('23505')],
  ['an invalid statement', withCode('42601')],
  ['a missing file', withCode('ENOENT', 'open')],
  ['a bug in our code', new TypeError('undefined is not a function')],
  ['a value that is not an error', 'ECONNREFUSED'],
])('%s is not a lost database', (_, error) => {
  expect(isDatabaseLost(error)).toBe(false)
})
