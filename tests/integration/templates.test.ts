import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Template } from '../../src/contract/admin/templates.ts'
import type { Role } from '../../src/domain/access.ts'
import { STARTER_TEMPLATES } from '../../src/domain/newsroom/starter-templates.ts'
import { emptyPostMortem } from '../../src/domain/post-mortem.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { subscriber } from '../support/subscriber.ts'
import { untilSomeoneWaits } from '../support/until-someone-waits.ts'

let site: AccountSite
let staff: Awaited<ReturnType<typeof subscriber>>

beforeAll(async () => {
  site = await accountSite()
})

afterAll(() => site.stop())

beforeEach(async () => {
  staff = await subscriber(site, { roles: ['blog_editor'] })
})

const UPDATE = { body: '<p>We found {{cause}} at {{now}}.</p>', status_id: 3, next_update_minutes: 30 }
let names = 0

function named() {
  return `Template ${++names}`
}

async function add(of: object = {}): Promise<Template> {
  const answer = await staff.post('/api/admin/templates', {
    name: named(),
    kind: 'incident',
    update: UPDATE,
    ...of,
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: Template }>().data
}

async function list(query = '', who = staff): Promise<Template[]> {
  const answer = await site.app.inject({
    url: `/api/admin/templates${query}`,
    headers: { cookie: who.cookie },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: Template[] }>().data
}

const ACTION = { words: 'Renew earlier', state: 'planned', due_on: null, done_on: null }

test('Z-02 templates for post-mortems are sanitized, only for incidents, and never empty', async () => {
  const words = { ...emptyPostMortem(), why: '<p>{{the_cause}}</p><script>x()</script>' }
  const { purpose, content, asks_for } = await add({ update: undefined, post_mortem: words })
  expect({ purpose, content, asks_for }).toEqual({
    purpose: 'post_mortem',
    content: { ...words, why: '<p>{{the_cause}}</p>' },
    asks_for: ['the_cause'],
  })
  const other = { name: named(), update: undefined }
  for (const [wrong, field] of [
    [{ kind: 'maintenance', post_mortem: words }, 'kind'],
    [{ kind: 'incident', post_mortem: emptyPostMortem() }, 'post_mortem.what_happened'],
    [{ kind: 'incident', post_mortem: words, update: UPDATE }, 'purpose'],
    [
      { kind: 'incident', post_mortem: { ...words, actions: [{ ...ACTION, due_on: 'soon' }] } },
      'post_mortem.actions.0',
    ],
  ] as const) {
    const refused = await staff.post('/api/admin/templates', { ...other, ...wrong })
    expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
      422,
      [field],
    ])
  }
  expect((await list('?purpose=post_mortem')).map(({ purpose: of }) => of)).toEqual(['post_mortem'])
})

describe('demo templates', () => {
  test('are ten: for incidents, maintenance and advisories, with placeholders', async () => {
    const templates = (await list()).slice(0, 10)
    expect(templates.map(({ name, kind, purpose }) => `${name}, ${kind} ${purpose}`)).toEqual([
      'Investigating, incident update',
      'Identified, incident update',
      'Monitoring, incident update',
      'Resolved, incident update',
      'Planned maintenance, maintenance record',
      'Maintenance extended, maintenance update',
      'Service disruption, incident record',
      'Data center incident, incident record',
      'Emergency maintenance, maintenance record',
      'Security advisory, advisory record',
    ])
    expect(templates[1]).toMatchObject({ asks_for: ['cause'], can_edit: true, version: 1 })
    expect(templates[4]?.asks_for).toEqual(['work', 'expected_impact'])
  })
})

describe('a template', () => {
  test('is added at the end of its list, sanitized, and lists its placeholders', async () => {
    const template = await add({ update: { ...UPDATE, body: '<p onclick="x()">We found {{cause}}.</p>' } })
    expect(template).toMatchObject({
      kind: 'incident',
      purpose: 'update',
      content: { body: '<p>We found {{cause}}.</p>', status_id: 3, next_update_minutes: 30 },
      asks_for: ['cause'],
      version: 1,
      can_edit: true,
    })
    expect((await list('?kind=incident&purpose=update')).at(-1)).toEqual(template)
    expect((await list('?kind=advisory')).map(({ id }) => id)).not.toContain(template.id)
    expect(await auditOf(template.id)).toMatchObject([
      { actor: 'blog_editor', action: 'create', before: null, after: { name: template.name } },
    ])
  })

  test('of a record keeps only its own fields', async () => {
    const record = { title: 'Patches of {{services}}', tags: ['patches'], remind_before_minutes: [60] }
    const template = await add({
      kind: 'maintenance',
      record: { ...record, state: 'published', kind: 'incident' },
      update: undefined,
    })
    expect(template).toMatchObject({ purpose: 'record', asks_for: [] })
    expect(template.content).toEqual(record)
  })

  test.skipIf(isShort)('of the ready-made ones is accepted as it is', async () => {
    for (const { name, kind, purpose, content } of STARTER_TEMPLATES) {
      const added = await add({ name: `${name} again`, kind, update: undefined, [purpose]: content })
      expect(added.content).toEqual(content)
    }
  })

  test('Z-07 is saved by version, and the second of two gets a conflict', async () => {
    const { id, name, version } = await add()
    const save = (body: string) =>
      staff.post(`/api/admin/templates/${id}`, { name, version, update: { ...UPDATE, body } })
    expect((await save('<p>First.</p>')).json()).toMatchObject({ data: { version: 2 } })
    expect((await save('<p>Second.</p>')).statusCode).toBe(409)
    expect((await list()).find((each) => each.id === id)?.content).toMatchObject({ body: '<p>First.</p>' })
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: 'save',
      before: { content: UPDATE },
      after: { content: { body: '<p>First.</p>' } },
    })
  })

  test('is rejected by field', async () => {
    const { name, id, version } = await add()
    const refused = async (of: object) => {
      const answer = await staff.post('/api/admin/templates', {
        name: named(),
        kind: 'incident',
        update: UPDATE,
        ...of,
      })
      expect(answer.statusCode).toBe(422)
      return Object.keys(answer.json<{ errors: object }>().errors)
    }
    expect(await refused({ name })).toEqual(['name'])
    expect(await refused({ name: '  ' })).toEqual(['name'])
    expect(await refused({ update: { body: '<p> </p>' } })).toEqual(['update.body'])
    expect(await refused({ update: { ...UPDATE, status_id: 999, severity_tid: 999 } })).toEqual([
      'update.status_id',
      'update.severity_tid',
    ])
    const gone = { clouds: [999_999], services: [999_999], data_centers: [999_999] }
    expect(await refused({ update: undefined, record: gone })).toEqual([
      'record.clouds',
      'record.services',
      'record.data_centers',
    ])
    expect(await refused({ update: undefined })).toEqual(['purpose'])
    expect(await refused({ record: { title: 'x' } })).toEqual(['purpose'])
    const other = { name, version, record: { title: 'No update any more' } }
    expect((await staff.post(`/api/admin/templates/${id}`, other)).statusCode).toBe(422)
  })

  test.skipIf(isShort)('is rejected if another gets its name at the same moment', async () => {
    const [other, saved] = [await add(), await add()]
    const version = saved.version
    for (const [path, of] of [
      ['', { kind: 'incident' }],
      [`/${saved.id}`, { version }],
    ] as const) {
      const name = named()
      const answer = await site.database.db.transaction().execute(async (trx) => {
        await trx.updateTable('record_templates').set({ name }).where('id', '=', other.id).execute()
        const asked = staff.post(`/api/admin/templates${path}`, { name, update: UPDATE, ...of })
        await untilSomeoneWaits(site.database.db)
        return { asked }
      })
      const refused = await answer.asked
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['name']])
    }
  })

  test('is removed, and its content is in the audit log', async () => {
    const { id, version } = await add()
    const remove = () => staff.post(`/api/admin/templates/${id}/remove`, { version })
    expect((await staff.post(`/api/admin/templates/${id}/remove`, { version: 7 })).statusCode).toBe(409)
    expect((await remove()).statusCode).toBe(204)
    expect((await remove()).statusCode).toBe(404)
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: 'remove',
      before: { content: UPDATE },
      after: null,
    })
  })

  test('can be reordered: named ones first, the others after them as before', async () => {
    const [a, b] = [await add(), await add()]
    const before = (await list()).map(({ id }) => id)
    const answer = await staff.post('/api/admin/templates/order', { ids: [b.id, a.id] })
    const after = answer.json<{ data: Template[] }>().data.map(({ id }) => id)
    expect(after).toEqual([b.id, a.id, ...before.filter((id) => id !== a.id && id !== b.id)])
    expect((await list()).map(({ id }) => id)).toEqual(after)
    expect((await staff.post('/api/admin/templates/order', { ids: [2_000_000] })).statusCode).toBe(404)
  })
})

describe('Z-05 permission to write', () => {
  const NOTICE = { kind: 'notification', update: undefined }

  test.each<[Role, object, number]>([
    ['url_editor', {}, 403],
    ['legal_team', { kind: 'maintenance' }, 403],
    ['url_editor', { ...NOTICE, record: { notification_type: 'url_change_notification' } }, 200],
    ['url_editor', { ...NOTICE, record: { notification_type: 'sub_processor' } }, 403],
    ['legal_team', { ...NOTICE, record: { notification_type: 'sub_processor' } }, 200],
    ['cloud_apps', { kind: 'notification' }, 200],
    ['customer_success_manager', {}, 403],
    ['jab_compliance', {}, 403],
    ['administrator', {}, 200],
  ])('%s with %j gets %i', async (role, of, status) => {
    const person = await subscriber(site, { roles: [role] })
    const template = { name: named(), kind: 'incident', update: UPDATE, ...of }
    expect((await person.post('/api/admin/templates', template)).statusCode).toBe(status)
  })

  test('editors of records read all templates, and change those of their kind', async () => {
    const { id, version, name } = await add()
    const person = await subscriber(site, { roles: ['legal_team'] })
    const seen = (await list('', person)).find((each) => each.id === id)
    expect(seen).toMatchObject({ name, can_edit: false })
    const save = await person.post(`/api/admin/templates/${id}`, { name, version, update: UPDATE })
    const remove = await person.post(`/api/admin/templates/${id}/remove`, { version })
    const order = await person.post('/api/admin/templates/order', { ids: [id] })
    expect([save.statusCode, remove.statusCode, order.statusCode]).toEqual([403, 403, 403])
  })
})

function auditOf(id: number) {
  return site.database.db
    .selectFrom('audit_log')
    .where('entity', '=', 'template')
    .where('entity_id', '=', String(id))
    .select(['actor', 'action', 'before', 'after'])
    .orderBy('id')
    .execute()
}
