import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInStaff } from '../../src/accounts/sign-on/sign-in-staff.ts'
import type { AccountSettings } from '../../src/contract/own-account.ts'
import { queueAccountMail } from '../../src/db/account-mails.ts'
import { type MailedSite, mailedSite } from '../support/mail-server-site.ts'
import { makeAccount, type TestAccount } from '../support/make-account.ts'
import { ownAccounts } from '../support/own-accounts.ts'
import { linkFor } from '../support/posted-form.ts'
import { signIn } from '../support/sign-in.ts'
import type { TestBrowser } from '../support/test-browser.ts'

const NEW_PASSWORD = 'Rain7 over Porto'
const WRONG_PASSWORD = 'This is not your current password'

const PERSONAL_TABLES = [
  'account_mails',
  'calendars',
  'channels',
  'deliveries',
  'known_devices',
  'one_time_tokens',
  'passkeys',
  'record_presence',
  'record_view_defaults',
  'recovery_codes',
  'second_factor_apps',
  'second_factor_setups',
  'second_steps',
  'sessions',
  'subscriptions',
  'team_mentions',
  'user_roles',
] as const

let site: MailedSite
let people: ReturnType<typeof ownAccounts>

beforeAll(async () => {
  site = await mailedSite()
  people = ownAccounts(site)
})
afterAll(() => site.stop())

describe('A-17 another account', () => {
  test.each([
    ['GET', 'settings', undefined],
    ['POST', 'password', { current: 'x', pass: NEW_PASSWORD }],
    ['POST', 'email', { email: 'x@customer.example', pass: 'x' }],
    ['POST', 'timezone', { timezone: 'Europe/Berlin' }],
    ['GET', 'sessions', undefined],
    ['POST', 'sessions/end', {}],
    ['GET', 'data', undefined],
    ['POST', 'delete', { pass: 'x' }],
  ] as const)('is denied: %s …/%s', async (method, path, body) => {
    const other = await makeAccount(site.database.db)
    const { browser } = await people.newcomer()
    const url = `/api/user/${other.uid}/${path}`
    const ask = (of: TestBrowser) => (method === 'GET' ? of.get(url) : of.post(url, body))
    expect((await ask(browser)).statusCode).toBe(403)
    expect((await ask(site.browser())).statusCode).toBe(401)
  })
})

describe('A-17 settings', () => {
  test('describe the account, and are not cached', async () => {
    const { account, browser } = await people.newcomer({ username: 'ada.own' })
    const answer = await browser.get(`/api/user/${account.uid}/settings`)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.json<AccountSettings>().data).toEqual({
      uid: account.uid,
      email: account.email,
      is_verified: true,
      pending_email: null,
      username: 'ada.own',
      timezone: 'UTC',
      has_password: true,
      is_staff: false,
      roles: [],
      created_at: expect.stringMatching(/Z$/),
      last_sign_in_at: site.clock.now.toISOString(),
    })
  })

  test('the time zone must exist', async () => {
    const { account, browser } = await people.newcomer()
    const url = `/api/user/${account.uid}/timezone`
    const chosen = await browser.post(url, { timezone: 'Europe/Berlin' })
    expect(chosen.json<AccountSettings>().data.timezone).toBe('Europe/Berlin')
    for (const timezone of ['Europe/Atlantis', '', '../etc/passwd', '<b>']) {
      const refused = await browser.post(url, { timezone })
      expect(refused.statusCode).toBe(422)
      expect(refused.json().errors).toEqual({ timezone: 'Unknown time zone' })
    }
    expect((await people.settings(account, browser)).timezone).toBe('Europe/Berlin')
  })

  test('A-18 nothing changes without the CSRF token', async () => {
    const { account, browser } = await people.newcomer()
    const url = `/api/user/${account.uid}/timezone`
    const answer = await browser.post(url, { timezone: 'Europe/Berlin' }, { 'x-csrf-token': 'x'.repeat(43) })
    expect(answer.statusCode).toBe(403)
    expect((await people.settings(account, browser)).timezone).toBe('UTC')
  })
})

describe('A-17 the data export', () => {
  test('is a file with everything stored, and no secret', async () => {
    const { account, browser } = await people.newcomer()
    const { db } = site.database
    const cloud = await db.selectFrom('clouds').select('id').limit(1).executeTakeFirstOrThrow()
    await db
      .insertInto('subscriptions')
      .values({ user_id: account.uid, scope: 'advisory', cloud_id: cloud.id })
      .execute()
    await db
      .insertInto('channels')
      .values({
        user_id: account.uid,
        kind: 'webhook',
        address: 'https://hooks.customer.example/services/HOOKTOKEN/last',
        name: 'Operations',
        secret: 'HOOKSECRET',
        previous_secret: 'OLDSECRET',
        previous_secret_until: site.clock.now,
      })
      .execute()
    const address_hash = createHash('sha256').update(account.email).digest()
    await db.insertInto('suppressions').values({ address_hash, reason: '550' }).execute()
    const answer = await browser.get(`/api/user/${account.uid}/data`)
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="candor-account-${account.uid}.json"`,
    )
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.body).toContain('\n  "account": {')
    const { password_hash } = await db
      .selectFrom('users')
      .where('id', '=', account.uid)
      .select('password_hash')
      .executeTakeFirstOrThrow()
    for (const secret of [
      'HOOKSECRET',
      'OLDSECRET',
      'HOOKTOKEN',
      '_hash',
      password_hash ?? '-',
      browser.cookies.get('__Host-candor_session') ?? '-',
    ])
      expect(answer.body).not.toContain(secret)
    expect(answer.json()).toMatchObject({
      account: { id: account.uid, email: account.email },
      sessions: [{ opened_by: 'password', address: expect.stringMatching(/^198\.51\./) }],
      subscriptions: [{ scope: 'advisory' }],
      channels: [
        { kind: 'email', address: null },
        { kind: 'webhook', name: 'Operations', address: 'https://hooks.customer.example/…last' },
      ],
      refused_mail: [{ reason: '550' }],
      audit: [{ action: 'sign-in' }],
    })
  })

  test('includes every table with a user ID', async () => {
    const tables = await site.database.db.introspection.getTables()
    const personal = tables
      .filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))
      .map(({ name }) => name)
      .sort()
    expect(personal).toEqual(PERSONAL_TABLES)
  })
})

describe('A-17 deleting the account', () => {
  test('removes everything; the audit log keeps no personal data', async () => {
    const { account, browser } = await people.newcomer()
    const elsewhere = await people.signedIn(account)
    const { db } = site.database
    await fillEverything(account)
    const rowsOf = async (table: (typeof PERSONAL_TABLES)[number]) =>
      (await db.selectFrom(table).where('user_id', '=', account.uid).select('user_id').execute()).length
    for (const table of PERSONAL_TABLES) expect(await rowsOf(table), table).toBeGreaterThan(0)

    const answer = await browser.post(`/api/user/${account.uid}/delete`, { pass: account.pass })
    expect(answer.statusCode).toBe(204)
    expect([...browser.cookies.keys()].filter((name) => name !== '__Host-candor_device')).toEqual([])
    expect((await elsewhere.post('/api/user/details')).statusCode).toBe(401)
    expect((await people.tryToSignIn(account.email, account.pass)).statusCode).toBe(422)
    for (const table of PERSONAL_TABLES) expect(await rowsOf(table), table).toBe(0)
    for (const { name } of await db.introspection.getTables()) {
      const naming = sql`select 1 from ${sql.table(name)} as kept where kept::text like ${`%${account.email}%`}`
      expect((await naming.execute(db)).rows, name).toEqual([])
    }
    const entries = await db
      .selectFrom('audit_log')
      .where('entity_id', '=', String(account.uid))
      .selectAll()
      .execute()
    expect(entries.at(-1)).toMatchObject({
      action: 'delete-account',
      actor: 'user',
      before: null,
      after: null,
    })
  })

  test('of an address that was never verified leaves its owner the links and mails of following', async () => {
    const { account, browser } = await people.newcomer()
    const { db } = site.database
    const { email, uid } = account
    const now = new Date(site.clock.now.getTime() + 3_600_000)
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', uid).execute()
    await queueAccountMail(db, { kind: 'reset-password', email, userId: null, now })
    const choice = { cloud: 'northwall_net', things: [] }
    await db
      .insertInto('follow_links')
      .values({
        token_hash: randomBytes(32),
        email,
        choice: JSON.stringify(choice),
        created_at: site.clock.now,
        expires_at: now,
      })
      .execute()
    expect((await browser.post(`/api/user/${uid}/delete`, { pass: account.pass })).statusCode).toBe(204)
    for (const table of ['account_mails', 'follow_links'] as const)
      expect(await db.selectFrom(table).where('email', '=', email).select('email').execute()).toEqual([
        { email },
      ])
  })

  test.each([
    [undefined, 'Please enter your Password'],
    ['', 'Please enter your Password'],
    ['Wrong1pass', WRONG_PASSWORD],
  ])('needs the password: %s will not do', async (pass, problem) => {
    const { account, browser } = await people.newcomer()
    const answer = await browser.post(`/api/user/${account.uid}/delete`, pass === undefined ? {} : { pass })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { pass: problem }])
    expect((await browser.post('/api/user/details')).statusCode).toBe(200)
  })
})

describe('A-17 staff', () => {
  test.each([
    ['password', { current: 'x', pass: NEW_PASSWORD }],
    ['email', { email: 'private@customer.example', pass: 'x' }],
  ])("can't change %s here", async (path, body) => {
    const { uid, browser } = await staff()
    const answer = await browser.post(`/api/user/${uid}/${path}`, body)
    expect(answer.statusCode).toBe(403)
    expect(answer.json().message).toMatch(/^Your account signs in with Employee login\./)
  })

  test('see that they have no password, and can delete their account without one', async () => {
    const { uid, browser } = await staff()
    const { data } = (await browser.get(`/api/user/${uid}/settings`)).json<AccountSettings>()
    expect(data).toMatchObject({ has_password: false, is_staff: true, roles: ['legal_team'] })
    expect((await browser.post(`/api/user/${uid}/delete`)).statusCode).toBe(204)
    expect((await browser.post('/api/user/details')).statusCode).toBe(401)
  })

  test('who delete their account leave a number without personal data, which keeps its limit at the next employee login', async () => {
    const { uid, email, browser } = await staff()
    const { db } = site.database
    await fillEverything({ uid, email })
    await db
      .updateTable('users')
      .set({ limit_clouds: [7], display_name: email })
      .where('id', '=', uid)
      .execute()
    expect((await browser.post(`/api/user/${uid}/delete`)).statusCode).toBe(204)
    for (const table of PERSONAL_TABLES.filter((name) => name !== 'channels'))
      expect(
        await db.selectFrom(table).where('user_id', '=', uid).select('user_id').execute(),
        table,
      ).toEqual([])
    const channels = db.selectFrom('channels').where('user_id', '=', uid).select(['kind', 'address'])
    expect(await channels.execute()).toEqual([{ kind: 'email', address: null }])
    for (const { name } of await db.introspection.getTables()) {
      const naming = sql`select 1 from ${sql.table(name)} as kept where kept::text like ${`%${email}%`}`
      expect((await naming.execute(db)).rows, name).toEqual([])
    }

    const identity = { issuer: 'https://id.example', subject: String(uid), email, name: 'Ada Byron' }
    const back = await signInStaff(db, {
      identity: { ...identity, roles: ['trust_admin'] },
      browser: { address: '198.51.100.7', userAgent: undefined, sessionToken: undefined },
      now: site.clock.now,
    })
    expect(back).toMatchObject({ kind: 'signed-in', uid })
    const account = db.selectFrom('users').where('id', '=', uid).select(['display_name', 'limit_clouds'])
    expect(await account.executeTakeFirst()).toEqual({ display_name: 'Ada Byron', limit_clouds: [7] })
  })
})

/** Rows in every personal table, as after years of use. Nothing of it is due. */
async function fillEverything(account: Pick<TestAccount, 'uid' | 'email'>) {
  const { db } = site.database
  const { uid, email } = account
  const later = new Date(site.clock.now.getTime() + 3_600_000)
  await linkFor(site, 'verify-email', account)
  const mails = [
    { kind: 'verify-email', email, userId: uid },
    { kind: 'reset-password', email, userId: null },
  ] as const
  for (const mail of mails) await queueAccountMail(db, { ...mail, now: later })
  const cloud = await db.selectFrom('clouds').select('id').limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('subscriptions')
    .values({ user_id: uid, scope: 'advisory', cloud_id: cloud.id })
    .execute()
  await db.insertInto('user_roles').values({ user_id: uid, role: 'blog_editor' }).execute()
  await db
    .insertInto('calendars')
    .values({ user_id: uid, secret_digest: randomBytes(32), created_at: later })
    .execute()
  const channel = await db
    .insertInto('channels')
    .values({ user_id: uid, kind: 'slack', address: 'https://hooks.example/1' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const record = await db.selectFrom('records').select('id').limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('record_presence')
    .values({ record_id: record.id, tab: 'tab', user_id: uid, is_posting: false, seen_at: later })
    .execute()
  const view = await db
    .insertInto('record_views')
    .values({ name: 'Mine', query: '', made_by: uid, private_to: uid, made_at: later, changed_at: later })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('record_view_defaults').values({ user_id: uid, view_id: view.id }).execute()
  const note = await db
    .insertInto('team_notes')
    .values({
      record_id: record.id,
      kind: 'comment',
      author_id: uid,
      body: 'Hi',
      key: `of-${uid}`,
      posted_at: later,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('team_mentions').values({ note_id: note.id, user_id: uid, created_at: later }).execute()
  const publication = await db
    .insertInto('publications')
    .values({
      record_id: record.id,
      step: 'updated',
      edition: 1,
      kind: 'incident',
      severity_rank: 50,
      gravest_rank: 50,
      content: '{}',
      expanded_at: later,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('deliveries')
    .values({
      publication_id: publication.id,
      user_id: uid,
      channel_id: channel.id,
      kind: 'slack',
      lane: 'http',
      priority: 1,
      due_at: later,
    })
    .execute()
  const { now } = site.clock
  const kept = { user_id: uid, created_at: now }
  await db
    .insertInto('second_factor_apps')
    .values({ ...kept, secret: 'AAAA', last_step: 0 })
    .execute()
  const credential = {
    credential_id: randomBytes(16),
    public_key: randomBytes(32),
    counter: 0,
    transports: [],
  }
  await db
    .insertInto('passkeys')
    .values({ ...kept, ...credential, name: 'Laptop' })
    .execute()
  await db
    .insertInto('recovery_codes')
    .values({ ...kept, code_hash: randomBytes(32) })
    .execute()
  await db
    .insertInto('second_steps')
    .values({ ...kept, token_hash: randomBytes(32), expires_at: now })
    .execute()
  const session = await db
    .selectFrom('sessions')
    .where('user_id', '=', uid)
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('second_factor_setups')
    .values({ user_id: uid, session_id: session.id, kind: 'app', secret: 'AAAA', expires_at: now })
    .execute()
}

async function staff() {
  const { uid, cookie, csrf } = await signIn(site.database.db, {
    roles: ['legal_team'],
    lastSeenAt: site.clock.now,
    expiresAt: new Date(site.clock.now.getTime() + 86_400_000),
  })
  const { email } = await site.database.db
    .updateTable('users')
    .set({ oidc_issuer: 'https://id.example', oidc_subject: String(uid), email_verified_at: site.clock.now })
    .where('id', '=', uid)
    .returning('email')
    .executeTakeFirstOrThrow()
  const browser = site.browser()
  for (const pair of cookie.split('; ')) browser.cookies.set(...(pair.split('=', 2) as [string, string]))
  browser.cookies.set('csrf_token', csrf)
  return { uid, email: email ?? '', browser }
}
