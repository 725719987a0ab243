import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Choices } from '../../src/contract/admin/choices.ts'
import type { TrashedThing } from '../../src/contract/admin/record-lists.ts'
import type { RecordRow } from '../../src/contract/admin/records.ts'
import type { CloudRow, CloudValues } from '../../src/contract/admin/site/clouds.ts'
import type { ApprovalValues } from '../../src/contract/admin/site/settings.ts'
import { writeLimitOfPerson } from '../../src/db/cloud-limits.ts'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import type { RecordContent } from '../../src/domain/newsroom/record-content.ts'
import { emptyPostMortem } from '../../src/domain/post-mortem.ts'
import { keepAttachment } from '../../src/publishing/images/keep-attachment.ts'
import { isShort } from '../size.ts'
import { type AutomationSite, automationSite, type Program } from '../support/automation-site.ts'
import { makeStaffMember } from '../support/make-staff.ts'
import { incidentOn, newsroomStaff, type Staff } from '../support/newsroom.ts'
import { addSmallSite, type SmallCloud } from '../support/small-site.ts'

/* Rights of people and tokens that are limited to clouds: `limited` may write about `mine`, not about `theirs`. */
let site: AutomationSite
let mine: SmallCloud
let theirs: SmallCloud
const theirTitle = 'Beta'
let chief: Staff
let limited: Staff
let program: Program

beforeAll(async () => {
  site = await automationSite({ isEmpty: true })
  const { db } = site.database
  const { alpha, beta } = await addSmallSite(db)
  mine = alpha
  theirs = beta
  await db
    .insertInto('notification_terms')
    .values({ notification_type: 'advisories', group_name: 'Advisories', name: 'News' })
    .execute()
  chief = await newsroomStaff(site, 'trust_admin')
  limited = await newsroomStaff(site, 'trust_admin')
  await limitTo(limited, { clouds: [mine.id], products: [] })
  program = await site.program({ limit: { clouds: [mine.id], products: [] } })
})

afterAll(() => site.stop())

function limitTo({ uid }: Staff, limit: { clouds: number[]; products: number[] } | null) {
  return site.database.db.transaction().execute((trx) => writeLimitOfPerson(trx, { uid, limit }))
}

function maintenanceOn(cloud: SmallCloud): RecordContent {
  return {
    ...emptyContent({ kind: 'maintenance' }),
    title: 'Upgrade',
    summary: 'Short interruptions.',
    body: '<p>Upgrade.</p>',
    clouds: [cloud.id],
    services: [cloud.service],
    from_time: '2031-01-01T22:00:00.000Z',
    to_time: '2031-01-02T02:00:00.000Z',
  }
}

function seriesOn(cloud: SmallCloud) {
  const {
    kind,
    notification_type,
    status_id,
    from_time,
    to_time,
    actual_from_time,
    actual_to_time,
    closed_on,
    next_update,
    ...content
  } = maintenanceOn(cloud)
  return content
}

async function publishedBy(staff: Staff, content: RecordContent) {
  const { id, version } = await staff.create(content)
  return staff.published(id, version)
}

describe('every step of a record of another cloud is refused and says which cloud is missing', () => {
  const SAID = { body: '<p>News.</p>', notifies: false }
  let update: number
  let incident: { id: number; version: number; edition: number | null }
  let work: { id: number; version: number; edition: number | null }
  let draft: number

  beforeAll(async () => {
    incident = await publishedBy(chief, incidentOn(theirs))
    const updated = await chief.done(`/api/admin/records/${incident.id}/updates`, {
      ...SAID,
      edition: incident.edition,
      idempotency_key: randomUUID(),
    })
    incident = updated
    update = updated.updates.at(-1)?.id ?? 0
    work = await publishedBy(chief, maintenanceOn(theirs))
    draft = (await chief.create(incidentOn(theirs, { title: 'Egret' }))).id
  })

  const step = (of: { edition: number | null }) => ({
    ...SAID,
    edition: of.edition,
    idempotency_key: randomUUID(),
  })
  test.each<[string, () => [string, object]]>([
    ['create', () => ['/api/admin/records', { content: incidentOn(theirs) }]],
    [
      'create about both',
      () => ['/api/admin/records', { content: incidentOn(mine, { clouds: [mine.id, theirs.id] }) }],
    ],
    [
      'save',
      () => [
        `/api/admin/records/${incident.id}/draft`,
        { version: incident.version, content: incidentOn(mine) },
      ],
    ],
    [
      'publish',
      () => [
        `/api/admin/records/${incident.id}/publish`,
        { version: incident.version, notifies: false, idempotency_key: randomUUID() },
      ],
    ],
    [
      'preview',
      () => [
        `/api/admin/records/${incident.id}/preview`,
        { content: incidentOn(theirs), view: 'page', cloud: theirs.machineName },
      ],
    ],
    ['post an update', () => [`/api/admin/records/${incident.id}/updates`, step(incident)]],
    [
      'correct an update',
      () => [
        `/api/admin/records/${incident.id}/updates/${update}`,
        { version: incident.version, body: '<p>Other news.</p>' },
      ],
    ],
    [
      'remove an update',
      () => [`/api/admin/records/${incident.id}/updates/${update}/remove`, { version: incident.version }],
    ],
    ['resolve', () => [`/api/admin/records/${incident.id}/resolve`, step(incident)]],
    ['reopen', () => [`/api/admin/records/${incident.id}/reopen`, step(incident)]],
    ['archive', () => [`/api/admin/records/${incident.id}/archive`, { version: incident.version }]],
    ['withdraw', () => [`/api/admin/records/${incident.id}/unpublish`, { reason: 'A mistake' }]],
    [
      'write a post-mortem',
      () => [
        `/api/admin/records/${incident.id}/post-mortem/draft`,
        { version: 0, content: emptyPostMortem() },
      ],
    ],
    ['copy', () => [`/api/admin/records/${incident.id}/copy`, {}]],
    ['start', () => [`/api/admin/records/${work.id}/start`, step(work)]],
    [
      'postpone',
      () => [`/api/admin/records/${work.id}/postpone`, { ...step(work), from_time: null, to_time: null }],
    ],
    ['cancel', () => [`/api/admin/records/${work.id}/cancel`, step(work)]],
    [
      'start a series',
      () => [
        '/api/admin/series',
        {
          title: 'Weekly',
          rule: {
            every: 'weeks',
            weeks: 1,
            weekdays: [6],
            time: '22:00',
            time_zone: 'UTC',
            minutes: 60,
            from_day: '2031-01-06',
            until_day: null,
          },
          content: seriesOn(theirs),
          days_ahead: 3,
          notifies: false,
        },
      ],
    ],
  ])('%s', async (_, asked) => {
    const [url, payload] = asked()
    const answer = await limited.post(url, payload)
    expect([answer.statusCode, answer.json().message], answer.body).toEqual([
      403,
      expect.stringContaining(theirTitle),
    ])
  })

  test('a draft doesn’t exist for them, in no list either', async () => {
    expect((await limited.get(`/api/admin/records/${draft}`)).statusCode).toBe(404)
    expect((await limited.post(`/api/admin/records/${draft}/discard`, { version: 1 })).statusCode).toBe(404)
    const listed = await limited.get('/api/admin/records?q=Egret')
    expect(listed.json<{ data: RecordRow[]; total: number }>().total).toBe(0)
    expect((await limited.get('/api/admin/dashboard')).body).not.toContain('Egret')
    expect((await chief.get('/api/admin/dashboard')).body).toContain('Egret')
  })

  test('site-wide rules of approval are not theirs to change', async () => {
    const { version, ...values } = (await limited.get('/api/admin/site/approval')).json<{
      data: ApprovalValues & { version: number }
    }>().data
    const refused = await limited.post('/api/admin/site/approval', { version, values })
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Your rights are limited to some clouds. Approval is decided for the whole site.',
    ])
  })

  test('a cloud can’t be moved into the product of their limit', async () => {
    const rows = (await chief.get('/api/admin/site/clouds')).json<{ data: CloudRow[] }>().data
    const cloud = rows.find(({ id }) => id === theirs.id)
    const { id, version, position: _p, is_retired: _r, ...values } = cloud as CloudRow
    const { db } = site.database
    const product = await db
      .insertInto('products')
      .values({ machine_name: 'mine', title: 'Mine' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const staff = await newsroomStaff(site, 'trust_admin')
    await limitTo(staff, { clouds: [], products: [product.id] })
    const save = (changed: Partial<CloudValues>) =>
      staff.post(`/api/admin/site/clouds/${id}`, { version, values: { ...values, ...changed } })
    const refused = await save({ product_id: product.id })
    expect([refused.statusCode, refused.json().message], refused.body).toEqual([
      403,
      'Your rights are limited to some clouds, so you can’t move a cloud to another product.',
    ])
    const other = await save({ is_gov: !values.is_gov })
    expect(other.statusCode, other.body).toBe(200)
  })

  test('a removed cloud can’t come back in the product of their limit', async () => {
    const { db } = site.database
    const products = await db
      .insertInto('products')
      .values([
        { machine_name: 'before', title: 'Before' },
        { machine_name: 'after', title: 'After' },
      ])
      .returning('id')
      .execute()
    const [before = 0, after = 0] = products.map(({ id }) => id)
    // A cloud needs a home page.
    const home = {
      menu: 'main',
      key: 'home',
      parent_id: null,
      label: 'Home',
      route: '/',
      component: 'home',
      deep_link: true,
      hidden_clouds: [],
      cloud_routes: [],
    }
    expect((await chief.post('/api/admin/site/menu-items', { values: home })).statusCode).toBe(200)
    const rows = (await chief.get('/api/admin/site/clouds')).json<{ data: CloudRow[] }>().data
    const { id: _i, version: _v, position: _p, is_retired: _r, ...given } = rows[0] as CloudRow
    const named = { title: 'Bare', machine_name: 'bare', domain: 'bare.example' }
    const values = { ...given, ...named, product_id: before }
    const made = await chief.post('/api/admin/site/clouds', { values })
    const { id, version } = made.json<{ data: CloudRow }>().data
    const removed = await chief.post(`/api/admin/site/clouds/${id}/remove`, { version })
    expect(removed.statusCode, removed.body).toBe(200)

    const staff = await newsroomStaff(site, 'trust_admin')
    await limitTo(staff, { clouds: [], products: [after] })
    const back = (product_id: number) =>
      staff.post('/api/admin/site/clouds', { values: { ...values, product_id }, again: { id } })
    expect((await back(after)).statusCode).toBe(403)
    const undone = await back(before)
    expect(undone.statusCode, undone.body).toBe(200)
    await db.deleteFrom('clouds').where('id', '=', id).execute()
  })

  test('the public log keeps its versions, and those of the site', async () => {
    const { db } = site.database
    const url = '/api/admin/log/redactions'
    const reason = 'A mistake'
    const faces = await db
      .selectFrom('log_faces')
      .where((eb) => eb.or([eb('record_id', '=', incident.id), eb('record_id', 'is', null)]))
      .where('face', 'is not', null)
      .select(['hash', 'record_id'])
      .execute()
    const face = faces.find(({ record_id }) => record_id === incident.id)?.hash
    const facts = faces.find(({ record_id }) => record_id === null)?.hash
    for (const [of, words] of [
      [{ record: incident.id }, theirTitle],
      [{ face }, theirTitle],
      [{ face: facts }, 'the whole site'],
    ] as const) {
      const refused = await limited.post(url, { ...of, reason })
      expect([refused.statusCode, refused.json().message], refused.body).toEqual([
        403,
        expect.stringContaining(words),
      ])
    }
    const redacted = await chief.post(url, { record: incident.id, reason })
    expect(redacted.statusCode, redacted.body).toBe(200)
  })

  test('an import subscribes nobody to it', async () => {
    const file = { name: 'subscribers.csv', text: 'email\nreader@customer.example\n' }
    const asked = (cloud: SmallCloud) =>
      limited.post('/api/admin/imports/subscribers', {
        file,
        cloud: cloud.machineName,
        are_confirmed: true,
      })
    const refused = await asked(theirs)
    expect([refused.statusCode, refused.json().message], refused.body).toEqual([
      403,
      expect.stringContaining(theirTitle),
    ])
    const own = await asked(mine)
    expect(own.statusCode, own.body).toBe(200)
    const preview = await chief.post('/api/admin/imports/subscribers', {
      file,
      cloud: theirs.machineName,
      are_confirmed: true,
    })
    const { plan } = preview.json().data
    const started = await chief.post('/api/admin/imports/subscribers', {
      file,
      cloud: theirs.machineName,
      are_confirmed: true,
      plan,
    })
    const { id } = started.json().data.job
    expect((await limited.get('/api/admin/imports/subscribers')).json().data).toEqual([])
    expect((await limited.post(`/api/admin/imports/subscribers/${id}/cancel`)).statusCode).toBe(404)
    expect((await limited.get(`/api/admin/imports/subscribers/${id}/left-out.csv`)).statusCode).toBe(404)
    expect((await chief.post(`/api/admin/imports/subscribers/${id}/cancel`)).statusCode).toBe(200)
  })

  test('discarded changes that add another cloud are not in their trash', async () => {
    const { id, version } = await chief.create(incidentOn(mine, { title: 'Curlew' }))
    await chief.published(id, version)
    const { version: next } = await chief.read(id)
    const both = { ...incidentOn(mine, { title: 'Curlew moved' }), clouds: [mine.id, theirs.id] }
    const changed = await chief.saved(id, next, both)
    expect((await chief.post(`/api/admin/records/${id}/discard`, { version: changed })).statusCode).toBe(204)
    expect((await limited.get('/api/admin/trash')).body).not.toContain('Curlew moved')
    expect((await chief.get('/api/admin/trash')).body).toContain('Curlew moved')
  })

  test.skipIf(isShort)(
    'discarded changes that add a service of another cloud, or put a notification on all of them, are not either',
    async () => {
      const { db } = site.database
      const ofService = await publishedBy(chief, incidentOn(mine, { title: 'Avocet' }))
      const { tid } = await db
        .selectFrom('notification_terms')
        .where('notification_type', '=', 'advisories')
        .select('tid')
        .executeTakeFirstOrThrow()
      const onAll = await publishedBy(chief, {
        ...emptyContent({ kind: 'notification', notificationType: 'advisories' }),
        title: 'Avocet news',
        body: '<p>News.</p>',
        terms: [tid],
        clouds: [mine.id],
      })
      for (const [record, change] of [
        [ofService, { title: 'Avocet moved', services: [mine.service, theirs.service] }],
        [onAll, { title: 'Avocet moved everywhere', clouds: [] }],
      ] as const) {
        const { content } = await chief.read(record.id)
        const version = await chief.saved(record.id, record.version, {
          ...content,
          ...change,
        } as unknown as RecordContent)
        const url = `/api/admin/records/${record.id}/discard`
        expect((await chief.post(url, { version })).statusCode).toBe(204)
      }
      expect((await limited.get('/api/admin/trash')).body).not.toContain('Avocet moved')
      const { data } = (await chief.get('/api/admin/trash')).json<{ data: TrashedThing[] }>()
      const found = data.filter(({ title }) => title.startsWith('Avocet moved'))
      expect(found).toHaveLength(2)
      for (const { id } of found)
        expect((await limited.post(`/api/admin/trash/${id}/restore`, {})).statusCode).toBe(404)
    },
  )

  test('what is public is read as by any colleague, without its internal part', async () => {
    const { id, version } = await chief.create(incidentOn(theirs))
    const content = incidentOn(theirs)
    content.internal.internal_note = 'Only for us'
    await chief.published(id, await chief.saved(id, version, content))
    const seen = await limited.read(id)
    expect([seen.can_edit, seen.content.internal.internal_note]).toEqual([false, null])
  })
})

describe('records of their own cloud', () => {
  test('are written, published and resolved as before', async () => {
    const { id, edition } = await publishedBy(limited, incidentOn(mine))
    const said = { body: '<p>Over.</p>', notifies: false, edition, idempotency_key: randomUUID() }
    expect((await limited.post(`/api/admin/records/${id}/resolve`, said)).statusCode).toBe(200)
  })

  test('can’t be moved to another cloud, nor given its services', async () => {
    const { id, version } = await limited.create(incidentOn(mine))
    const moved = await limited.save(id, version, incidentOn(theirs))
    expect([moved.statusCode, moved.json().message]).toEqual([403, expect.stringContaining(theirTitle)])
    const notification = {
      ...emptyContent({ kind: 'notification', notificationType: 'advisories' }),
      title: 'News',
      clouds: [mine.id],
      services: [theirs.service],
    }
    expect((await limited.post('/api/admin/records', { content: notification })).statusCode).toBe(403)
    const everywhere = await limited.post('/api/admin/records', {
      content: { ...notification, clouds: [], services: [] },
    })
    expect([everywhere.statusCode, everywhere.json().message]).toEqual([
      403,
      expect.stringContaining('All clouds'),
    ])
  })

  test('are not given services of another cloud by an update of a notification', async () => {
    const { tid } = await site.database.db
      .selectFrom('notification_terms')
      .where('notification_type', '=', 'advisories')
      .select('tid')
      .executeTakeFirstOrThrow()
    const { id, edition } = await publishedBy(limited, {
      ...emptyContent({ kind: 'notification', notificationType: 'advisories' }),
      title: 'Of ours',
      body: '<p>News.</p>',
      terms: [tid],
      clouds: [mine.id],
    })
    const refused = await limited.post(`/api/admin/records/${id}/updates`, {
      body: '<p>More.</p>',
      notifies: false,
      add_services: [theirs.service],
      edition,
      idempotency_key: randomUUID(),
    })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { add_services: expect.stringContaining('Only updates of incidents and maintenance') },
    ])
    expect((await chief.read(id)).content.services).toEqual([])
  })

  test('are closed to them while a colleague’s draft moves them to another cloud', async () => {
    const { id, version } = await publishedBy(chief, incidentOn(mine))
    await chief.saved(id, version, incidentOn(mine, { clouds: [mine.id, theirs.id] }))
    const { edition } = await chief.read(id)
    const said = { body: '<p>Over.</p>', notifies: false, edition, idempotency_key: randomUUID() }
    expect((await limited.post(`/api/admin/records/${id}/resolve`, said)).statusCode).toBe(403)
  })

  test.skipIf(isShort)(
    'can’t be copied while readers also find them on another cloud, although the draft no longer names it',
    async () => {
      const both = { clouds: [mine.id, theirs.id] }
      const { id, version } = await publishedBy(chief, incidentOn(mine, both))
      await chief.saved(id, version, incidentOn(mine, { title: 'Not for them yet' }))
      const copied = await limited.post(`/api/admin/records/${id}/copy`)
      expect([copied.statusCode, copied.json().message], copied.body).toEqual([
        403,
        expect.stringContaining(theirTitle),
      ])
    },
  )

  test('are not moved by an act on many records, nor is one of another cloud changed', async () => {
    const own = await publishedBy(chief, incidentOn(mine))
    const foreign = await publishedBy(chief, incidentOn(theirs))
    const answer = await limited.post('/api/admin/records/bulk', {
      act: 'retag',
      add: { clouds: [theirs.id] },
      records: [own, foreign].map(({ id, version }) => ({ id, version })),
    })
    expect(answer.json().data, answer.body).toMatchObject([
      { effect: null, left_out: expect.stringContaining('clouds') },
      { effect: null, left_out: expect.stringContaining('clouds') },
    ])
  })

  test('the editor learns which clouds to offer', async () => {
    const choicesOf = async (staff: Staff) =>
      (await staff.get('/api/admin/choices')).json<{ data: Choices }>().data.limited_to
    expect([await choicesOf(limited), await choicesOf(chief)]).toEqual([[mine.id], null])
  })
})

describe('programs with a limited token', () => {
  test('write about their cloud only', async () => {
    const opened = await program.ask('/incidents', {
      method: 'POST',
      body: { title: 'Slow', clouds: [mine.machineName] },
    })
    expect(opened.statusCode, opened.body).toBe(201)
    const { id } = opened.json().data
    const refusals = [
      await program.ask('/incidents', {
        method: 'POST',
        body: { title: 'Slow', clouds: [mine.machineName, theirs.machineName] },
      }),
      await program.ask(`/incidents/${id}`, { method: 'PATCH', body: { clouds: [theirs.machineName] } }),
    ]
    const other = await publishedBy(chief, incidentOn(theirs))
    for (const [path, method] of [
      ['', 'PATCH'],
      ['/updates', 'POST'],
      ['/resolve', 'POST'],
    ] as const)
      refusals.push(
        await program.ask(`/incidents/${other.id}${path}`, {
          method,
          body: method === 'PATCH' ? { title: 'Mine now' } : { body: 'News' },
        }),
      )
    for (const refused of refusals)
      expect([refused.statusCode, refused.json().message], refused.body).toEqual([
        403,
        expect.stringContaining(theirTitle),
      ])
  })

  test('read published records of other clouds, and no drafts', async () => {
    const { id } = await chief.create(incidentOn(theirs, { title: 'Heron' }))
    expect((await program.ask(`/records/${id}`)).statusCode).toBe(404)
    expect((await program.ask('/records?state=draft')).body).not.toContain('Heron')
    expect((await (await site.program()).ask('/records?state=draft')).body).toContain('Heron')
  })

  test('can’t report states or alerts, nor import, elsewhere', async () => {
    const state = await program.ask(`/services/${theirs.service}/state`, {
      method: 'PUT',
      body: { state: 'disruption' },
    })
    const alerts = await program.ask(`/alertmanager?publish=1&cloud=${mine.machineName}`, {
      method: 'POST',
      body: {
        version: '4',
        groupKey: '{}:{a="b"}',
        status: 'firing',
        receiver: 'candor',
        groupLabels: {},
        commonLabels: {},
        commonAnnotations: {},
        externalURL: 'https://alerts.example',
        alerts: [
          {
            status: 'firing',
            labels: { alertname: 'Down', candor_cloud: theirs.machineName },
            annotations: {},
            startsAt: '2026-11-15T10:00:00Z',
            endsAt: '0001-01-01T00:00:00Z',
            generatorURL: '',
            fingerprint: 'abc',
          },
        ],
      },
    })
    const imported = await program.ask('/imports/statuspage', {
      method: 'POST',
      body: {
        cloud: theirs.machineName,
        files: [
          {
            name: 'incidents.json',
            text: JSON.stringify({
              page: { id: 'p', name: 'P' },
              incidents: [{ id: 'i', name: 'Slow', status: 'resolved', created_at: '2026-01-01T00:00:00Z' }],
            }),
          },
        ],
      },
    })
    for (const refused of [state, alerts, imported])
      expect([refused.statusCode, refused.json().message], refused.body).toEqual([
        403,
        expect.stringContaining(theirTitle),
      ])
    const threats = await program.ask('/imports/threats', {
      method: 'POST',
      body: { file: { name: 'threats.csv', text: 'day,category,family,region,blocked\n' } },
    })
    expect([threats.statusCode, threats.json().message]).toEqual([
      403,
      expect.stringContaining('about all of them'),
    ])
    const own = await program.ask(`/services/${mine.service}/state`, {
      method: 'PUT',
      body: { state: 'disruption' },
    })
    expect(own.statusCode, own.body).toBe(200)
  })
})

describe('who sets limits', () => {
  test('an administrator limits a staff member to a product, versioned and audited; roles from sign-on leave it', async () => {
    const { db } = site.database
    const administrator = await newsroomStaff(site, 'administrator')
    const { uid } = await makeStaffMember(db, { roles: ['blog_editor'] })
    const { product_id } = await db
      .selectFrom('clouds')
      .where('id', '=', mine.id)
      .select('product_id')
      .executeTakeFirstOrThrow()
    const url = `/api/admin/people/${uid}/limit`
    const limit = { clouds: [], products: [product_id] }
    expect((await administrator.post(url, { limit, before: null })).json().data.limit).toEqual(limit)
    expect((await administrator.post(url, { limit: null, before: null })).statusCode).toBe(409)
    const nothing = { clouds: [], products: [] }
    expect((await administrator.post(url, { limit: nothing, before: limit })).statusCode).toBe(422)
    const unknown = { clouds: [999_999], products: [] }
    expect((await administrator.post(url, { limit: unknown, before: limit })).statusCode).toBe(422)
    await administrator.post(`/api/admin/people/${uid}/roles`, {
      roles: ['trust_admin'],
      before: ['blog_editor'],
    })
    expect((await administrator.get(`/api/admin/people/${uid}`)).json().data.limit).toEqual(limit)
    const entries = await db
      .selectFrom('audit_log')
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(uid))
      .where('action', '=', 'change-limit')
      .select(['before', 'after'])
      .execute()
    expect(entries).toEqual([{ before: { limit: null }, after: { limit } }])
    expect((await chief.post(url, { limit: null, before: limit })).statusCode).toBe(403)
  })

  test.skipIf(isShort)('a product covers clouds that it gets later', async () => {
    const { db } = site.database
    const staff = await newsroomStaff(site, 'trust_admin')
    const { id } = await db
      .insertInto('products')
      .values({ machine_name: 'later', title: 'Later' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await limitTo(staff, { clouds: [], products: [id] })
    expect((await staff.post('/api/admin/records', { content: incidentOn(theirs) })).statusCode).toBe(403)
    const { product_id: before } = await db
      .selectFrom('clouds')
      .where('id', '=', theirs.id)
      .select('product_id')
      .executeTakeFirstOrThrow()
    await db.updateTable('clouds').set({ product_id: id }).where('id', '=', theirs.id).execute()
    expect((await staff.post('/api/admin/records', { content: incidentOn(theirs) })).statusCode).toBe(200)
    await db.updateTable('clouds').set({ product_id: before }).where('id', '=', theirs.id).execute()
  })

  test('administrators have no limit: one that sign-on made of a limited person can’t lift it', async () => {
    const { db } = site.database
    const administrator = await newsroomStaff(site, 'administrator')
    const limit = { clouds: [mine.id], products: [] }
    const other = await makeStaffMember(db, { roles: ['administrator'] })
    const refused = await administrator.post(`/api/admin/people/${other.uid}/limit`, { limit, before: null })
    expect([refused.statusCode, refused.json().errors?.limit], refused.body).toEqual([
      422,
      expect.stringContaining('Administrators'),
    ])
    const { uid } = await makeStaffMember(db, { roles: ['trust_admin'] })
    await administrator.post(`/api/admin/people/${uid}/limit`, { limit, before: null })
    const promoted = await administrator.post(`/api/admin/people/${uid}/roles`, {
      roles: ['administrator'],
      before: ['trust_admin'],
    })
    expect([promoted.statusCode, promoted.json().message]).toEqual([422, expect.stringContaining('limit')])

    const both = await newsroomStaff(site, 'administrator')
    await limitTo(both, limit)
    const token = { name: 'unlimited', scopes: ['incidents:write'], expires_at: null, limit: null }
    for (const answer of [
      await both.post(`/api/admin/people/${both.uid}/limit`, { limit: null, before: limit }),
      await both.post('/api/admin/tokens', token),
      await both.post('/api/admin/senders', { name: 'All', preset: 'other' }),
    ])
      expect([answer.statusCode, answer.json().message], answer.body).toEqual([
        403,
        expect.stringContaining('limited to certain clouds'),
      ])
    await db.deleteFrom('user_roles').where('user_id', '=', both.uid).execute()
  })

  test('the audit log and its file leave out records and series of other clouds', async () => {
    const { id } = await chief.create(incidentOn(theirs, { title: 'Whimbrel' }))
    const own = await chief.create(incidentOn(mine, { title: 'Sanderling' }))
    for (const path of ['audit', 'audit.csv']) {
      const log = async (staff: Staff, query = '') => (await staff.get(`/api/admin/${path}${query}`)).body
      expect(await log(chief)).toContain('Whimbrel')
      expect(await log(limited)).not.toContain('Whimbrel')
      expect(await log(limited)).toContain('Sanderling')
      expect(await log(limited, `?entity=record&entity_id=${own.id}`)).toContain('Sanderling')
      expect(await log(limited, `?entity=record&entity_id=${id}`)).not.toContain('save')
    }
  })

  test('the audit log leaves out the names of colleagues’ files, which may be for drafts of other clouds', async () => {
    const { db } = site.database
    const upload = ({ uid }: Staff, fileName: string) => {
      const actor = { name: 'trust_admin', userId: uid, requestId: null }
      return keepAttachment(db, { fileName, file: Buffer.from(fileName), actor, now: site.clock.now })
    }
    await upload(chief, 'dunlin.txt')
    await upload(limited, 'plover.txt')
    const log = (await limited.get('/api/admin/audit?entity=attachment')).body
    expect([log.includes('dunlin'), log.includes('plover')]).toEqual([false, true])
    expect((await chief.get('/api/admin/audit?entity=attachment')).body).toContain('dunlin')
  })

  test('a token says what it is limited to', async () => {
    const administrator = await newsroomStaff(site, 'administrator')
    const limit = { clouds: [mine.id], products: [] }
    const made = await administrator.post('/api/admin/tokens', {
      name: 'limited',
      scopes: ['incidents:write'],
      expires_at: null,
      limit,
    })
    expect(made.statusCode, made.body).toBe(200)
    const tokens = (await administrator.get('/api/admin/tokens')).json<{
      data: { name: string; limit: unknown }[]
    }>().data
    expect(tokens.find(({ name }) => name === 'limited')?.limit).toEqual(limit)
  })
})
