import { expect, test } from 'vitest'
import { rolesOfClaims } from './roles-of-claims.ts'

const BY_NAME = { roleClaim: 'roles', roleMap: undefined }

test.each([
  ['a list', { roles: ['trust_admin', 'blog_editor'] }, ['blog_editor', 'trust_admin']],
  ['a single word', { roles: 'legal_team' }, ['legal_team']],
  ['a list with unknown roles', { roles: ['owner', 'trust_admin', 7, null, 'Trust_Admin'] }, ['trust_admin']],
  ['a list with duplicates', { roles: ['cloud_apps', 'cloud_apps'] }, ['cloud_apps']],
  ['an empty list', { roles: [] }, []],
])('A-19 %s of roles gives the roles that exist', (_, claims, roles) => {
  expect(rolesOfClaims(claims, BY_NAME)).toEqual(roles)
})

test.each([{}, { roles: null }, { roles: 1 }, { roles: { trust_admin: true } }, { role: ['trust_admin'] }])(
  'A-19 %j contains no roles',
  (claims) => {
    expect(rolesOfClaims(claims, BY_NAME)).toBeUndefined()
  },
)

test('A-19 dots in the claim name lead into nested claims', () => {
  const rules = { roleClaim: 'realm_access.roles', roleMap: undefined }
  expect(rolesOfClaims({ realm_access: { roles: ['url_editor'] } }, rules)).toEqual(['url_editor'])
  for (const claims of [{ realm_access: null }, { realm_access: ['roles'] }, { roles: ['url_editor'] }]) {
    expect(rolesOfClaims(claims, rules)).toBeUndefined()
  }
})

test('A-19 a claim with dots in its own name is found by that name', () => {
  const rules = { roleClaim: 'https://northwall.example/roles', roleMap: undefined }
  expect(rolesOfClaims({ 'https://northwall.example/roles': ['cloud_apps'] }, rules)).toEqual(['cloud_apps'])
})

test('A-19 inherited object properties are not claims', () => {
  for (const roleClaim of ['constructor.name', '__proto__', 'toString'])
    expect(rolesOfClaims({}, { roleClaim, roleMap: undefined })).toBeUndefined()
})

test("A-19 with a map, only its groups count; role names don't", () => {
  const rules = {
    roleClaim: 'groups',
    roleMap: [
      { group: 'status', role: 'trust_admin' },
      { group: 'status', role: 'legal_team' },
      { group: 'support', role: 'customer_success_manager' },
    ],
  } as const
  const rolesOf = (groups: string[]) => rolesOfClaims({ groups }, rules)
  expect(rolesOf(['status', 'everyone'])).toEqual(['legal_team', 'trust_admin'])
  expect(rolesOf(['support'])).toEqual(['customer_success_manager'])
  expect(rolesOf(['administrator'])).toEqual([])
})
