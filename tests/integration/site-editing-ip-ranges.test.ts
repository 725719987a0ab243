import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IpRange, PastePlan } from '../../src/contract/admin/site/ip-ranges.ts'
import { ROLES, type Role } from '../../src/domain/access.ts'
import { isShort, sized } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { type SiteEditor, showNewest, siteEditor } from '../support/site-editor.ts'

let site: AccountSite
let editor: SiteEditor
let frankfurt: number
let paris: number

beforeAll(async () => {
  site = await accountSite()
  editor = await siteEditor(site)
  const centers = await editor.list<{ id: number; name: string }>('data-centers')
  const idOf = (name: string) => centers.find((center) => center.name === name)?.id ?? 0
  frankfurt = idOf('Frankfurt I')
  paris = idOf('Paris I')
})

beforeEach(async () => {
  await sql`truncate ip_ranges restart identity`.execute(site.database.db)
  site.clock.pass(60)
})

afterAll(() => site.stop())

const add = (prefix: string, note = '', data_center_tid = frankfurt) =>
  editor.done<IpRange>('ip-ranges', { data_center_tid, prefix, note })
const refused = (prefix: string, data_center_tid = frankfurt) =>
  editor.wrong('ip-ranges', { data_center_tid, prefix, note: '' })
const look = (text: string, of: { data_center_tid?: number | null; mode?: string } = {}) =>
  editor.done<PastePlan>('ip-ranges/look', { text, data_center_tid: frankfurt, mode: 'add', ...of })

async function inUse() {
  return (await editor.list<IpRange>('ip-ranges')).map(({ prefix, note, data_center_tid }) =>
    `${prefix} ${data_center_tid} ${note}`.trim(),
  )
}

async function published(): Promise<string[]> {
  await showNewest(site)
  return (await site.app.inject('/ip-ranges.txt')).body.split('\n').filter((line) => line !== '')
}

describe('Z-04 IP ranges', () => {
  test('are added, annotated and removed; readers see it immediately, with an audit entry', async () => {
    const { number } = await showNewest(site)
    const added = await add(' 192.0.2.0/28 ', ' Egress\n pool ')
    expect(added).toMatchObject({ prefix: '192.0.2.0/28', note: 'Egress pool', data_center_tid: frankfurt })
    expect(await published()).toEqual(['192.0.2.0/28'])
    expect(await editor.audit()).toMatchObject({
      actor_user_id: editor.uid,
      entity: 'ip-range',
      entity_id: String(frankfurt),
      before: {},
      after: { '192.0.2.0/28': 'Egress pool' },
    })

    const noted = await editor.done<IpRange>(`ip-ranges/${added.id}/note`, {
      was: 'Egress pool',
      note: 'Gone soon',
    })
    expect(noted.note).toBe('Gone soon')
    expect(await editor.audit()).toMatchObject({
      before: { '192.0.2.0/28': 'Egress pool' },
      after: { '192.0.2.0/28': 'Gone soon' },
    })

    site.clock.pass(60)
    await editor.done(`ip-ranges/${added.id}/remove`, {})
    expect(await published()).toEqual([])
    expect((await showNewest(site)).number).toBe(number + 3)
    const kept = await site.database.db.selectFrom('ip_ranges').selectAll().execute()
    expect(kept).toMatchObject([{ range: '192.0.2.0/28', removed_on: site.clock.now }])
    const { items } = (await site.app.inject('/ip-ranges/changes.json')).json<{
      items: { title: string }[]
    }>()
    expect(items.map(({ title }) => title)).toEqual(['Frankfurt I: 1 removed', 'Frankfurt I: 1 added'])
  })

  test('a removed range may come back, with a history of both', async () => {
    const { id } = await add('192.0.2.0/28')
    await editor.done(`ip-ranges/${id}/remove`, {})
    await add('192.0.2.0/28')
    expect(await inUse()).toEqual([`192.0.2.0/28 ${frankfurt}`])
    expect((await showNewest(site)).site.ipRanges).toHaveLength(2)
  })

  test('an invalid range is rejected with an explanation', async () => {
    await add('192.0.2.0/28')
    expect(await refused('192.0.2.17/28')).toEqual({
      prefix: '192.0.2.17/28 is an address within a network. The network is 192.0.2.16/28.',
    })
    expect(await refused('10.0.0.0/8')).toMatchObject({ prefix: expect.stringContaining('private') })
    expect(await refused('nonsense')).toMatchObject({ prefix: expect.stringContaining('Not a valid prefix') })
    expect(await refused('192.0.2.0/28')).toEqual({ prefix: 'Frankfurt I already has 192.0.2.0/28.' })
    expect(await refused('192.0.2.0/29')).toMatchObject({ prefix: expect.stringContaining('is within') })
    expect(await refused('192.0.2.16/28', 1)).toEqual({ data_center_tid: 'There is no such data center.' })
    await add('192.0.2.0/28', '', paris)
    expect(await inUse()).toHaveLength(2)
  })

  test('a note changed by someone else meanwhile is not overwritten', async () => {
    const { id } = await add('192.0.2.0/28', 'First')
    await editor.done(`ip-ranges/${id}/note`, { was: 'First', note: 'Second' })
    expect((await editor.post(`ip-ranges/${id}/note`, { was: 'First', note: 'Third' })).statusCode).toBe(409)
    expect(await inUse()).toEqual([`192.0.2.0/28 ${frankfurt} Second`])
    await editor.done(`ip-ranges/${id}/remove`, {})
    expect((await editor.post(`ip-ranges/${id}/remove`)).statusCode).toBe(404)
    expect((await editor.post(`ip-ranges/${id}/note`, { was: 'Second', note: 'x' })).statusCode).toBe(404)
  })

  test('notes keep their text without control characters', async () => {
    const note = 'שלום "quoted" <b> =1+1 👩‍🚒'
    expect((await add('192.0.2.0/28', `${note}\u0000\u0007`)).note).toBe(note)
  })
})

describe('Z-04 a pasted list of IP ranges', () => {
  test('is previewed line by line, and then applied exactly', async () => {
    await add('192.0.2.0/28', 'Old')
    const text = [
      '# Ours',
      '192.0.2.0/28 New note',
      '198.51.100.0/30',
      '10.0.0.0/8',
      '203.0.113.0/28,Paris I,Of Paris',
      '192.0.2.1/28',
    ].join('\n')
    const plan = await look(text)
    expect(plan).toMatchObject({
      added: [
        { line: 3, data_center_tid: frankfurt, prefix: '198.51.100.0/30', note: '' },
        { line: 5, data_center_tid: paris, prefix: '203.0.113.0/28', note: 'Of Paris' },
      ],
      removed: [],
      changed: [{ line: 2, prefix: '192.0.2.0/28', note: 'New note', note_before: 'Old' }],
      refused: [{ line: 4 }, { line: 6 }],
    })
    expect(await inUse()).toEqual([`192.0.2.0/28 ${frankfurt} Old`])

    const before = await showNewest(site)
    const body = { text, data_center_tid: frankfurt, mode: 'add', digest: plan.digest }
    await editor.done('ip-ranges/apply', body)
    expect(await inUse()).toEqual([
      `192.0.2.0/28 ${frankfurt} New note`,
      `198.51.100.0/30 ${frankfurt}`,
      `203.0.113.0/28 ${paris} Of Paris`,
    ])
    expect((await showNewest(site)).number).toBe(before.number + 1)
    const entries = await site.database.db
      .selectFrom('audit_log')
      .select(['entity_id', 'after'])
      .where('entity', '=', 'ip-range')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(entries.map(({ entity_id }) => entity_id).sort()).toEqual(
      [String(frankfurt), String(paris)].sort(),
    )
  })

  test('replaces the list of one data center', async () => {
    await add('192.0.2.0/28')
    await add('198.51.100.0/30')
    await add('192.0.2.0/28', '', paris)
    const of = { data_center_tid: frankfurt, mode: 'replace' }
    const text = '192.0.2.0/29\n198.51.100.0/30'
    const plan = await look(text, of)
    expect(plan.removed.map(({ prefix }) => prefix)).toEqual(['192.0.2.0/28'])
    await editor.done('ip-ranges/apply', { text, ...of, digest: plan.digest })
    expect(await inUse()).toEqual([
      `192.0.2.0/28 ${paris}`,
      `192.0.2.0/29 ${frankfurt}`,
      `198.51.100.0/30 ${frankfurt}`,
    ])
  })

  test('is not applied if its effect has changed meanwhile', async () => {
    const plan = await look('192.0.2.0/28')
    await add('192.0.2.0/29')
    const body = { text: '192.0.2.0/28', data_center_tid: frankfurt, mode: 'add', digest: plan.digest }
    expect((await editor.post('ip-ranges/apply', body)).statusCode).toBe(409)
    expect(await inUse()).toEqual([`192.0.2.0/29 ${frankfurt}`])
  })

  test('with a rejected line replaces nothing: a typo would remove ranges', async () => {
    await add('192.0.2.0/28')
    const of = { text: '192.0.2.0/27x', data_center_tid: frankfurt, mode: 'replace' }
    const { digest } = await look(of.text, of)
    expect(await editor.wrong('ip-ranges/apply', { ...of, digest })).toHaveProperty('text')
    expect(await inUse()).toHaveLength(1)
    expect(await editor.wrong('ip-ranges/look', { ...of, text: ' \n' })).toHaveProperty('text')
    expect(await editor.wrong('ip-ranges/look', { ...of, data_center_tid: null })).toHaveProperty(
      'data_center_tid',
    )
  })

  test('without changes raises no edition', async () => {
    await add('192.0.2.0/28')
    const { number } = await showNewest(site)
    const { digest } = await look('192.0.2.0/28')
    await editor.done('ip-ranges/apply', {
      text: '192.0.2.0/28',
      data_center_tid: frankfurt,
      mode: 'add',
      digest,
    })
    expect((await showNewest(site)).number).toBe(number)
  })
})

// access-matrix.test.ts tries all roles with this right.
test.each(sized<readonly Role[]>({ short: ['trust_admin', 'blog_editor'], long: ROLES }))(
  'Z-05 %s edits IP ranges if the role edits the site',
  async (role) => {
    const somebody = await siteEditor(site, [role])
    const expected = role === 'administrator' || role === 'trust_admin' ? 200 : 403
    const body = { data_center_tid: frankfurt, prefix: '192.0.2.0/28', note: '' }
    expect((await somebody.get('ip-ranges')).statusCode).toBe(expected)
    expect((await somebody.post('ip-ranges', body)).statusCode).toBe(expected)
  },
)

// The short run covers the refusal of things in use, in site-editing-in-use.test.ts.
test.skipIf(isShort)(
  'Z-04 a data center that ever had ranges is not removed, and the answer says so',
  async () => {
    // A retry would find the data center of the first attempt.
    const name = `Vostok ${randomUUID()}`
    const center = await editor.create('data-centers', {
      ...{
        region_tid: 2000,
        name,
        city: 'Vostok',
        country_code: 'AQ',
        latitude: -78,
        longitude: 106,
      },
      ...{ is_premium: false, is_fedramp_moderate: false, has_regional_surcharge: false },
      ...{ opened_on: '2020-01-01', closed_on: null, clouds: [], goals: [] },
    })
    const { id } = await add('192.0.2.0/28', '', center.id)
    await editor.done(`ip-ranges/${id}/remove`, {})
    await add('192.0.2.16/28', '', center.id)
    expect(await editor.remove('data-centers', center)).toMatchObject({
      kind: 'in-use',
      can_retire: true,
      uses: [
        {
          what: 'IP ranges',
          count: 2,
          examples: [
            { label: '192.0.2.16/28', path: '/admin/site/ip-ranges' },
            { label: '192.0.2.0/28 (removed)', path: '/admin/site/ip-ranges' },
          ],
        },
      ],
    })
    const retired = await editor.retire('data-centers', center)
    expect(await refused('192.0.2.32/28', center.id)).toEqual({ data_center_tid: `${name} is retired.` })
    expect(retired.is_retired).toBe(true)
    expect(await published()).toEqual(['192.0.2.16/28'])
  },
)
