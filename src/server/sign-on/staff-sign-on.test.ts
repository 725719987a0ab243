import { expect, test } from 'vitest'
import { recoveryEnv } from '../../../tests/support/edition-keys.ts'
import { readConfig } from '../config.ts'
import { signOnOf } from './staff-sign-on.ts'

const ISSUER = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'candor', OIDC_CLIENT_SECRET: 'secret' }

test.each([
  ['out of the box', {}, 'demo'],
  ['with an issuer', ISSUER, 'configured'],
  ['with an issuer and the demo', { ...ISSUER, DEMO: '1' }, 'configured'],
  ['with an issuer, without the demo', { ...ISSUER, DEMO: '0' }, 'configured'],
  ['without the demo', { DEMO: '0' }, 'none'],
  ['in disaster recovery', recoveryEnv(), 'none'],
  ['with an issuer in disaster recovery', { ...ISSUER, ...recoveryEnv() }, 'none'],
])('A-19 %s', (_, env, kind) => {
  const read = readConfig(env)
  if (read.kind === 'wrong') throw new Error(read.line)
  expect(signOnOf(read.config)).toBe(kind)
})
