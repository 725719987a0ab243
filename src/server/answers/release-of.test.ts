import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { releaseOf } from './release-of.ts'

const BUILD = { builtFrom: 'some sources', files: new Map() }

test('another build, another setting that answers show, or another signature is another release', () => {
  const releases = [
    releaseOf(configOf({}), BUILD),
    releaseOf(configOf({}), { ...BUILD, builtFrom: 'other sources' }),
    releaseOf(configOf({ PUBLIC_URL: 'https://status.example.com' }), BUILD),
    releaseOf(configOf({ IS_GOV: '1' }), BUILD),
    releaseOf(configOf({ CDN_MAX_AGE: '60' }), BUILD),
    releaseOf(configOf({}), BUILD, { fingerprint: 'abcd' }),
  ]
  expect(new Set(releases).size).toBe(releases.length)
})

test('a setting that no answer shows changes nothing', () => {
  expect(releaseOf(configOf({ SMTP_CONNECTIONS: '5' }), BUILD)).toBe(releaseOf(configOf({}), BUILD))
})

function configOf(env: Record<string, string>) {
  const read = readConfig(env)
  if (read.kind === 'wrong') throw new Error(read.line)
  return read.config
}
