import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import { HOUR_MS } from '../../src/domain/time.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { auditOf, incidentOn, newsroomStaff, publicText, type Staff } from '../support/newsroom.ts'
import { raiseSite } from '../support/raise-edition.ts'
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

describe('Z-02 publishing', () => {
  test('shows the draft to readers, with everything it refers to', async () => {
    const { id, version } = await staff.create(incidentOn(cloud, { data_centers: [cloud.dataCenter] }))
    const record = await staff.published(id, version)
    expect(record).toMatchObject({
      state: 'published',
      draft: null,
      path: `/${cloud.domain}/posts/${id}`,
      posted_on: site.clock.now.toISOString(),
      content: { from_time: site.clock.now.toISOString(), data_centers: [cloud.dataCenter] },
    })
    expect(record.version).toBeGreaterThan(version)
    const row = await site.database.db
      .selectFrom('records')
      .where('id', '=', id)
      .select(['event_type', 'type', 'alias'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({
      event_type: 'service_degradation',
      type: 'core_cloud_services',
      alias: `sign-in-is-slow-${id}`,
    })
    expect(await publicText(site, { id, cloud })).toContain('Some wait for a minute.')
    expect((await auditOf(site, id)).at(-1)).toMatchObject({
      action: 'publish',
      actor: 'trust_admin',
      before: { state: 'draft' },
      after: { state: 'published', title: 'Sign-in is slow' },
    })
  })

  // The short run covers the steps of life-incident.test.ts and life-maintenance.test.ts.
  test.skipIf(isShort)(
    'opens an incident, schedules maintenance, and later updates, corrects or closes',
    async () => {
      const { id, version } = await staff.create(incidentOn(cloud))
      const opened = await staff.published(id, version)
      const second = await staff.saved(id, opened.version, { ...opened.content, summary: 'For two minutes.' })
      const updated = await staff.published(id, second, { notifies: false })
      const third = await staff.saved(id, updated.version, { ...updated.content, summary: 'For 2 minutes.' })
      const corrected = await staff.published(id, third, { is_correction: true, notifies: false })
      const fourth = await staff.saved(id, corrected.version, { ...corrected.content, status_id: 5 })
      const closed = await staff.published(id, fourth, { is_urgent: true })
      expect(closed.content.closed_on).toBe(site.clock.now.toISOString())
      expect(await publicationsOf(id)).toEqual([
        { step: 'opened', notifies: true, is_urgent: false, update_id: null },
        { step: 'updated', notifies: false, is_urgent: false, update_id: null },
        { step: 'corrected', notifies: false, is_urgent: false, update_id: null },
        { step: 'resolved', notifies: true, is_urgent: true, update_id: null },
      ])
      expect((await auditOf(site, id)).at(-1)).toMatchObject({
        before: { status_id: 2, closed_on: null },
        after: { status_id: 5, closed_on: site.clock.now.toISOString() },
      })
      const maintenance = await staff.create({
        ...emptyContent({ kind: 'maintenance' }),
        title: 'Routers',
        clouds: [cloud.id],
        from_time: '2030-01-01T00:00:00.000Z',
        to_time: '2030-01-01T04:00:00.000Z',
      })
      await staff.published(maintenance.id, maintenance.version)
      expect(await publicationsOf(maintenance.id)).toMatchObject([{ step: 'scheduled' }])
    },
  )

  test('reports missing fields and changes nothing', async () => {
    const { id, version } = await staff.create(
      incidentOn(cloud, { title: ' ', clouds: [], services: [], redirect: 'nowhere' }),
    )
    const refused = await staff.publish(id, version)
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual(['title', 'clouds', 'redirect'])
    expect(await staff.read(id)).toMatchObject({ state: 'draft', version })
    expect(await publicationsOf(id)).toEqual([])
  })

  test('an old version is rejected with 409', async () => {
    const { id, version } = await staff.create(incidentOn(cloud))
    await staff.saved(id, version, incidentOn(cloud, { title: 'Changed by somebody' }))
    expect((await staff.publish(id, version)).statusCode).toBe(409)
    expect((await staff.read(id)).state).toBe('draft')
  })

  test('twice with one key publishes once and repeats the first answer, even for a newer version', async () => {
    const { id, version } = await staff.create(incidentOn(cloud))
    const key = { idempotency_key: randomUUID() }
    const both = await Promise.all([staff.publish(id, version, key), staff.publish(id, version, key)])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const { version: next } = await staff.read(id)
    await staff.saved(id, next, incidentOn(cloud, { title: 'In the meantime' }))
    expect((await staff.publish(id, version, key)).statusCode).toBe(200)
    expect(await publicationsOf(id)).toHaveLength(1)
    expect((await staff.read(id)).draft?.content.title).toBe('In the meantime')

    const other = await staff.create(incidentOn(cloud))
    const refused = await staff.publish(other.id, other.version, key)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { errors: { idempotency_key: expect.any(String) } },
    ])
  })

  test('without changes notifies no one', async () => {
    const { id, version } = await staff.create(incidentOn(cloud))
    const published = await staff.published(id, version)
    expect((await staff.publish(id, published.version)).statusCode).toBe(422)
    expect(await publicationsOf(id)).toHaveLength(1)
  })

  test('a record without a draft shows what is there', async () => {
    const { id, version } = await site.database.db
      .selectFrom('records')
      .where('state', '=', 'draft')
      .where('kind', '=', 'incident')
      .where('from_time', 'is not', null)
      .select(['id', 'version'])
      .executeTakeFirstOrThrow()
    expect((await staff.read(id)).draft).toBeNull()
    expect((await staff.published(id, version)).state).toBe('published')
  })

  test('removes what the record no longer refers to', async () => {
    const { id, version } = await staff.create(
      incidentOn(cloud, { data_centers: [cloud.dataCenter], tags: ['a'] }),
    )
    const published = await staff.published(id, version)
    const content = {
      ...published.content,
      data_centers: [],
      tags: [],
      internal: { ...published.content.internal, internal_note: 'x' },
    }
    const after = await staff.published(id, await staff.saved(id, published.version, content))
    expect(after.content).toEqual(content)
    const last = await staff.saved(id, after.version, { ...content, internal: published.content.internal })
    expect((await staff.published(id, last, { notifies: false })).content.internal.internal_note).toBeNull()
  })

  test('keeps the kind of a published record', async () => {
    const { id, version } = await staff.create(incidentOn(cloud))
    const { version: next, content } = await staff.published(id, version)
    const refused = await staff.save(id, next, { ...content, kind: 'advisory' })
    expect(refused.json()).toMatchObject({ errors: { kind: 'The kind of a published record can’t change.' } })
  })

  test('an advisory makes its CVE IDs and score public', async () => {
    const { id, version } = await staff.create({
      ...emptyContent({ kind: 'advisory' }),
      title: 'Weak key',
      clouds: [cloud.id],
      cve_ids: ['CVE-2026-12345'],
      cvss_score: 9.8,
      cvss_vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    })
    await staff.published(id, version)
    const text = await publicText(site, { id, cloud })
    const { data } = (await site.app.inject(`/api/posts/${id}?cloud=${cloud.machineName}`)).json()
    expect(data).toMatchObject({
      cve_ids: ['CVE-2026-12345'],
      cvss_score: 9.8,
      cvss_vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    })
    expect(text).toContain('9.8, critical')
    expect(text).toContain('https://www.cve.org/CVERecord?id=CVE-2026-12345')
  })
})

describe('a retired severity or status', () => {
  test('stays with the records that have it', async () => {
    const { db } = site.database
    const { tid } = await db
      .insertInto('severities')
      .values({
        name: 'Old gravity',
        color_code: '#123456',
        status_icon: 'x',
        rank: 15,
        retired_at: new Date(),
      })
      .returning('tid')
      .executeTakeFirstOrThrow()
    const { id: statusId } = await db
      .insertInto('statuses')
      .values({ name: 'Old stand', class: 'old', icon: 'x', retired_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await raiseSite(db)
    const { id, version } = await staff.create(incidentOn(cloud, { severity_tid: tid, status_id: statusId }))
    await staff.published(id, version)
    const seen = await publicText(site, { id, cloud })
    expect(seen).toContain('Old stand')
    const { data } = (await staff.get('/api/admin/choices')).json()
    expect(data.severities).toContainEqual({ tid, name: 'Old gravity', rank: 15, is_retired: true })
    expect(data.statuses).toContainEqual(
      expect.objectContaining({ id: statusId, is_retired: true, is_closed: false }),
    )
  })
})

describe('unpublishing', () => {
  test.skipIf(isShort)('needs a reason for the audit log, and can be undone', async () => {
    const { id, version } = await staff.create(incidentOn(cloud, { title: 'Not for readers' }))
    await staff.published(id, version)
    const unpublish = (reason: string) => staff.post(`/api/admin/records/${id}/unpublish`, { reason })
    expect((await unpublish('')).statusCode).toBe(400)
    expect((await unpublish('    ')).statusCode).toBe(422)
    expect((await unpublish('wrong cloud')).json()).toMatchObject({ data: { state: 'unpublished' } })
    expect(await publicText(site, { id, cloud })).not.toContain('Not for readers')
    expect((await auditOf(site, id)).at(-1)).toMatchObject({
      action: 'unpublish',
      after: { state: 'unpublished', reason: 'wrong cloud' },
    })
    expect((await unpublish('once more')).statusCode).toBe(422)
    const { on, reason } = (await staff.read(id)).withdrawn ?? {}
    expect({ on, reason }).toEqual({ on: site.clock.now.toISOString(), reason: null })
    const withdrawn = await staff.read(id)
    expect((await staff.published(id, withdrawn.version)).state).toBe('published')
    expect(await publicText(site, { id, cloud })).toContain('Not for readers')
  })

  test('leaves a note with the public reason at the address, until it is published again', async () => {
    const { id, version } = await staff.create(incidentOn(cloud, { title: 'Posted by mistake' }))
    await staff.published(id, version)
    const of = { reason: 'NW-1 wrong desk', public_reason: 'Because the alarm was <b>a test</b>. ' }
    const answer = await staff.post(`/api/admin/records/${id}/unpublish`, of)
    const withdrawn = { on: site.clock.now.toISOString(), reason: 'the alarm was <b>a test</b>' }
    expect(answer.json()).toMatchObject({ data: { state: 'unpublished', withdrawn } })

    const text = await publicText(site, { id, cloud })
    expect(text).not.toMatch(/Posted by mistake|NW-1|wrong desk/)
    const read = await site.app.inject(`/api/posts/${id}?cloud=${cloud.machineName}`)
    expect(read.statusCode).toBe(200)
    const log_entry = expect.objectContaining({ index: expect.any(Number) })
    expect(read.json()).toEqual({ data: null, withdrawn: { ...withdrawn, log_entry } })
    expect((await site.app.inject(`/api/notification/${id}/${cloud.machineName}`)).json()).toEqual({
      data: null,
    })
    const page = await site.app.inject(`/${cloud.domain}/posts/${id}`)
    expect(page.statusCode).toBe(410)
    expect(page.body).toContain('because the alarm was &lt;b&gt;a test&lt;/b&gt;.')
    expect(page.body).toMatch(/<meta name="robots" content="noindex/)
    expect((await site.app.inject(`/${cloud.domain}/notification/${id}`)).statusCode).toBe(404)
    expect((await site.app.inject('/sitemap.xml')).body).not.toContain(`/posts/${id}<`)

    const record = await staff.read(id)
    await staff.saved(id, record.version, { ...record.content, title: 'Being rewritten' })
    expect(await publicText(site, { id, cloud })).not.toContain('Being rewritten')
    expect((await staff.published(id, (await staff.read(id)).version)).withdrawn).toBeNull()
    expect(
      (await site.app.inject(`/api/posts/${id}`)).json<{ withdrawn?: unknown }>().withdrawn,
    ).toBeDefined()
    await publicText(site, { id, cloud })
    const again = (await site.app.inject(`/api/posts/${id}`)).json<{ data: object; withdrawn?: unknown }>()
    expect(again).toMatchObject({ data: { title: 'Being rewritten' } })
    expect(again.withdrawn).toBeUndefined()
  })
})

test('a key that published a record rejects newer text, and a step with it is not a retry', async () => {
  const { id, version } = await staff.create(incidentOn(cloud))
  const of = { idempotency_key: randomUUID() }
  const first = await staff.published(id, version, of)
  expect(await staff.published(id, version, of)).toEqual(first)
  const saved = await staff.saved(id, first.version, { ...first.content, title: 'Typed since' })
  const refused = await staff.publish(id, saved, of)
  expect(refused.statusCode, refused.body).toBe(422)
  expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual(['idempotency_key'])
  expect((await staff.read(id)).draft?.content.title).toBe('Typed since')
  const step = await staff.post(`/api/admin/records/${id}/updates`, {
    ...of,
    body: '<p>x</p>',
    notifies: false,
  })
  expect(step.statusCode, step.body).toBe(422)
})

// The short run covers the same rule for programs, in automation-state.test.ts.
test.skipIf(isShort)(
  'an incident can’t be closed in the future, and loses its end when it goes on',
  async () => {
    const { now } = site.clock
    const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString()
    const { id, version } = await staff.create(incidentOn(cloud, { from_time: at(-5) }))
    const { version: open, content } = await staff.published(id, version)
    const resolved = { ...content, status_id: 5, to_time: at(-3) }
    const early = await staff.saved(id, open, { ...resolved, closed_on: at(1) })
    const refused = await staff.publish(id, early)
    expect(refused.statusCode, refused.body).toBe(422)
    expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual(['closed_on'])
    const closed = await staff.published(id, await staff.saved(id, early, { ...resolved, closed_on: null }))
    expect(closed.content.to_time).toBe(at(-3))
    const again = { ...closed.content, status_id: 2, closed_on: null }
    const reopened = await staff.published(id, await staff.saved(id, closed.version, again))
    expect(reopened.content.to_time).toBeNull()
  },
)

describe('archiving', () => {
  test('closes a record for good and notifies no one, also in its draft', async () => {
    const { id, version } = await staff.create(incidentOn(cloud))
    expect((await staff.post(`/api/admin/records/${id}/archive`, { version })).statusCode).toBe(422)
    const published = await staff.published(id, version)
    const next = await staff.saved(id, published.version, { ...published.content, summary: 'Other words' })
    expect(
      (await staff.post(`/api/admin/records/${id}/archive`, { version: published.version })).statusCode,
    ).toBe(409)
    const archived = await staff.done(`/api/admin/records/${id}/archive`, { version: next })
    expect(archived.content).toMatchObject({ status_id: 8, closed_on: site.clock.now.toISOString() })
    expect(archived.content.summary).toBe(published.content.summary)
    expect(archived.draft?.content).toMatchObject({ status_id: 8, summary: 'Other words' })
    expect((await publicationsOf(id)).at(-1)).toMatchObject({ step: 'corrected', notifies: false })
    expect((await auditOf(site, id)).at(-1)).toMatchObject({
      action: 'archive',
      before: { status_id: 2, closed_on: null },
      after: { status_id: 8 },
    })
  })

  test.skipIf(isShort)('closes maintenance that is still ahead now, not at its start', async () => {
    const at = (hours: number) => new Date(site.clock.now.getTime() + hours * HOUR_MS).toISOString()
    const window = { from_time: at(24), to_time: at(26) }
    const { id, version } = await staff.create(
      incidentOn(cloud, { kind: 'maintenance', status_id: 1, ...window }),
    )
    const { version: next } = await staff.published(id, version)
    const archived = await staff.done(`/api/admin/records/${id}/archive`, { version: next })
    expect(archived.content).toMatchObject({ closed_on: site.clock.now.toISOString(), ...window })
  })

  test('drops the end that was expected later', async () => {
    const expected = new Date(site.clock.now.getTime() + HOUR_MS).toISOString()
    const { id, version } = await staff.create(incidentOn(cloud, { to_time: expected }))
    const { version: next } = await staff.published(id, version)
    const archived = await staff.done(`/api/admin/records/${id}/archive`, { version: next })
    expect(archived.content).toMatchObject({ closed_on: site.clock.now.toISOString(), to_time: null })
  })
})

function publicationsOf(recordId: number) {
  return site.database.db
    .selectFrom('publications')
    .where('record_id', '=', recordId)
    .select(['step', 'notifies', 'is_urgent', 'update_id'])
    .orderBy('id')
    .execute()
}
