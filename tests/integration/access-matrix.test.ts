import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLES, type Role } from '../../src/domain/access.ts'
import { FAULTS } from '../../src/server/http/faults.ts'
import type { RouteRule } from '../../src/server/http/guard.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { sized } from '../size.ts'
import { LETS_IN, PROGRAM_RULES, READS_BY_BODY, RULES } from '../support/access-rules.ts'
import { editionOf } from '../support/demo-edition.ts'
import { type SignedIn, signIn } from '../support/sign-in.ts'
import { smallEdition } from '../support/small-edition.ts'
import { testAccounts } from '../support/test-accounts.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const PEOPLE: { name: string; roles: readonly Role[] }[] = [
  { name: 'a customer', roles: [] },
  ...ROLES.map((role) => ({ name: role, roles: [role] })),
]
/** An unused ID: an allowed request finds nothing to change. */
const UNUSED_ID = '2000000000'
const STAFF_ONLY = '/api/test/staff-only'
const SITE = 'https://trust.northwall.example'

let database: TestDatabase
let site: TestApp
let rules: RouteRule[]
const standing = new Map<string, SignedIn>()

beforeAll(async () => {
  database = await testDatabase('demo')
  const holder = standingHolder(new Date())
  holder.hold(smallEdition(await editionOf(database.db), ['northwall.net']))
  site = await testApp({
    holder,
    accounts: testAccounts(database.db),
    prepare: (app) => app.get(STAFF_ONLY, { config: { access: 'see-admin-area' } }, async () => 'seen'),
  })
  rules = site.app.routeRules.filter(
    ({ isRefusal, method, url }) => !isRefusal && method !== 'HEAD' && url !== STAFF_ONLY,
  )
  for (const { name, roles } of PEOPLE) standing.set(name, await signIn(database.db, { roles }))
})

afterAll(async () => {
  await site.app.close()
  await database.drop()
})

test('Access: the route table matches the one in this test', () => {
  const notForAnyone = rules.filter(
    ({ method, access }) => !['GET', 'OPTIONS'].includes(method) || access !== 'anyone',
  )
  const found = Object.fromEntries(
    notForAnyone.map(({ method, url, access }) => [`${method} ${url}`, access]),
  )
  expect(found).toEqual({ ...RULES, ...PROGRAM_RULES })
})

test('Access: a capability admits exactly the roles that have it', async () => {
  for (const roles of [[], ...ROLES.map((role) => [role])]) {
    const { statusCode } = await ask(`GET ${STAFF_ONLY}`, await signIn(database.db, { roles }))
    expect([roles, statusCode]).toEqual([roles, roles.length > 0 ? 200 : 403])
  }
  expect((await ask(`GET ${STAFF_ONLY}`, {})).statusCode).toBe(401)
})

test('Access: a route without an access rule prevents the site from starting', async () => {
  const holder = standingHolder(new Date())
  const withRoute = testApp({ holder, prepare: (app) => app.get('/forgotten', async () => 'open') })
  await expect(withRoute).rejects.toThrow('/forgotten has no access rule')
})

const GUARDED = Object.keys(RULES).filter((name) => RULES[name] !== 'anyone')
const OWN = GUARDED.filter((name) => RULES[name] === 'own-account')
const CHANGES = Object.keys(RULES).filter((name) => name.startsWith('POST') && !READS_BY_BODY.includes(name))

/** Everyone and everything is tried on the first route of each rule; the same guard protects the others. */
function isFirstOfRule(name: string) {
  return Object.keys(RULES).find((other) => RULES[other] === RULES[name]) === name
}

function triedOn<T>(name: string, all: readonly T[]): readonly T[] {
  return isFirstOfRule(name) ? all : sized({ short: all.slice(0, 1), long: all })
}

/**
 * One person without the right is enough for the others. That the rule also lets people in is tried on its
 * first route.
 */
function peopleFor(name: string) {
  const needed = LETS_IN[RULES[name] ?? '']
  const mayNot = PEOPLE.filter(({ roles }) => !mayPass(needed, roles)).slice(0, 1)
  return isFirstOfRule(name) ? PEOPLE : sized({ short: mayNot, long: PEOPLE })
}

function mayPass(needed: readonly Role[] | undefined, roles: readonly Role[]) {
  return needed === undefined || roles.some((role) => needed.includes(role))
}

describe.each(GUARDED)('Access: %s', (name) => {
  test('asks a visitor to sign in, and admits users exactly as the rule says', async () => {
    for (const cookie of triedOn(name, [undefined, `__Host-candor_session=${'a'.repeat(43)}`])) {
      const { statusCode, json } = await ask(name, { cookie })
      expect([statusCode, json().message]).toEqual([401, FAULTS['not-signed-in'].message])
    }
    const rule = RULES[name] ?? ''
    const needed = LETS_IN[rule]
    // Calls on one's own account may end the session.
    const isOfOwn = rule === 'signed-in' || rule === 'own-account'
    for (const { name: who, roles } of peopleFor(name)) {
      const person = isOfOwn ? await signIn(database.db, { roles }) : personOf(who)
      expect([who, isLetIn(await ask(name, person))]).toEqual([who, mayPass(needed, roles)])
    }
  })
})

describe.each(Object.keys(PROGRAM_RULES))('Z-08 %s', (name) => {
  test('is for programs: visitors and signed-in users are asked for a token', async () => {
    // The guard does not look at sessions there: a user with all rights is enough.
    const people = sized({ short: [personOf('administrator')], long: [{}, ...standing.values()] })
    for (const person of people) {
      const { statusCode, json, headers } = await ask(name, person)
      // An address that ends with a key has one, but a wrong one.
      const fault = name.endsWith('/:key') ? FAULTS['wrong-token'] : FAULTS['no-token']
      expect([statusCode, json().message]).toEqual([401, fault.message])
      expect(headers['www-authenticate']).toMatch(/^Bearer /)
    }
  })
})

test('Access: no user may use the calls of another account', async () => {
  const other = await signIn(database.db)
  for (const name of OWN) {
    for (const { name: who } of triedOn(name, [...PEOPLE].reverse())) {
      const { statusCode, json } = await ask(name, { ...personOf(who), uid: other.uid })
      expect([name, who, statusCode, json().message]).toEqual([name, who, 403, FAULTS['not-allowed'].message])
    }
    expect([name, await isThere(other.uid)]).toEqual([name, true])
  }
})

// In one test: reading the whole database takes longer than all the calls.
test('A-18 a missing, wrong or empty X-CSRF-Token changes nothing', async () => {
  const person = await signIn(database.db, { roles: ['administrator'] })
  const before = await contents()
  for (const name of CHANGES.filter((name) => GUARDED.includes(name))) {
    for (const csrf of triedOn(name, ['b'.repeat(43), undefined, ''])) {
      const { statusCode, json } = await ask(name, { ...person, csrf })
      expect([name, statusCode, json().message]).toEqual([name, 403, FAULTS['wrong-csrf-token'].message])
    }
  }
  expect(await contents()).toEqual(before)
})

test('Session: a page of another site changes nothing', async () => {
  const person = await signIn(database.db)
  const before = await contents()
  for (const name of CHANGES) {
    for (const origin of triedOn(name, ['https://evil.example', 'null', 'http://trust.northwall.example'])) {
      const { statusCode, json } = await ask(name, { ...person, origin })
      expect([name, statusCode, json().message]).toEqual([name, 403, FAULTS['foreign-origin'].message])
    }
  }
  expect(await contents()).toEqual(before)
})

test('Session: GET never changes anything, for any user', async () => {
  const person = await signIn(database.db, { roles: ['administrator'] })
  const before = await contents()
  const reads = rules
    .filter(({ method, url }) => method === 'GET' && !FROM_CODE.includes(url))
    .map(({ url }) => `GET ${url}`)
  expect(reads.length).toBeGreaterThan(30)
  for (const name of [...reads, ...PAGES]) await ask(name, person)
  expect(await contents()).toEqual(before)
})

/** Made from the code alone, which takes half as long as all the others. */
const FROM_CODE = sized({ short: ['/api/openapi.json', '/api/docs'], long: [] as string[] })

const PAGES = [
  'GET /northwall.net/cloud-status',
  'GET /user/verify?token=x',
  'GET /user/password/reset?token=x',
  'GET /user/logout?token=x',
  'GET /sign-in?name=x&pass=y',
]

function personOf(name: string): SignedIn {
  const person = standing.get(name)
  if (person === undefined) throw new Error(`There is no ${name}.`)
  return person
}

type Asking = { [Field in keyof SignedIn]?: SignedIn[Field] | undefined } & { origin?: string }

function ask(name: string, { cookie, csrf, uid = 1, origin = SITE }: Asking) {
  const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PATCH' | 'PUT', string]
  return site.app.inject({
    method,
    url: path
      .replace(':uid', String(uid))
      .replace(/:(\w+)/g, UNUSED_ID)
      .replace('*', 'northwall.net'),
    headers: {
      ...(cookie !== undefined && { cookie }),
      ...(csrf !== undefined && { 'x-csrf-token': csrf }),
      ...(method === 'POST' && { origin }),
    },
    ...(method === 'POST' && { payload: {} }),
  })
}

/** Past the guard: how the call then handles an empty body does not matter here. */
function isLetIn({ statusCode, body }: { statusCode: number; body: string }) {
  const refusals = (['not-signed-in', 'not-allowed', 'foreign-origin', 'wrong-csrf-token'] as const).map(
    (code) => FAULTS[code].message,
  )
  return statusCode < 500 && !refusals.some((message) => body.includes(message))
}

async function isThere(uid: number) {
  return (await database.db.selectFrom('users').select('id').where('id', '=', uid).execute()).length === 1
}

async function contents(): Promise<Record<string, unknown>> {
  const tables = [
    'users',
    'user_roles',
    'sessions',
    'one_time_tokens',
    'known_devices',
    'account_mails',
    'subscriptions',
    'channels',
    'deliveries',
    'suppressions',
    'audit_log',
    'throttles',
    'edition',
  ]
  const digests = tables.map(async (table) => {
    const { rows } =
      await sql`select md5(string_agg(t::text, '|' order by t::text)) as digest from ${sql.table(table)} t`.execute(
        database.db,
      )
    return [table, rows[0]] as const
  })
  return Object.fromEntries(await Promise.all(digests))
}
