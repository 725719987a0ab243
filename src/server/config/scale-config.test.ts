import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { readFrom } from '../../../tests/support/read-from.ts'
import { toScale } from './scale-config.ts'

test('without any variable one process does everything', () => {
  expect(toScale(readFrom({}))).toEqual({
    role: 'all',
    workers: 1,
    databaseReadUrl: undefined,
    probePort: undefined,
    drainSeconds: 0,
  })
})

test('every variable is read', () => {
  const env = {
    ROLE: 'web',
    WORKERS: '4',
    DATABASE_READ_URL: 'postgresql://replica.example/candor',
    PORT: '9000',
  }
  expect(toScale(readFrom(env))).toEqual({
    role: 'web',
    workers: 4,
    databaseReadUrl: env.DATABASE_READ_URL,
    probePort: 9000,
    drainSeconds: 0,
  })
  expect(toScale(readFrom({ WORKERS: 'auto' })).workers).toBe(availableParallelism())
})

describe('a wrong value gives one line that names its variable', () => {
  test.each([
    ['ROLE', 'both'],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['WORKERS', 'many'],
    ['DATABASE_READ_URL', 'https://replica.example'],
  ])('%s=%s', (name, value) => {
    expect(() => toScale(readFrom({ [name]: value }))).toThrow(new RegExp(`^${name} must be .+\\.$`))
  })
})
