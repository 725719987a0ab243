import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { subscriberImports } from '../../src/accounts/imports/import-jobs.ts'
import { importNext } from '../../src/accounts/imports/start-importing.ts'
import { sweep } from '../../src/accounts/sweep.ts'
import type { SubscriberImport, SubscribersSaid } from '../../src/contract/imports.ts'
import { claimAccountMail, queueAccountMail } from '../../src/db/account-mails.ts'
import { DAY_MS } from '../../src/domain/time.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { eventually } from '../support/eventually.ts'
import { CLOUD, subscriber } from '../support/subscriber.ts'

const URL_OF_IMPORT = '/api/admin/imports/subscribers'

let site: AccountSite
let staff: Awaited<ReturnType<typeof subscriber>>
let names = 0
let ada: string
let ben: string

beforeAll(async () => {
  site = await accountSite()
  staff = await subscriber(site, { roles: ['administrator'] })
})

afterAll(() => site.stop())

beforeEach(() => {
  names += 1
  ada = `ada${names}@customer.example`
  ben = `ben${names}@customer.example`
})

describe('importing subscribers', () => {
  test('previews first, without changes', async () => {
    const said = await look(
      `email,type\n${ada},email\n${ben},EMAIL\n${ada},email\n+15551234,sms`.replace('+', ''),
    )
    expect(said).toMatchObject({ is_done: false, problems: [], new_accounts: 2, known_accounts: 0 })
    expect(said.left_out).toEqual([{ line: 5, reason: 'Only email is imported, not sms.' }])
    expect(await accountOf(ada)).toBeUndefined()
  })

  test('A-11 creates accounts that must confirm before anything is sent', async () => {
    await importAll(`email\n${ada}`)
    const account = await accountOf(ada)
    expect(account).toMatchObject({ email_verified_at: null, password_hash: null })
    const mails = await site.database.db
      .selectFrom('account_mails')
      .where('email', '=', ada)
      .select('kind')
      .execute()
    expect(mails).toEqual([{ kind: 'verify-email' }])
    expect(await choicesOf(ada)).toEqual([
      'advisory',
      'core_cloud_services',
      'datacenter',
      'maintenance',
      'premium_datacenters',
    ])
  })

  test('treats them as confirmed if staff vouch for it, with an audit entry', async () => {
    await importAll(`email\n${ada}`, { are_confirmed: true })
    expect((await accountOf(ada))?.email_verified_at).not.toBeNull()
    const audit = await site.database.db
      .selectFrom('audit_log')
      .where('entity', '=', 'subscribers')
      .where('action', '=', 'import')
      .select('after')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(audit?.after).toMatchObject({ are_confirmed: true, new_accounts: 1 })
  })

  test('leaves existing accounts and their choices alone', async () => {
    await importAll(`email,components\n${ada},Web Security`)
    const before = await accountOf(ada)
    const said = await importAll(`email\n${ada.toUpperCase()}\n${ben}`)
    expect(said).toMatchObject({ state: 'done', people: 2, new_accounts: 1, known_accounts: 1 })
    expect(await accountOf(ada)).toEqual(before)
    expect(await choicesOf(ada)).toEqual(['service'])
  })

  test('confirms unconfirmed accounts if staff vouch for them, and removes the password and choices of a stranger', async () => {
    await importAll(`email,components\n${ada},Web Security`)
    const { db } = site.database
    const unconfirmed = { email: ben, password_hash: '$argon2id$stranger', timezone: 'Asia/Tokyo' }
    const { id } = await db.insertInto('users').values(unconfirmed).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('subscriptions').values({ user_id: id, scope: 'record', tid: 1 }).execute()
    const csv = `email,components\n${ada},Web Security\n${ben},Web Security`
    const confirmed = { are_confirmed: true }
    expect(await look(csv, confirmed)).toMatchObject({ new_accounts: 2, known_accounts: 0 })
    expect(await importAll(csv, confirmed)).toMatchObject({ new_accounts: 2, known_accounts: 0 })
    for (const email of [ada, ben]) {
      expect((await accountOf(email))?.email_verified_at).not.toBeNull()
      expect(await choicesOf(email)).toEqual(['service'])
    }
    expect(await accountOf(ben)).toMatchObject({ password_hash: null, timezone: 'UTC' })
    expect(await look(csv, confirmed)).toMatchObject({ new_accounts: 0, known_accounts: 2 })
  })

  test('matches components by name, and reports unknown ones', async () => {
    const said = await importAll(`email,components\n${ada},Web Security|Nowhere\n${ben},Nowhere`)
    expect(said.lines_left_out).toBe(2)
    const file = await get(`${URL_OF_IMPORT}/${said.id}/left-out.csv`)
    expect(file.headers['content-disposition']).toContain('.csv')
    expect(file.body.split('\r\n')).toEqual([
      'Line,Reason',
      '2,"Unknown components, ignored: Nowhere."',
      '3,"Unknown components, ignored: Nowhere."',
      '',
    ])
    expect(await choicesOf(ada)).toEqual(['service'])
    expect(await accountOf(ben)).toBeUndefined()
  })

  test('skips staff and invalid addresses, by line', async () => {
    const said = await look(`email\n${ada}\nnobody\nben@northwall.example`)
    expect(said.left_out).toEqual([
      { line: 3, reason: 'Not a valid email address.' },
      { line: 4, reason: 'Staff sign in with the employee login and subscribe there.' },
    ])
  })

  test('limits one import, and says from which line on', async () => {
    const lines = Array.from({ length: 100_001 }, (_, index) => `p${index}@x.example`)
    const said = await look(['email', ...lines].join('\n'))
    expect(said.problems).toEqual([
      { where: 'Line 100002', message: 'The file has more than 100,000 lines, the limit for one import.' },
    ])
  })

  test('says how many problems are not listed', async () => {
    const { problems } = await look(['email', ...Array.from({ length: 1_002 }, () => '=1+1')].join('\n'))
    expect(problems).toHaveLength(1_001)
    expect(problems.at(-1)).toEqual({ where: 'More', message: '2 more problems are not listed.' })
  })

  test('rejects a table with a formula completely, with its line', async () => {
    const said = await look(`email\n${ada}\n=1+1`)
    expect(said.problems).toEqual([
      { where: 'Line 3, email', message: 'It begins with "=" like a formula. Formulas are not allowed.' },
    ])
    expect(said.new_accounts).toBe(0)
  })
})

describe('an import of subscribers is a job', () => {
  const crowd = (many: number) =>
    Array.from({ length: many }, (_, index) => `${names}p${index}@crowd.example`)
  const csvOf = (emails: readonly string[]) => ['email', ...emails].join('\n')

  test('that shows its progress, survives its worker, and imports each address once, also with two workers', async () => {
    const emails = crowd(1_001)
    const job = await start(csvOf(emails))
    expect(job).toMatchObject({ state: 'waiting', people: 1_001, people_done: 0, ended_at: null })
    await work()
    expect(await jobOf(job)).toMatchObject({ state: 'running', people_done: 500, new_accounts: 500 })
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`lock table users in exclusive mode`.execute(trx)
        const killed = expect(work()).rejects.toThrow()
        await eventually(async () => expect(await killWaiting()).toBe(1))
        await killed
      })
    expect(await jobOf(job)).toMatchObject({ people_done: 500 })
    await Promise.all([workAll(), workAll()])
    expect(await jobOf(job)).toMatchObject({ state: 'done', people_done: 1_001, new_accounts: 1_001 })
    const mails = await db()
      .selectFrom('account_mails')
      .where('email', 'like', `${names}p%@crowd.example`)
      .select('email')
      .execute()
    expect(mails.map(({ email }) => email).toSorted()).toEqual(emails.toSorted())
    expect(await slicesLeft()).toBe(0)
  })

  test('that is queued once however often it is sent, and waits while another one runs', async () => {
    const [first, again] = [await start(csvOf(crowd(3))), await start(csvOf(crowd(3)))]
    expect(again.id).toBe(first.id)
    const second = await start(csvOf([ada]))
    await work()
    expect(await jobOf(second)).toMatchObject({ state: 'waiting' })
    await workAll()
    expect([await jobOf(first), await jobOf(second)]).toMatchObject([{ state: 'done' }, { state: 'done' }])
    expect((await start(csvOf(crowd(3)))).id).not.toBe(first.id)
    await workAll()
  })

  test('that can be canceled; the same file adds the rest later', async () => {
    const text = csvOf(crowd(501))
    const job = await start(text)
    await work()
    const canceled = await staff.post(`${URL_OF_IMPORT}/${job.id}/cancel`)
    expect(canceled.json().data, canceled.body).toMatchObject({ state: 'canceled', people_done: 500 })
    expect(await slicesLeft()).toBe(0)
    expect((await staff.post(`${URL_OF_IMPORT}/${job.id}/cancel`)).statusCode).toBe(409)
    expect((await staff.post(`${URL_OF_IMPORT}/99999999/cancel`)).statusCode).toBe(404)
    expect(await importAll(text)).toMatchObject({ new_accounts: 1, known_accounts: 500 })
  })

  test('that is stopped by a problem which stays, and the next one runs', async () => {
    const broken = await start(csvOf(crowd(1)))
    await db()
      .updateTable('subscriber_import_slices')
      .set({ people: JSON.stringify([{ email: 'no address', line: 2, choices: [] }]) })
      .execute()
    const next = await start(csvOf([ada]))
    for (let times = 0; times < 4; times++) await expect(work()).rejects.toThrow()
    await workAll()
    expect([await jobOf(broken), await jobOf(next)]).toMatchObject([{ state: 'failed' }, { state: 'done' }])
  })

  test('whose questions are sent after all other mail that is due', async () => {
    await db().deleteFrom('account_mails').execute()
    await importAll(csvOf(crowd(3)))
    const { now } = site.clock
    const later = new Date(now.getTime() + 1_000)
    await queueAccountMail(db(), { kind: 'reset-password', email: ada, userId: null, now: later })
    const claim = () => claimAccountMail(db(), { now: later, leasedUntil: new Date(now.getTime() + 60_000) })
    const kinds = [(await claim())?.kind, (await claim())?.kind]
    expect(kinds).toEqual(['reset-password', 'verify-email'])
  })

  test('that is gone 30 days after its end, even before it is deleted', async () => {
    const { id } = await importAll(csvOf([ada, 'nobody']))
    const ofDay = async (day: number) => {
      const now = new Date(site.clock.now.getTime() + day * DAY_MS)
      const listed = await subscriberImports({ db: db() }, { limit: null, now })
      return { now, isListed: listed.some((job) => job.id === id) }
    }
    const [before, after] = [await ofDay(29), await ofDay(31)]
    expect([before.isListed, after.isListed]).toEqual([true, false])
    await sweep(db(), before.now)
    expect(await skipsOf(id)).toHaveLength(1)
    await sweep(db(), after.now)
    expect(await skipsOf(id)).toHaveLength(0)
    // It removed the session, too.
    staff = await subscriber(site, { roles: ['administrator'] })
  })

  test('that staff of one cloud find among any number of others', async () => {
    const { id, cloud_id: mine } = await db()
      .selectFrom('subscriber_imports')
      .where('id', '=', (await importAll(csvOf([ada]))).id)
      .select(['id', 'cloud_id'])
      .executeTakeFirstOrThrow()
    await sql`
      insert into subscriber_imports (plan, cloud_id, file_name, are_confirmed, people, actor, created_at, state, ended_at)
      select 'other' || number, (select min(id) from clouds where id <> ${mine}), 'other.csv', false, 0, 'test',
        ${site.clock.now}::timestamptz, 'done', ${site.clock.now}::timestamptz
      from generate_series(1, 20) as number`.execute(db())
    const of = (clouds: number[]) =>
      subscriberImports({ db: db() }, { limit: { clouds, services: [] }, now: site.clock.now })
    const found = await of([mine])
    expect(found.map((job) => job.id)).toContain(id)
    expect(new Set(found.map(({ cloud }) => cloud))).toEqual(new Set([CLOUD]))
    expect(await of([])).toEqual([])
    await sql`delete from subscriber_imports where plan like 'other%'`.execute(db())
  })
})

function skipsOf(id: number) {
  return db().selectFrom('subscriber_import_skips').where('import_id', '=', id).select('line').execute()
}

async function importAll(text: string, of: { are_confirmed?: boolean } = {}) {
  const job = await start(text, of)
  await workAll()
  return jobOf(job)
}

async function killWaiting() {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into users%'`.execute(
    db(),
  )
  return rows.length
}

async function work() {
  return importNext(db(), { now: site.clock.now })
}

async function workAll() {
  while ((await work()).kind !== 'nothing');
}

async function start(text: string, of: { are_confirmed?: boolean } = {}): Promise<SubscriberImport> {
  const { plan } = await look(text, of)
  const answer = await staff.post(URL_OF_IMPORT, { ...askedFor(text, of), plan })
  expect(answer.statusCode, answer.body).toBe(202)
  const { job } = answer.json<{ data: SubscribersSaid }>().data
  if (job === null) throw new Error('It was not started')
  return job
}

async function jobOf({ id }: SubscriberImport): Promise<SubscriberImport> {
  const answer = await get(URL_OF_IMPORT)
  const found = answer.json<{ data: SubscriberImport[] }>().data.find((job) => job.id === id)
  if (found === undefined) throw new Error(`No import ${id}`)
  return found
}

async function slicesLeft() {
  return (await db().selectFrom('subscriber_import_slices').select('position').execute()).length
}

function get(url: string) {
  return site.app.inject({ url, headers: { cookie: staff.cookie } })
}

function db() {
  return site.database.db
}

function askedFor(text: string, of: { are_confirmed?: boolean }) {
  return { file: { name: 'subscribers.csv', text }, cloud: CLOUD, are_confirmed: false, ...of }
}

async function look(text: string, of: { are_confirmed?: boolean } = {}): Promise<SubscribersSaid> {
  const answer = await staff.post(URL_OF_IMPORT, askedFor(text, of))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: SubscribersSaid }>().data
}

function accountOf(email: string) {
  return site.database.db.selectFrom('users').where('email', '=', email).selectAll().executeTakeFirst()
}

async function choicesOf(email: string) {
  const rows = await site.database.db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .where('users.email', '=', email)
    .select('scope')
    .orderBy('scope')
    .execute()
  return rows.map(({ scope }) => scope)
}
