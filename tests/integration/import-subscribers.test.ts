import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SubscribersSaid } from '../../src/contract/imports.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
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
      .select('after')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(audit?.after).toMatchObject({ are_confirmed: true, new_accounts: 1 })
  })

  test('leaves existing accounts and their choices alone', async () => {
    await importAll(`email,components\n${ada},Web Security`)
    const before = await accountOf(ada)
    const said = await importAll(`email\n${ada.toUpperCase()}\n${ben}`)
    expect(said).toMatchObject({ new_accounts: 1, known_accounts: 1 })
    expect(await accountOf(ada)).toEqual(before)
    expect(await choicesOf(ada)).toEqual(['service'])
  })

  test('matches components by name, and reports unknown ones', async () => {
    const said = await importAll(`email,components\n${ada},Web Security|Nowhere\n${ben},Nowhere`)
    expect(said.left_out.map(({ line }) => line)).toEqual([2, 3])
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
    const lines = Array.from({ length: 20_001 }, (_, index) => `p${index}@customer.example`)
    const said = await look(['email', ...lines].join('\n'))
    expect(said.problems).toEqual([
      { where: 'Line 20002', message: 'The file has more than 20,000 lines, the limit for one import.' },
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

async function importAll(text: string, of: { are_confirmed?: boolean } = {}) {
  const { plan } = await look(text, of)
  return look(text, { ...of, plan })
}

async function look(
  text: string,
  of: { are_confirmed?: boolean; plan?: string } = {},
): Promise<SubscribersSaid> {
  const asked = { file: { name: 'subscribers.csv', text }, cloud: CLOUD, are_confirmed: false, ...of }
  const answer = await staff.post(URL_OF_IMPORT, asked)
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
