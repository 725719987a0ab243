import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLES, type Role } from '../../src/domain/access.ts'
import { sized } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { type SiteEditor, siteEditor, valuesOf } from '../support/site-editor.ts'

let site: AccountSite
let admin: SiteEditor

beforeAll(async () => {
  site = await accountSite()
  admin = await siteEditor(site, ['administrator'])
})

afterAll(() => site.stop())

const EDIT_SITE: readonly Role[] = ['administrator', 'trust_admin']
/** access-matrix.test.ts tries every noun; nouns with the same rights as these two are not repeated here. */
const MAY: Record<string, readonly Role[]> = {
  products: EDIT_SITE,
  clouds: EDIT_SITE,
  faq: [...EDIT_SITE, 'blog_editor'],
  'compliance-rows': [...EDIT_SITE, 'jab_compliance'],
  'compliance-texts': [...EDIT_SITE, 'jab_compliance'],
  policies: [...EDIT_SITE, 'legal_team'],
}

/** The short run tries the roles that differ; access-matrix.test.ts tries all of them with each right. */
const TRIED = sized<readonly Role[]>({
  short: ['trust_admin', 'legal_team'],
  long: ROLES,
})
const TRIED_WITH_TERMS = sized<readonly Role[]>({
  short: ['cloud_apps'],
  long: ROLES,
})

describe.each(TRIED)('Z-05 %s', (role) => {
  test('edits what the role is for, and is denied the rest', async () => {
    const editor = await siteEditor(site, [role])
    for (const [path, roles] of Object.entries(MAY)) {
      const row = (await admin.list(path))[0]
      if (row === undefined) throw new Error(`There are no ${path}.`)
      const may = roles.includes(role)
      const change = { version: row.version, values: valuesOf(row) }
      const statuses = {
        read: (await editor.get(path)).statusCode,
        save: (await editor.post(`${path}/${row.id}`, change)).statusCode,
        remove: may ? 200 : (await editor.post(`${path}/${row.id}/remove`, change)).statusCode,
      }
      const expected = may ? 200 : 403
      expect([path, statuses]).toEqual([path, { read: expected, save: expected, remove: expected }])
    }
  })

  test('changes the whole site only with the right to', async () => {
    const editor = await siteEditor(site, [role])
    const may = EDIT_SITE.includes(role)
    const values = { is_on: false, message: '', ends_at: null }
    expect((await editor.post('maintenance', { version: 0, values })).statusCode).toBe(may ? 200 : 403)
    expect((await editor.get('provider')).statusCode).toBe(may ? 200 : 403)
    expect((await editor.get('schedules')).statusCode).toBe(may ? 200 : 403)
    expect((await editor.get('threats')).statusCode).toBe(may ? 200 : 403)
    expect((await editor.post('clouds/order', { ids: [1] })).statusCode).toBe(may ? 409 : 403)
  })
})

describe('Z-05 notification categories', () => {
  const TYPES: [type: string, roles: readonly Role[]][] = [
    ['url_change_notification', [...EDIT_SITE, 'url_editor']],
    ['cloud_app', [...EDIT_SITE, 'cloud_apps']],
    ['advisories', [...EDIT_SITE, 'blog_editor']],
    ['sub_processor', [...EDIT_SITE, 'legal_team']],
  ]

  test.each(TRIED_WITH_TERMS)('are edited by %s if it edits these notifications', async (role) => {
    const editor = await siteEditor(site, [role])
    for (const [notification_type, roles] of TYPES) {
      const values = { notification_type, group_name: 'Group', name: `Of ${role}` }
      const expected = roles.includes(role) ? 200 : 403
      const created = await editor.post('terms', { values })
      expect([notification_type, created.statusCode]).toEqual([notification_type, expected])
      const row = expected === 200 ? created.json().data : await admin.create('terms', values)
      const { id, version } = row
      const ids = (await admin.list('terms'))
        .filter((term) => term.notification_type === notification_type)
        .map((term) => term.id)
      const asked = {
        save: (await editor.post(`terms/${id}`, { version, values })).statusCode,
        retire: (await editor.post(`terms/${id}/retire`, { version })).statusCode,
        order: (await editor.post('terms/order', { ids })).statusCode,
      }
      expect(asked).toEqual({ save: expected, retire: expected, order: expected === 200 ? 204 : 403 })
      const newest = await admin.one('terms', id)
      const removed = await editor.post(`terms/${id}/remove`, { version: newest.version })
      expect(removed.statusCode).toBe(expected)
      if (expected === 403) await admin.remove('terms', newest)
    }
  })

  test("can't be taken over by changing their type", async () => {
    const editor = await siteEditor(site, ['url_editor'])
    const term = (await admin.list('terms')).find((row) => row.notification_type === 'cloud_app')
    const values = {
      ...valuesOf(term ?? { id: 0, version: 0 }),
      notification_type: 'url_change_notification',
    }
    expect((await editor.post(`terms/${term?.id}`, { version: term?.version, values })).statusCode).toBe(403)
    const own = await editor.create('terms', {
      notification_type: 'url_change_notification',
      group_name: 'Group',
      name: 'Mine',
    })
    const away = { ...valuesOf(own), notification_type: 'cloud_app' }
    expect((await editor.post(`terms/${own.id}`, { version: own.version, values: away })).statusCode).toBe(
      403,
    )
  })
})

test('Z-05 the legal team edits the cookie policy and no other page', async () => {
  const { id } = await site.database.db
    .insertInto('pages')
    .values({ slug: 'terms-of-use', title: 'Terms', body: '<p>Terms.</p>' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const page = await admin.one('policies', id)
  const lawyer = await siteEditor(site, ['legal_team'])
  const change = { version: page.version, values: { ...valuesOf(page), title: 'Our terms' } }
  expect((await lawyer.post(`policies/${id}`, change)).statusCode).toBe(403)
  expect((await lawyer.post(`policies/${id}/remove`, { version: page.version })).statusCode).toBe(403)
  const cookies = (await lawyer.list('policies')).find(({ slug }) => slug === 'cookie-policy')
  if (cookies === undefined) throw new Error('The demo has no cookie policy.')
  const saved = await lawyer.save('policies', cookies, { ...valuesOf(cookies), title: 'Cookies' })
  expect(saved.title).toBe('Cookies')
  expect((await lawyer.audit()).actor).toBe('legal_team')
  expect((await admin.post(`policies/${id}`, change)).statusCode).toBe(200)
})

test('a visitor and a customer are denied', async () => {
  expect((await site.app.inject({ url: '/api/admin/site/clouds' })).statusCode).toBe(401)
  const customer = await siteEditor(site, [])
  expect((await customer.get('clouds')).statusCode).toBe(403)
  expect((await customer.get('terms')).statusCode).toBe(403)
})

test('Z-05 only administrators set the staff domains; other provider settings are content', async () => {
  const trust = await siteEditor(site, ['trust_admin'])
  const { version, ...values } = (await trust.get('provider')).json().data
  const domains = { version, values: { ...values, staff_domains: ['gmail.com'] } }
  const refused = await trust.post('provider', domains)
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['staff_domains']])
  expect(
    (await trust.post('provider', { version, values: { ...values, name: 'Northwall Ltd' } })).statusCode,
  ).toBe(200)
  const again = {
    version: version + 1,
    values: { ...values, staff_domains: ['northwall.example', 'nw.example'] },
  }
  expect((await admin.post('provider', again)).statusCode).toBe(200)
})
