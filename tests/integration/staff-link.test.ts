import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import { makeStaffLink } from '../../src/accounts/staff-link/make-staff-link.ts'
import { connect } from '../../src/db/connect.ts'
import { migrate } from '../../src/db/migrate.ts'
import { ROLES, type Role } from '../../src/domain/access.ts'
import { staffLink } from '../../src/server/commands/staff-link.ts'
import { sized } from '../size.ts'
import { type AccountSite, accountSite, SITE } from '../support/account-site.ts'
import { clear, postmasterPid } from './embedded/support/data-folders.ts'
import { seededDataDir } from './embedded/support/seed.ts'
import { started } from './embedded/support/started.ts'

const LINK = /^(https?:\/\/[^/]+)\/user\/staff-link\?token=([\w-]{43})$/

let site: AccountSite

beforeAll(async () => {
  site = await accountSite({ isEmpty: true })
})

afterAll(() => site.stop())

describe('break-glass: a staff link', () => {
  // staff-link-request.test.ts covers all roles.
  test.each(sized<readonly Role[]>({ short: ['administrator'], long: ROLES }))(
    'signs in once as %s, and answers like a sign-in',
    async (role) => {
      const token = await newToken(role)
      const answer = await enter(token)
      expect(answer.statusCode).toBe(200)
      const { data } = answer.json()
      expect(data.current_user).toMatchObject({ name: `Emergency access (${role})`, roles: [role] })
      expect(data.csrf_token).toMatch(/^[\w-]{43}$/)
      expect(answer.headers['cache-control']).toBe('private, no-store')
      const cookies = [answer.headers['set-cookie'] ?? []].flat()
      expect(cookies.find((cookie) => cookie.startsWith('__Host-candor_session='))).toContain('; HttpOnly')
      expect(cookies.some((cookie) => cookie.startsWith('__Host-candor_device='))).toBe(false)
      await expectRefusal(token)
    },
  )

  test('works for one of several simultaneous attempts', async () => {
    const token = await newToken('trust_admin')
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(token)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(422)])
  })

  test('expires', async () => {
    const [early, late] = [await newToken('legal_team', 30), await newToken('legal_team', 30)]
    site.clock.pass(30 * 60 - 1)
    expect((await enter(early)).statusCode).toBe(200)
    site.clock.pass(1)
    await expectRefusal(late)
  })

  test('is stored as a hash only, and does not work as another kind of link', async () => {
    const token = await newToken('url_editor')
    const rows = await site.database.db.selectFrom('one_time_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    for (const path of ['/api/user/verify', '/api/user/email/confirm']) {
      const answer = await post(path, { token })
      expect(answer.statusCode).toBe(422)
    }
    expect((await post('/api/user/password/reset', { token, pass: 'Fog9 over Lisbon' })).statusCode).toBe(422)
    expect((await enter(token)).statusCode).toBe(200)
  })

  test('of one role is always the same account, without address and password', async () => {
    const one = (await enter(await newToken('cloud_apps'))).json().data.current_user.uid
    const two = (await enter(await newToken('cloud_apps'))).json().data.current_user.uid
    expect(one).toBe(two)
    const account = await site.database.db
      .selectFrom('users')
      .where('id', '=', Number(one))
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(account).toMatchObject({
      oidc_issuer: 'urn:candor:staff-link',
      oidc_subject: 'cloud_apps',
      email: null,
      password_hash: null,
    })
  })

  test('is in the audit log when created and when used, without its token', async () => {
    const token = await newToken('customer_success_manager')
    const { uid } = (await enter(token)).json().data.current_user
    const entries = await site.database.db
      .selectFrom('audit_log')
      .where('entity', '=', 'user')
      .where('entity_id', '=', uid)
      .select(['actor', 'action', 'after'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(entries).toEqual([
      { actor: 'staff-link', action: 'sign-in', after: { roles: ['customer_success_manager'] } },
      {
        actor: 'staff-link',
        action: 'make-link',
        after: { role: 'customer_success_manager', expires_at: expect.any(String) },
      },
    ])
    expect(JSON.stringify(entries)).not.toContain(token)
  })

  test("grants the account's current roles, and nothing once it is locked", async () => {
    const token = await newToken('jab_compliance')
    const account = await accountOf('jab_compliance')
    await site.database.db.deleteFrom('user_roles').where('user_id', '=', account).execute()
    expect((await enter(token)).json().data.current_user.roles).toEqual([])

    const late = await newToken('jab_compliance')
    await site.database.db
      .updateTable('users')
      .set({ locked_at: site.clock.now })
      .where('id', '=', account)
      .execute()
    await expectRefusal(late)
    expect(await make('jab_compliance')).toEqual({ kind: 'locked' })
  })

  test("ends the browser's previous session", async () => {
    const first = await enter(await newToken('blog_editor'))
    const session = [first.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? ''
    await enter(await newToken('blog_editor'), { cookie: session })
    const details = await post(
      '/api/user/details',
      {},
      {
        cookie: session,
        'x-csrf-token': first.json().data.csrf_token,
      },
    )
    expect(details.statusCode).toBe(401)
  })

  test.each(['', 'x', 'a'.repeat(43), '%00'])('%j is not a valid link', async (token) => {
    await expectRefusal(token)
  })
})

describe.skipIf(!isBuilt())('npm run staff-link', () => {
  test('prints a link with the public URL for the database in DATABASE_URL', async () => {
    const env = { DATABASE_URL: site.database.url, PUBLIC_URL: SITE }
    const { code, out, err } = await run(['--role', 'trust_admin', '--minutes', '5'], env)
    expect([code, err]).toEqual([0, ''])
    const [words, link = ''] = out.trim().split('\n')
    expect(words).toMatch(/^Signs in once as trust_admin, until \d{4}-.*Z \(5 minutes\):$/)
    const [, origin, token = ''] = LINK.exec(link) ?? []
    expect(origin).toBe(SITE)
    site.clock.now = new Date()
    expect((await enter(token)).json().data.current_user.roles).toEqual(['trust_admin'])
  })
})

describe('the command staff-link', () => {
  afterEach(async () => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    await clear()
  })

  test('reaches the embedded database of a running site, and leaves it running', async () => {
    const dataDir = await seededDataDir()
    const owner = await started(dataDir)
    const { db, close } = connect(owner.url)
    await migrate(db)
    const pid = await postmasterPid(dataDir)
    const { code, out } = await runHere(['--role', 'legal_team'], { DATA_DIR: dataDir, PORT: '4321' })
    expect(code).toBe(0)
    expect(out).toContain('http://localhost:4321/user/staff-link?token=')
    expect(await db.selectFrom('one_time_tokens').select('purpose').execute()).toEqual([
      { purpose: 'staff-link' },
    ])
    expect(await postmasterPid(dataDir)).toBe(pid)
    await close()
    await owner.stop()

    const stopped = await runHere(['--role', 'legal_team'], { DATA_DIR: dataDir })
    expect([stopped.code, stopped.out]).toEqual([1, ''])
    expect(stopped.err).toBe(
      `Candor does not run on the data folder ${dataDir}. Start it, or set DATA_DIR to its folder.\n`,
    )
    expect(await postmasterPid(dataDir)).toBeUndefined()
  })

  test('names an unreachable database without its password', async () => {
    const { code, err } = await runHere(['--role', 'trust_admin'], {
      DATABASE_URL: 'postgres://candor:hunter2@127.0.0.1:1/candor',
    })
    expect(code).toBe(1)
    expect(err).toMatch(/^The link could not be made: .*\n$/)
    expect(err).not.toContain('hunter2')
  })

  test.each([
    [['--help'], 0, /^Usage: npm run staff-link -- --role/, /^$/],
    [['--role', 'owner'], 2, /^$/, /^There is no role "owner"\. .*\n$/],
    [['--role', 'trust_admin', '--minutes', '0'], 2, /^$/, /^--minutes must be .*\n$/],
  ])('%j ends with %i', async (typed, code, out, err) => {
    expect(await runHere(typed)).toEqual({
      code,
      out: expect.stringMatching(out),
      err: expect.stringMatching(err),
    })
  })
})

function make(role: Role, minutes = 30) {
  return makeStaffLink(site.database.db, { role, minutes, publicUrl: SITE, now: site.clock.now })
}

async function newToken(role: Role, minutes?: number): Promise<string> {
  const made = await make(role, minutes)
  return (made.kind === 'made' && LINK.exec(made.link)?.[2]) || ''
}

function enter(token: string, headers: Record<string, string> = {}) {
  return post('/api/user/staff-link', { token }, headers)
}

function post(url: string, payload: object, headers: Record<string, string> = {}) {
  return site.app.inject({ method: 'POST', url, payload, headers: { origin: SITE, ...headers } })
}

async function expectRefusal(token: string) {
  const answer = await enter(token)
  expect([answer.statusCode, answer.json().message]).toEqual([
    422,
    'This link was already used or has expired. Create a new one on the server.',
  ])
  expect(answer.headers['set-cookie']).toBeUndefined()
}

async function accountOf(role: Role): Promise<number> {
  const { id } = await site.database.db
    .selectFrom('users')
    .where('oidc_issuer', '=', 'urn:candor:staff-link')
    .where('oidc_subject', '=', role)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

async function run(typed: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/candor.mjs', 'start', 'staff-link', ...typed], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number, out, err }
}

/** The command in this process: starting another takes a hundred times as long. */
async function runHere(typed: string[], env: Record<string, string> = {}) {
  const said = { out: '', err: '' }
  vi.spyOn(console, 'log').mockImplementation((line) => {
    said.out += `${line}\n`
  })
  vi.spyOn(console, 'error').mockImplementation((line) => {
    said.err += `${line}\n`
  })
  for (const [name, value] of Object.entries({ DATABASE_URL: '', PUBLIC_URL: '', ...env })) {
    vi.stubEnv(name, value)
  }
  return { code: await staffLink(typed), ...said }
}
