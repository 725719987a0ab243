import { expect, test } from 'vitest'
import { identityOfClaims, isIncomplete } from './identity-of-claims.ts'

const RULES = { roleClaim: 'roles', roleMap: undefined }
const WHO = { iss: 'https://id.example', sub: '7' }

test('A-19 the ID token has the word, and the user info tells the rest', () => {
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
  'OIDC: an email with email_verified %j is not taken',
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

test('A-19 who has no name, no roles and no address that could be one still is somebody', () => {
  const claims = { ...WHO, name: ' ', email: 'nobody', email_verified: true }
  expect(identityOfClaims(claims, undefined, RULES)).toEqual({
    issuer: 'https://id.example',
    subject: '7',
    email: null,
    name: null,
    roles: [],
  })
})

test('A-19 the user info is asked only for what the ID token leaves open', () => {
  const whole = { ...WHO, roles: [], email: 'ada@northwall.example', name: 'Ada' }
  expect(isIncomplete(whole, RULES)).toBe(false)
  for (const missing of ['roles', 'email', 'name'])
    expect(isIncomplete({ ...whole, [missing]: undefined }, RULES)).toBe(true)
})
