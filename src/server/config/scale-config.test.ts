import { describe, expect, test } from 'vitest'
import { readFrom } from '../../../tests/support/read-from.ts'
import { toMetricsListen, toScale, webConnections } from './scale-config.ts'

test('by default one process does everything', () => {
  expect(toScale(readFrom({}))).toEqual({
    role: 'all',
    workers: 1,
    databaseReadUrl: undefined,
    probePort: undefined,
    drainSeconds: 0,
  })
})

test('reads every variable', () => {
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
})

test.each([
  [4, 4],
  [128, 64],
])('on %i cores, WORKERS=auto means %i processes', (cores, workers) => {
  expect(toScale(readFrom({ WORKERS: 'auto' }), { cores }).workers).toBe(workers)
})

test.each([
  [1, 10],
  [4, 10],
  [8, 5],
  [64, 2],
])('each of %i web processes has %i database connections', (workers, connections) => {
  expect(webConnections({ workers })).toBe(connections)
})

describe('an invalid value gives one line that names its variable', () => {
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

describe('METRICS_LISTEN', () => {
  test.each([
    [undefined, { host: '127.0.0.1', port: 9464, isChosen: false }],
    ['none', undefined],
    ['9500', { host: '127.0.0.1', port: 9500, isChosen: true }],
    ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464, isChosen: true }],
    ['[::1]:9464', { host: '::1', port: 9464, isChosen: true }],
  ])('%s', (value, listen) => {
    expect(toMetricsListen(value)).toEqual(listen)
  })

  test.each(['', 'x', '127.0.0.1', '127.0.0.1:70000', '::1:9464', 'http://x:1'])('%s is refused', (value) => {
    expect(() => toMetricsListen(value)).toThrow('METRICS_LISTEN must be an address with a port')
  })
})
