import { expect, test } from 'vitest'
import { identityOfClaims, isIncomplete } from './identity-of-claims.ts'

const RULES = { roleClaim: 'roles', roleMap: undefined }
const WHO = { iss: 'https://id.example', sub: '7' }

test('A-19 the ID token takes precedence, and the user info fills the gaps', () => {
  const idToken = { ...WHO, roles: ['legal_team'] }
  const userInfo = {
    sub: '7',
    name: ' Ada\nLovelace ',
    email: 'Ada@Northwall.example',
    email_verified: true,
    roles: ['administrator'],
  }
  expect(identityOfClaims(idToken, userInfo, RULES)).toEqual({
    issuer: 'https://id.example',
    subject: '7',
    email: 'ada@northwall.example',
    name: 'Ada Lovelace',
    roles: ['legal_team'],
  })
})

test.each([undefined, false, 'true', 1, null])(
  'OIDC: an email with email_verified %j is ignored',
  (verified) => {
    const claims = { ...WHO, email: 'ada@northwall.example', email_verified: verified }
    expect(identityOfClaims(claims, undefined, RULES).email).toBeNull()
  },
)

test('OIDC: the verification of one address does not count for another', () => {
  const idToken = { ...WHO, email: 'ceo@northwall.example' }
  const userInfo = { email_verified: true }
  expect(identityOfClaims(idToken, userInfo, RULES).email).toBeNull()
})

test('A-19 a name, roles and a valid address are optional', () => {
  const claims = { ...WHO, name: ' ', email: 'nobody', email_verified: true }
  expect(identityOfClaims(claims, undefined, RULES)).toEqual({
    issuer: 'https://id.example',
    subject: '7',
    email: null,
    name: null,
    roles: [],
  })
})

test('A-19 the user info is requested only if the ID token is incomplete', () => {
  const whole = { ...WHO, roles: [], email: 'ada@northwall.example', name: 'Ada' }
  expect(isIncomplete(whole, RULES)).toBe(false)
  for (const missing of ['roles', 'email', 'name'])
    expect(isIncomplete({ ...whole, [missing]: undefined }, RULES)).toBe(true)
})
