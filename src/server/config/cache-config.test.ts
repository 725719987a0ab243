import { describe, expect, test } from 'vitest'
import { readFrom } from '../../../tests/support/read-from.ts'
import { toCaches } from './cache-config.ts'

test('promise 2 by default a CDN may serve for one second without revalidating', () => {
  expect(toCaches(readFrom({}))).toEqual({
    cdnMaxAgeS: 1,
    purgeUrl: undefined,
    purgeAuthorization: undefined,
    isWarming: true,
    hasFastPath: true,
  })
})

test('reads every variable', () => {
  const env = {
    CDN_MAX_AGE: '60',
    PURGE_URL: 'https://cdn.example/purge',
    PURGE_AUTHORIZATION: 'Bearer secret',
    WARM_ANSWERS: '0',
    FAST_PATH: '0',
  }
  expect(toCaches(readFrom(env))).toEqual({
    cdnMaxAgeS: 60,
    purgeUrl: env.PURGE_URL,
    purgeAuthorization: env.PURGE_AUTHORIZATION,
    isWarming: false,
    hasFastPath: false,
  })
})

describe('an invalid value gives one line that names its variable', () => {
  test.each([
    ['CDN_MAX_AGE', '-1'],
    ['CDN_MAX_AGE', '1s'],
    ['PURGE_URL', 'cdn.example'],
    ['WARM_ANSWERS', 'maybe'],
    ['FAST_PATH', 'off'],
  ])('%s=%s', (name, value) => {
    expect(() => toCaches(readFrom({ [name]: value }))).toThrow(new RegExp(`^${name} must be .+\\.$`))
  })
})

test('PURGE_URL has no password in it, which would end up in the log', () => {
  const read = readFrom({ PURGE_URL: 'https://someone:hunter2@cdn.example/purge' })
  expect(() => toCaches(read)).toThrow(
    /^PURGE_URL must not contain a name and password: use PURGE_AUTHORIZATION\.$/,
  )
})
