import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { auditOf, incidentOn, newsroomStaff, publicText, type Staff } from '../support/newsroom.ts'
import type { SmallCloud } from '../support/small-site.ts'
import { CLOUD } from '../support/subscriber.ts'

let site: AccountSite
let cloud: SmallCloud
let staff: Staff

beforeAll(async () => {
  site = await accountSite()
  cloud = await demoCloud(site.database.db, CLOUD)
  staff = await newsroomStaff(site)
})

afterAll(() => site.stop())

describe('Z-02 a record starts', () => {
  test('as a draft that is returned as typed', async () => {
    const content = incidentOn(cloud, {
      tags: ['sign-in'],
      internal: { ...incidentOn(cloud).internal, internal_note: 'Ann is on it' },
    })
    const record = await staff.create(content)
    expect(record).toEqual({
      id: expect.any(Number),
      version: 1,
      edition: null,
      state: 'draft',
      alias: `sign-in-is-slow-${record.id}`,
      path: null,
      content,
      draft: {
        content,
        saved_at: site.clock.now.toISOString(),
        saved_by: { uid: staff.uid, name: expect.any(String) },
      },
      updates: [],
      changes: [],
      scheduled: null,
      withdrawn: null,
      publish_at: null,
      publish_notifies: true,
      created_at: site.clock.now.toISOString(),
      posted_on: null,
      updated_on: site.clock.now.toISOString(),
      series_id: null,
      can_edit: true,
      approval: { needs: { publish: false, updates: false }, request: null, without: [] },
    })
    expect(record.draft?.saved_by?.name).not.toContain('@')
    expect(await staff.read(record.id)).toEqual(record)
  })

  test('once per key, however often it is sent', async () => {
    const asked = { content: incidentOn(cloud), idempotency_key: randomUUID() }
    const both = await Promise.all([
      staff.done('/api/admin/records', asked),
      staff.done('/api/admin/records', asked),
    ])
    expect(new Set(both.map(({ id }) => id)).size).toBe(1)
    expect((await staff.done('/api/admin/records', asked)).id).toBe(both[0]?.id)
  })

  test('with what was typed before the first answer arrived', async () => {
    const idempotency_key = randomUUID()
    const first = await staff.done('/api/admin/records', { content: incidentOn(cloud), idempotency_key })
    const content = incidentOn(cloud, { title: 'Sign-in fails' })
    const again = await staff.done('/api/admin/records', { content, idempotency_key })
    expect(again).toMatchObject({ id: first.id, content: { title: 'Sign-in fails' } })
    const late = await staff.done('/api/admin/records', { content: incidentOn(cloud), idempotency_key })
    expect(late).toEqual(again)
  })

  test('without a title, cloud or valid references: only an invalid time is rejected', async () => {
    const unfinished = incidentOn(cloud, {
      title: '',
      clouds: [2_000_000],
      services: [2_000_000],
      status_id: 2_000_000,
      severity_tid: 2_000_000,
      from_time: '2026-11-15T12:00:00.000Z',
      to_time: '2026-11-15T11:00:00.000Z',
      redirect: 'nowhere',
      cve_ids: ['soon'],
    })
    const record = await staff.create(unfinished)
    expect(record.content).toEqual(unfinished)
    const refused = await staff.save(record.id, record.version, { ...unfinished, from_time: 'at noon' })
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toEqual({
      message: 'Not a valid time.',
      errors: { from_time: 'Not a valid time.' },
    })
  })

  test('with a body that is sanitized immediately', async () => {
    const { id, version } = await staff.create(
      incidentOn(cloud, { body: '<p onclick="x()">Slow</p><script>x()</script>' }),
    )
    expect((await staff.read(id)).content.body).toBe('<p>Slow</p>')
    await staff.saved(id, version, incidentOn(cloud, { body: '<p>Slower</p><iframe></iframe>' }))
    expect((await staff.read(id)).content.body).toBe('<p>Slower</p>')
  })

  test('and rejects unknown fields and wrong types', async () => {
    const content = incidentOn(cloud)
    const bodies = [
      {},
      { content: { ...content, state: 'published' } },
      { content: { ...content, clouds: 'all' } },
      { content: { ...content, kind: 'party' } },
      { content: { ...content, title: 'x'.repeat(301) } },
      { content: { ...content, internal: { ...content.internal, password: 'x' } } },
      { content, idempotency_key: 'with a nul\u0000' },
    ]
    for (const body of bodies) expect((await staff.post('/api/admin/records', body)).statusCode).toBe(400)
  })
})

describe('a draft', () => {
  test('gets a new version and an audit entry with each save', async () => {
    const first = incidentOn(cloud)
    const { id, version } = await staff.create(first)
    const second = { ...first, title: 'Sign-in fails', clouds: [cloud.id] }
    site.clock.pass(5)
    const answer = await staff.save(id, version, second)
    expect(answer.json()).toEqual({ data: { version: version + 1, saved_at: site.clock.now.toISOString() } })
    const record = await staff.read(id)
    expect(record.content).toEqual(second)
    expect(record.alias).toBe(`sign-in-fails-${id}`)
    expect(await auditOf(site, id)).toMatchObject([
      { action: 'create', before: null, after: { kind: 'incident', title: 'Sign-in is slow' } },
      {
        action: 'save-draft',
        actor: 'trust_admin',
        actor_user_id: staff.uid,
        before: { title: 'Sign-in is slow' },
        after: { title: 'Sign-in fails' },
      },
    ])
  })

  test.skipIf(isShort)(
    'that is being typed is audited once in ten minutes, shortened; publishing audits all of it',
    async () => {
      const body = `<p>${'long '.repeat(2_000)}</p>`
      const first = incidentOn(cloud)
      const created = await staff.create(first)
      const { id } = created
      let { version } = created
      for (const word of ['one', 'two', 'three']) {
        site.clock.pass(60)
        version = await staff.saved(id, version, { ...first, title: `Typed ${word}`, body })
      }
      const typedOn = await auditOf(site, id)
      expect(typedOn.map(({ action }) => action)).toEqual(['create', 'save-draft'])
      expect(JSON.stringify(typedOn[1]).length).toBeLessThan(1_500)

      const other = await newsroomStaff(site, 'blog_editor')
      version = await other.saved(id, version, { ...first, title: 'By another', body })
      version = await staff.saved(id, version, { ...first, title: 'By the first', body })
      site.clock.pass(11 * 60)
      version = await staff.saved(id, version, { ...first, title: 'Later', body })
      const saves = (await auditOf(site, id)).filter(({ action }) => action === 'save-draft')
      expect(saves.map(({ after }) => (after as { title: string }).title)).toEqual([
        'Typed one',
        'By another',
        'By the first',
        'Later',
      ])
      await staff.published(id, version)
      const published = (await auditOf(site, id)).at(-1)?.after as { title: string; body: string }
      expect(published).toMatchObject({ title: 'Later', summary: first.summary, clouds: [cloud.id] })
      expect(published.body).toContain('(10007 characters)')
    },
  )

  test('saved unchanged keeps its version', async () => {
    const content = incidentOn(cloud)
    const { id, version } = await staff.create(content)
    expect(await staff.saved(id, version, content)).toBe(version)
    expect(await auditOf(site, id)).toHaveLength(1)
  })

  test('Z-07 saved second is rejected with 409, and nothing is overwritten', async () => {
    const content = incidentOn(cloud)
    const other = await newsroomStaff(site, 'blog_editor')
    const { id, version } = await staff.create(content)
    await staff.saved(id, version, { ...content, title: 'First' })
    const refused = await other.save(id, version, { ...content, title: 'Second' })
    expect(refused.statusCode).toBe(409)
    expect((await other.read(id)).content.title).toBe('First')
    const both = await Promise.all([
      staff.save(id, version + 1, { ...content, title: 'Third' }),
      other.save(id, version + 1, { ...content, title: 'Fourth' }),
    ])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  test('of an unknown record is not found', async () => {
    expect((await staff.save(2_000_000_000, 1, incidentOn(cloud))).statusCode).toBe(404)
    expect((await staff.get('/api/admin/records/2000000000')).statusCode).toBe(404)
  })

  test('L-09 is hidden from readers, and so are changes of published records and internal fields', async () => {
    const secret = 'QUIETCANARY'
    const record = await staff.create(incidentOn(cloud, { title: `Draft ${secret}` }))
    expect(await publicText(site, { id: record.id, cloud })).not.toContain(secret)

    const content = incidentOn(cloud, {
      title: 'Published for all',
      internal: {
        ...record.content.internal,
        internal_note: secret,
        jira_link: `https://jira.example/${secret}`,
      },
    })
    const shown = await staff.create(content)
    const { version } = await staff.published(shown.id, shown.version)
    await staff.saved(shown.id, version, {
      ...content,
      title: `New title ${secret}`,
      body: `<p>${secret}</p>`,
      severity_tid: 20,
    })
    const seen = await publicText(site, { id: shown.id, cloud })
    expect(seen).toContain('Published for all')
    expect(seen).not.toContain(secret)
    const both = await staff.read(shown.id)
    expect([both.content.title, both.draft?.content.title]).toEqual([
      'Published for all',
      `New title ${secret}`,
    ])
  })

  test('that reverts to the published text is removed', async () => {
    const content = incidentOn(cloud)
    const { id, version } = await staff.create(content)
    const published = await staff.published(id, version)
    const next = await staff.saved(id, published.version, { ...published.content, title: 'Oops' })
    await staff.saved(id, next, published.content)
    expect((await staff.read(id)).draft).toBeNull()
  })
})

describe('discarding', () => {
  test('an unpublished record moves it to the trash, where only its screen finds it', async () => {
    const { id, version } = await staff.create(incidentOn(cloud))
    expect((await staff.post(`/api/admin/records/${id}/discard`, { version: version + 1 })).statusCode).toBe(
      409,
    )
    expect((await staff.post(`/api/admin/records/${id}/discard`, { version })).statusCode).toBe(204)
    expect((await staff.get(`/api/admin/records/${id}`)).statusCode).toBe(404)
    expect((await auditOf(site, id)).at(-1)).toMatchObject({
      action: 'trash',
      before: { state: 'draft', title: 'Sign-in is slow' },
      after: null,
    })
  })

  test('changes to a published record keeps what readers see', async () => {
    const { id, version } = await staff.create(incidentOn(cloud))
    const published = await staff.published(id, version)
    const next = await staff.saved(id, published.version, { ...published.content, title: 'Other words' })
    expect((await staff.post(`/api/admin/records/${id}/discard`, { version: next })).statusCode).toBe(204)
    const record = await staff.read(id)
    expect(record).toMatchObject({ state: 'published', draft: null, version: next + 1 })
    expect(record.content).toEqual(published.content)
    expect((await auditOf(site, id)).at(-1)).toMatchObject({
      action: 'discard-draft',
      before: { title: 'Other words' },
      after: { title: 'Sign-in is slow' },
    })
  })

  test('changes to a withdrawn record never deletes it', async () => {
    const { id, version } = await staff.create(incidentOn(cloud))
    await staff.published(id, version)
    const { version: now } = await staff.done(`/api/admin/records/${id}/unpublish`, { reason: 'a mistake' })
    expect((await staff.post(`/api/admin/records/${id}/discard`, { version: now })).statusCode).toBe(204)
    expect((await staff.read(id)).state).toBe('unpublished')
  })
})

test('a copy has the text of another record, without its times and internal links', async () => {
  const content = incidentOn(cloud, {
    status_id: 5,
    closed_on: '2026-11-15T12:00:00.000Z',
    from_time: '2026-11-15T11:00:00.000Z',
    internal: { ...incidentOn(cloud).internal, jira_link: 'https://jira.example/1' },
  })
  const original = await staff.create(content)
  await staff.published(original.id, original.version, { notifies: false })
  const copy = await staff.done(`/api/admin/records/${original.id}/copy`, {})
  expect(copy.id).not.toBe(original.id)
  expect(copy.state).toBe('draft')
  expect(copy.content).toEqual(incidentOn(cloud))
  expect((await staff.post('/api/admin/records/2000000000/copy')).statusCode).toBe(404)
})
