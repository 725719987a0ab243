import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditPage } from '../../src/accounts/staff-desk/read-audit.ts'
import { countFailedSignIn } from '../../src/db/failed-sign-ins.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { makeAccount } from '../support/make-account.ts'

const PASSWORD_AS_NAME = 'Tr0ub4dor-and-3'

let site: AccountSite

beforeAll(async () => {
  site = await accountSite()
})
afterAll(() => site.stop())
beforeEach(() => site.clock.pass(7_200))

test('Z-06 failed sign-ins are in the audit log by account and network, without what was typed', async () => {
  const { uid, email } = await makeAccount(site.database.db)
  const browser = site.browser({ address: '203.0.113.77' })
  await browser.post('/api/user/login', { name: email, pass: 'Wrong9one' })
  await browser.post('/api/user/login', { name: PASSWORD_AS_NAME, pass: 'Wrong9one' })
  expect(await failures()).toEqual([
    { entity_id: String(uid), actor: 'sign-in', after: { ...TRIED, failures_within_an_hour: 1 } },
    { entity_id: 'unknown', actor: 'sign-in', after: { ...TRIED, failures_within_an_hour: 1 } },
  ])
  expect(JSON.stringify(await failures())).not.toContain(email)
  const counters = await site.database.db.selectFrom('throttles').selectAll().execute()
  for (const typed of [PASSWORD_AS_NAME, PASSWORD_AS_NAME.toLowerCase(), 'Wrong9one'])
    expect(JSON.stringify([await failures(), counters])).not.toContain(typed)
})

test('Z-06 staff read them in the audit log', async () => {
  const { uid, email } = await makeAccount(site.database.db)
  await site.browser().post('/api/user/login', { name: email, pass: 'Wrong9one' })
  const query = { entity: 'user', entity_id: String(uid), action: 'sign-in-failed' }
  const { data } = await auditPage(site.database, {
    query,
    reader: { uid: 0, limit: null },
    before: undefined,
  })
  expect(data).toMatchObject([{ action: 'sign-in-failed', actor: { uid: null, name: 'Sign-in page' } }])
})

test.skipIf(isShort)(
  'of many attempts from one network the 1st, the 10th and one rate-limited are logged; a new hour starts over',
  async () => {
    const { email, uid } = await makeAccount(site.database.db)
    const guess = (last: number) =>
      site
        .browser({ address: `198.18.5.${last}` })
        .post('/api/user/login', { name: email, pass: 'Wrong9one' })
    for (let each = 1; each <= 14; each++) await guess(each)
    const failuresOfAccount = async () =>
      (await failures()).filter(({ entity_id }) => entity_id === String(uid))
    expect((await failuresOfAccount()).map(({ after }) => after)).toMatchObject([
      { failures_within_an_hour: 1, from: '198.18.5.0/24', reason: 'wrong name or password' },
      { failures_within_an_hour: 10, from: '198.18.5.0/24', reason: 'wrong name or password' },
      { failures_within_an_hour: 1, from: '198.18.5.0/24', reason: 'too many attempts before' },
    ])
    site.clock.pass(3_600)
    await guess(1)
    expect(await failuresOfAccount()).toHaveLength(1)
  },
)

test('a flood from everywhere fills no table and hides no known account', async () => {
  const { db } = site.database
  const { now } = site.clock
  const failed = { actor: 'sign-in', reason: 'x', countedAtMost: 1e9, now } as const
  for (let network = 0; network < 130; network++)
    await countFailedSignIn(db, { ...failed, userId: undefined, from: `10.0.${network}.0/24` })
  await countFailedSignIn(db, { ...failed, userId: 1, from: '10.0.0.0/24' })
  const all = await failures()
  expect(all).toHaveLength(102)
  expect(all.at(-2)).toMatchObject({
    entity_id: 'unknown',
    after: { reason: 'more failures within this hour than are listed here' },
  })
  expect(all.at(-1)).toMatchObject({ entity_id: '1' })
})

const TRIED = { from: '203.0.113.0/24', reason: 'wrong name or password' }

function failures() {
  return site.database.db
    .selectFrom('audit_log')
    .where('action', '=', 'sign-in-failed')
    .where('at', '>', new Date(site.clock.now.getTime() - 3_600_000))
    .orderBy('id')
    .select(['entity_id', 'actor', 'after'])
    .execute()
}
