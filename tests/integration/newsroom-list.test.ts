import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordRow } from '../../src/contract/admin/records.ts'
import { insertAudit } from '../../src/db/audit.ts'
import { SYSTEM } from '../../src/domain/actor.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { incidentOn, newsroomStaff, type Staff } from '../support/newsroom.ts'
import { addDraft, type SmallCloud } from '../support/small-site.ts'
import { CLOUD, OTHER_CLOUD } from '../support/subscriber.ts'

interface Listed {
  data: RecordRow[]
  total: number
  current_page: number
  total_pages: number
}

let site: AccountSite
let cloud: SmallCloud
let staff: Staff

beforeAll(async () => {
  site = await accountSite()
  cloud = await demoCloud(site.database.db, CLOUD)
  staff = await newsroomStaff(site)
})

afterAll(() => site.stop())

describe('Z-02 the list of records', () => {
  test('has every state, latest change first, 25 per page', async () => {
    const first = await list('')
    const last = await list(`page=${first.total_pages - 1}`)
    expect(first.data).toHaveLength(25)
    expect(first.total).toBeGreaterThan(1_000)
    expect(first.total_pages).toBe(Math.ceil(first.total / 25))
    expect(last.data.length).toBe(first.total - (first.total_pages - 1) * 25)
    const times = [...first.data, ...last.data].map(({ updated_on }) => updated_on)
    expect(times).toEqual([...times].sort().reverse())
    expect((await list(`page=${first.total_pages}`)).data).toEqual([])
    const states = await Promise.all(
      ['draft', 'scheduled', 'published', 'unpublished'].map((state) => list(`state=${state}`)),
    )
    expect(states.every(({ total }) => total > 0)).toBe(true)
    expect(states.reduce((sum, { total }) => sum + total, 0)).toBe(first.total)
  })

  test('shows a new draft with its details at the top', async () => {
    site.clock.pass(60)
    const { id } = await staff.create(
      incidentOn(cloud, { title: 'Just typed', next_update: '2030-01-01T00:00:00.000Z' }),
    )
    const [row] = (await list('')).data
    expect(row).toEqual({
      id,
      version: 1,
      kind: 'incident',
      notification_type: null,
      title: 'Just typed',
      state: 'draft',
      status_id: 2,
      severity_tid: 19,
      clouds: [cloud.id],
      from_time: null,
      to_time: null,
      next_update: '2030-01-01T00:00:00.000Z',
      closed_on: null,
      publish_at: null,
      posted_on: null,
      edition: null,
      updated_on: site.clock.now.toISOString(),
      has_draft: false,
      is_waiting: false,
      can_edit: true,
    })
  })

  test('is searched by published text, drafts and ID', async () => {
    const { id, version } = await staff.create(
      incidentOn(cloud, { title: 'Walrus out', summary: 'A 100% loss', body: '<p>zebrafish</p>' }),
    )
    expect(await idsOf('q=walrus')).toEqual([id])
    expect(await idsOf('q=ZEBRAFISH%20out')).toEqual([id])
    expect(await idsOf(`q=${encodeURIComponent('100%')}`)).toContain(id)
    expect(await idsOf('q=walrus%20giraffe')).toEqual([])
    expect(await idsOf('q=walrus%00')).toEqual([id])
    expect(await idsOf(`q=${id}`)).toContain(id)
    expect(await idsOf(`q=%23${id}`)).toContain(id)
    expect(await idsOf(`q=${encodeURIComponent("_'\\%")}`)).toEqual([])

    const published = await staff.published(id, version)
    await staff.saved(id, published.version, { ...published.content, title: 'Okapi out' })
    expect(await idsOf('q=walrus')).toEqual([id])
    expect(await idsOf('q=okapi')).toEqual([id])
  })

  test.skipIf(isShort)("searches bodies if titles and summaries don't match, or on request", async () => {
    const { id: inTitle } = await staff.create(incidentOn(cloud, { title: 'Axolotl out' }))
    const { id: inBody } = await staff.create(incidentOn(cloud, { body: '<p>axolotl and quokka</p>' }))
    expect(await idsOf('q=axolotl')).toEqual([inTitle])
    expect((await idsOf('q=axolotl&bodies=true')).toSorted()).toEqual([inTitle, inBody].toSorted())
    expect(await idsOf('q=quokka')).toEqual([inBody])
    expect(await list('q=axolotl&page=3')).toMatchObject({ data: [], total: 1, total_pages: 1 })
  })

  test('is filtered by kind, state and status', async () => {
    const other = await demoCloud(site.database.db, OTHER_CLOUD)
    const { id, version } = await staff.create(
      incidentOn(other, { title: 'Filtered platypus', severity_tid: 20 }),
    )
    const published = await staff.published(id, version)
    const q = 'q=platypus'
    const found = [
      'kind=incident',
      'severity=20',
      'status=2',
      `cloud=${OTHER_CLOUD}`,
      'state=published',
      'state=open',
    ]
    const missed = [
      'kind=advisory',
      'severity=17',
      'status=5',
      `cloud=${CLOUD}`,
      'state=draft',
      'state=changed',
    ]
    for (const filter of found) expect(await idsOf(`${q}&${filter}`), filter).toEqual([id])
    for (const filter of missed) expect(await idsOf(`${q}&${filter}`), filter).toEqual([])

    await staff.saved(id, published.version, { ...published.content, summary: 'Changed' })
    const changed = await list(`${q}&state=changed`)
    expect(changed.data).toMatchObject([{ id, has_draft: true, state: 'published' }])
    const types = await list('kind=notification&notification_type=sub_processor')
    expect(types.total).toBeGreaterThan(0)
    expect(types.data.every(({ notification_type }) => notification_type === 'sub_processor')).toBe(true)
    expect((await staff.get('/api/admin/records?state=lost')).statusCode).toBe(400)
  })

  test('is sorted by each column, ties by number, records without a value last', async () => {
    const q = 'q=sortable'
    const began = '2021-01-02T00:00:00.000Z'
    const later = '2031-01-02T00:00:00.000Z'
    const b = await staff.create(
      incidentOn(cloud, { title: 'Sortable beta', severity_tid: 20, from_time: began, next_update: later }),
    )
    const a = await staff.create(incidentOn(cloud, { title: 'sortable Alpha', severity_tid: 19 }))
    const c = await staff.create(
      incidentOn(cloud, { title: 'Sortable gamma', from_time: '2021-01-01T00:00:00.000Z' }),
    )
    site.clock.pass(60)
    await staff.published(c.id, c.version)
    const [alpha, beta, gamma] = [a.id, b.id, c.id]
    const orders: Record<string, number[]> = {
      title: [alpha, beta, gamma],
      '-title': [gamma, beta, alpha],
      state: [alpha, beta, gamma],
      '-severity': [beta, gamma, alpha],
      severity: [gamma, alpha, beta],
      start: [gamma, beta, alpha],
      '-start': [beta, gamma, alpha],
      next_update: [beta, gamma, alpha],
      '-created': [gamma, alpha, beta],
      '-changed': [gamma, alpha, beta],
    }
    for (const [sort, ids] of Object.entries(orders))
      expect(await idsOf(`${q}&sort=${sort}`), sort).toEqual(ids)
    const everything = await list('sort=title')
    const next = await list('sort=title&page=1')
    const ids = [...everything.data, ...next.data].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('is filtered by service, data center, author and date', async () => {
    const ben = await newsroomStaff(site)
    const { id, version } = await ben.create(
      incidentOn(cloud, {
        title: 'Filtered capybara',
        data_centers: [cloud.dataCenter],
        from_time: '2031-03-05T23:59:00.000Z',
      }),
    )
    const q = 'q=capybara'
    const found = [
      `service=${cloud.service}`,
      `data_center=${cloud.dataCenter}`,
      `created_by=${ben.uid}`,
      `edited_by=${ben.uid}`,
      'date=start&since=2031-03-05',
      'date=start&since=2031-03-01&until=2031-03-05',
      `since=${site.clock.now.toISOString().slice(0, 10)}`,
      'since=7d',
    ]
    const missed = [
      'service=2147483647',
      'data_center=1',
      'created_by=me',
      'edited_by=me',
      'created_by=programs',
      'date=start&since=2031-03-06',
      'date=start&until=2031-03-04',
      'until=2020-01-01',
    ]
    for (const filter of found) expect(await idsOf(`${q}&${filter}`), filter).toEqual([id])
    for (const filter of missed) expect(await idsOf(`${q}&${filter}`), filter).toEqual([])

    await staff.saved(id, version, { ...(await staff.read(id)).content, summary: 'By someone else' })
    expect(await idsOf(`${q}&edited_by=me`)).toEqual([id])
    expect(await idsOf(`${q}&created_by=${ben.uid}`)).toEqual([id])
    expect(await idsOf(`${q}&edited_by=${ben.uid}`)).toEqual([])
  })

  test.skipIf(isShort)('finds what programs created or edited last', async () => {
    const { id, version, content } = await staff.create(incidentOn(cloud, { title: 'Automatic echidna' }))
    const wrote = (action: string, entityId = id) =>
      site.database.db.transaction().execute((trx) =>
        insertAudit(trx, {
          at: site.clock.now,
          actor: SYSTEM,
          action,
          entity: 'record',
          entityId,
          before: null,
          after: null,
        }),
      )
    const found = async () => [
      await idsOf('q=echidna&created_by=programs'),
      await idsOf('q=echidna&edited_by=programs'),
    ]
    expect(await found()).toEqual([[], []])
    await wrote('note-alerts')
    expect(await found()).toEqual([[], [id]])
    await staff.saved(id, version, { ...content, summary: 'By hand' })
    await wrote('test-draft')
    await wrote('delete-changes')
    expect(await found()).toEqual([[], []])
    const made = await addDraft(site.database.db, { title: 'Echidna of a program' })
    await wrote('create', made)
    expect(await found()).toEqual([[made], [made]])
  })

  test('explains filters that make no sense', async () => {
    const wrong: [string, number, RegExp][] = [
      ['sort=weight', 400, /sort/],
      ['created_by=Ben', 400, /created_by/],
      ['service=99999999999', 400, /service/],
      ['since=2031-02-31', 422, /2031-02-31 is not a day/],
      ['since=2031-02-02&until=2031-02-01', 422, /last day is before the first/],
    ]
    for (const [query, status, message] of wrong) {
      const answer = await staff.get(`/api/admin/records?${query}`)
      expect(answer.statusCode, query).toBe(status)
      expect(answer.json().message, query).toMatch(message)
    }
  })

  test('says of each record whether the user may edit it', async () => {
    const legal = await newsroomStaff(site, 'legal_team')
    const rows = async (query: string) => (await legal.get(`/api/admin/records?${query}`)).json<Listed>().data
    expect((await rows('kind=incident')).every(({ can_edit }) => !can_edit)).toBe(true)
    expect((await rows('notification_type=sub_processor')).every(({ can_edit }) => can_edit)).toBe(true)
  })
})

test('choices are everything that a record can refer to', async () => {
  const { data } = (await staff.get('/api/admin/choices')).json()
  const { db } = site.database
  const count = async (table: 'clouds' | 'services' | 'data_centers' | 'notification_terms') =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count
  expect(data.clouds).toHaveLength(Number(await count('clouds')))
  expect(data.clouds[0]).toEqual({
    id: expect.any(Number),
    machine_name: expect.any(String),
    title: expect.any(String),
    domain: expect.any(String),
    is_retired: false,
  })
  const services = data.service_categories.flatMap((category: { services: unknown[] }) => category.services)
  expect(services).toHaveLength(Number(await count('services')))
  const centers = data.regions.flatMap((region: { data_centers: unknown[] }) => region.data_centers)
  expect(centers).toHaveLength(Number(await count('data_centers')))
  expect(centers.some(({ is_retired }: { is_retired: boolean }) => is_retired)).toBe(true)
  expect(data.terms).toHaveLength(Number(await count('notification_terms')))
  expect(data.severities.map(({ rank }: { rank: number }) => rank)).toEqual([50, 40, 30, 20, 10, 0])
  expect(data.tags.length).toBeGreaterThan(10)
  expect(data.clusters.length).toBeGreaterThan(0)
})

async function list(query: string): Promise<Listed> {
  const answer = await staff.get(`/api/admin/records?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Listed>()
}

async function idsOf(query: string) {
  return (await list(query)).data.map(({ id }) => id)
}
