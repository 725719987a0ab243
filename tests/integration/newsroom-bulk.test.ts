import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BulkResult, RecordView, TrashedThing } from '../../src/contract/admin/record-lists.ts'
import type { RecordRow } from '../../src/contract/admin/records.ts'
import { deleteOldTrash } from '../../src/db/record-trash.ts'
import { listV1Records } from '../../src/db/v1-records.ts'
import { emptyContent, STATUS } from '../../src/domain/newsroom/empty-content.ts'
import { OVER_HERE } from '../../src/domain/place-states.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { auditOf, incidentOn, newsroomStaff, publicText, type Staff } from '../support/newsroom.ts'
import type { SmallCloud } from '../support/small-site.ts'
import { CLOUD } from '../support/subscriber.ts'

const DAY_S = 86_400

let site: AccountSite
let cloud: SmallCloud
let staff: Staff
let ben: Staff

beforeAll(async () => {
  site = await accountSite()
  cloud = await demoCloud(site.database.db, CLOUD)
  staff = await newsroomStaff(site)
  ben = await newsroomStaff(site, 'blog_editor')
})

afterAll(() => site.stop())

describe('Z-02 several records at once', () => {
  test('are archived in one edition without notifying anyone; what can’t be archived is named with the reason', async () => {
    const closed = await Promise.all(['Ended one', 'Ended two'].map((title) => closedIncident(title)))
    const open = await published('Still burning')
    const draft = await staff.create(incidentOn(cloud, { title: 'Only typed' }))
    const moved = await closedIncident('Moved meanwhile')
    await ben.saved(moved.id, moved.version, { ...moved.content, summary: 'By Ben' })
    const records = [...closed, open, draft, moved, { id: 2_147_483_647, version: 1 }]
    const edition = await editionNumber()

    const trial = await bulk({ act: 'archive', records, is_trial: true })
    expect(await editionNumber()).toBe(edition)
    expect((await staff.read(closed[0]?.id ?? 0)).content.status_id).not.toBe(STATUS.archived)
    const done = await bulk({ act: 'archive', records })
    expect(done).toEqual(trial)
    expect(done.map(({ effect }) => effect)).toEqual(['archived', 'archived', null, null, null, null])
    expect(done.map(({ left_out }) => left_out)).toEqual([
      null,
      null,
      'It is still open. Close it first, so that subscribers are notified.',
      'It is not on the site.',
      expect.stringMatching(/saved changes to this (just now|\d+ seconds? ago)\. Look at it first\.$/),
      'It no longer exists.',
    ])
    expect(await editionNumber()).toBe(edition + 1)
    for (const { id } of closed) {
      expect((await staff.read(id)).content.status_id).toBe(STATUS.archived)
      expect((await auditOf(site, id)).at(-1)).toMatchObject({
        action: 'archive',
        actor_user_id: staff.uid,
        after: { edition: edition + 1 },
      })
      const publication = await site.database.db
        .selectFrom('publications')
        .where('record_id', '=', id)
        .orderBy('id', 'desc')
        .select(['notifies', 'step'])
        .executeTakeFirst()
      expect(publication).toEqual({ notifies: false, step: 'corrected' })
    }
    expect(
      (await bulk({ act: 'archive', records: [await staff.read(closed[0]?.id ?? 0)] }))[0],
    ).toMatchObject({
      left_out: 'It is already archived.',
    })
  })

  test('are discarded: drafts, scheduled ones and unpublished changes go to the trash', async () => {
    const draft = await staff.create(incidentOn(cloud, { title: 'Unwanted draft' }))
    const planned = await staff.create(incidentOn(cloud, { title: 'Unwanted plan' }))
    const scheduled = await staff.done(`/api/admin/records/${planned.id}/schedule`, {
      version: planned.version,
      publish_at: new Date(site.clock.now.getTime() + 3_600_000).toISOString(),
      notifies: true,
    })
    const changed = await published('Wanted, its changes are not')
    const version = await staff.saved(changed.id, changed.version, { ...changed.content, summary: 'No' })
    const plain = await published('Nothing to discard')
    const records = [draft, scheduled, { id: changed.id, version }, plain].map(({ id, version }) => ({
      id,
      version,
    }))
    expect(
      (await bulk({ act: 'discard', records })).map(({ effect, left_out }) => effect ?? left_out),
    ).toEqual([
      'trashed',
      'schedule-trashed',
      'changes-trashed',
      'It is published and has no unpublished changes.',
    ])
    expect((await staff.get(`/api/admin/records/${draft.id}`)).statusCode).toBe(404)
    expect((await staff.read(changed.id)).draft).toBeNull()
  })

  test('are retagged: readers see published ones immediately, drafts stay drafts, colleagues’ changes keep their own words', async () => {
    const live = await published('Retag me live')
    await staff.saved(live.id, live.version, { ...live.content, tags: ['mine'], summary: 'Later' })
    const typed = await staff.read(live.id)
    const draft = await staff.create(incidentOn(cloud, { title: 'Retag me, draft', tags: ['Old'] }))
    const only = await published('Loses its last place')
    const edition = await editionNumber()
    const done = await bulk({
      act: 'retag',
      records: [typed, draft, only],
      add: { tags: ['retagged'], data_centers: [cloud.dataCenter] },
      remove: { tags: ['old'] },
    })
    expect(done.map(({ effect }) => effect)).toEqual(['published', 'draft-changed', 'published'])
    expect(await editionNumber()).toBe(edition + 1)
    const after = await staff.read(live.id)
    expect(after.content).toMatchObject({ tags: ['retagged'], data_centers: [cloud.dataCenter] })
    expect(after.content.summary).toBe(live.content.summary)
    expect(after.draft?.content).toMatchObject({ tags: ['mine', 'retagged'], summary: 'Later' })
    expect((await staff.read(draft.id)).content.tags).toEqual(['retagged'])
    expect((await auditOf(site, draft.id)).at(-1)).toMatchObject({
      action: 'retag',
      after: { tags: ['retagged'] },
    })

    const again = await staff.read(only.id)
    const places = { services: [cloud.service], data_centers: [cloud.dataCenter] }
    const refused = await bulk({ act: 'retag', records: [again], remove: places })
    expect(refused[0]?.left_out).toMatch(/last service or data center/)
    const noCloud = await bulk({ act: 'retag', records: [again], remove: { clouds: [cloud.id] } })
    expect(noCloud[0]?.left_out).toBe('Please choose at least one cloud.')
    expect(
      (await staff.post('/api/admin/records/bulk', { act: 'retag', records: [seen(again)] })).json().message,
    ).toBe('Choose what to add or remove.')
  })

  test.skipIf(isShort)(
    'are open again if retagging publishes all that a draft under embargo said',
    async () => {
      const content = {
        ...emptyContent({ kind: 'advisory' }),
        title: 'Flaw',
        body: '<p>Flaw.</p>',
        clouds: [cloud.id],
      }
      const { id, version } = await staff.create(content)
      const live = await staff.published(id, version)
      await staff.saved(id, live.version, { ...live.content, tags: ['urgent'], embargo: [] })
      await bulk({ act: 'retag', records: [await staff.read(id)], add: { tags: ['urgent'] } })
      const after = await staff.read(id)
      expect([after.draft, after.content.tags, after.content.embargo]).toEqual([null, ['urgent'], null])
      expect((await auditOf(site, id)).at(-1)).toMatchObject({ action: 'retag', after: { embargo: null } })
    },
  )

  test('are not retagged if only places that have recovered would be left of an open incident', async () => {
    const { tid } = await site.database.db
      .selectFrom('services')
      .innerJoin('service_categories', 'service_categories.tid', 'services.category_tid')
      .where('service_categories.cloud_id', '=', cloud.id)
      .where('services.is_active', '=', true)
      .where('services.tid', '<>', cloud.service)
      .select('services.tid')
      .limit(1)
      .executeTakeFirstOrThrow()
    const well = { place: 'service' as const, tid, severity_tid: OVER_HERE }
    const { id, version } = await staff.create(
      incidentOn(cloud, { title: 'Half well', services: [cloud.service, tid], place_states: [well] }),
    )
    const record = await staff.published(id, version)
    const [left] = await bulk({ act: 'retag', records: [record], remove: { services: [cloud.service] } })
    expect(left?.left_out).toContain('better state than the incident itself')
    expect((await staff.read(id)).content.services).toContain(cloud.service)
  })

  test.skipIf(isShort)('are retagged with tidy tags, and only as far as a record can have them', async () => {
    const live = await published('Gets tidy tags')
    const made = await staff.create(incidentOn(cloud, { title: 'Full of tags', tags: manyTags(49) }))
    const full = await staff.published(made.id, made.version)
    const done = await bulk({
      act: 'retag',
      records: [live, full],
      add: { tags: [' db ', 'nu\u0000l'] },
    })
    expect(done.map(({ effect, left_out }) => effect ?? left_out)).toEqual([
      'published',
      'It would have 51 tags, and a record can have 50. Remove some first.',
    ])
    expect((await staff.read(live.id)).content.tags).toEqual(['db', 'nul'])
  })

  test('are limited to 200 and to what each person may edit; others’ drafts don’t exist for them', async () => {
    const many = Array.from({ length: 201 }, (_, at) => ({ id: at + 1, version: 1 }))
    const answer = await staff.post('/api/admin/records/bulk', { act: 'discard', records: many })
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'You can change up to 200 records at once. Select fewer, or narrow the filters.',
    ])
    const legal = await newsroomStaff(site, 'legal_team')
    const live = await closedIncident('Not for lawyers')
    const secret = await staff.create(incidentOn(cloud, { title: 'Secret draft' }))
    const tried = await legal.post('/api/admin/records/bulk', {
      act: 'discard',
      records: [seen(live), seen(secret)],
    })
    expect(tried.json().data).toEqual([
      { id: live.id, title: null, effect: null, left_out: 'You may not edit this kind of record.' },
      { id: secret.id, title: null, effect: null, left_out: 'It no longer exists.' },
    ])
    const reader = await newsroomStaff(site, 'customer_success_manager')
    const refused = await reader.post('/api/admin/records/bulk', { act: 'discard', records: [seen(secret)] })
    expect(refused.statusCode).toBe(403)
  })

  test('are selected as the list has them, with versions', async () => {
    const one = await staff.create(incidentOn(cloud, { title: 'Selectable aardvark' }))
    const two = await staff.create(incidentOn(cloud, { title: 'Selectable bonobo' }))
    const answer = await staff.get('/api/admin/records/selection?q=selectable&sort=title')
    expect(answer.json().data).toEqual([
      { id: one.id, version: 1, title: 'Selectable aardvark' },
      { id: two.id, version: 1, title: 'Selectable bonobo' },
    ])
    expect((await staff.get('/api/admin/records/selection')).json().data).toHaveLength(200)
  })
})

describe('the trash', () => {
  test('has what was discarded; a restored draft is a plain draft with its number', async () => {
    const made = await staff.create(incidentOn(cloud, { title: 'Thrown away', summary: 'Every word' }))
    const planned = await staff.done(`/api/admin/records/${made.id}/schedule`, {
      version: made.version,
      publish_at: new Date(site.clock.now.getTime() + 3_600_000).toISOString(),
      notifies: true,
    })
    await staff.post(`/api/admin/records/${made.id}/discard`, { version: planned.version })
    const thing = await inTrash(made.id)
    expect(thing).toMatchObject({ is_whole: true, title: 'Thrown away', can_restore: true, can_delete: true })
    const days = (Date.parse(thing?.deleted_at ?? '') - Date.parse(thing?.trashed_at ?? '')) / 1000 / DAY_S
    expect(days).toBe(30)
    for (const url of [`/api/admin/records/${made.id}`, `/api/admin/records/${made.id}/recipients`])
      expect((await staff.get(url)).statusCode, url).toBe(404)
    expect((await staff.post(`/api/admin/records/${made.id}/copy`, {})).statusCode).toBe(404)
    const ofPrograms = await listV1Records(site.database.db, { state: 'draft', rows: 100, limit: null })
    expect(ofPrograms.map(({ id }) => id)).not.toContain(made.id)
    const listed = await staff.get('/api/admin/records?q=Thrown')
    expect(listed.json().total).toBe(0)
    const dashboard = (await staff.get('/api/admin/dashboard')).body
    expect(dashboard).not.toContain('Thrown away')
    expect(await publicText(site, { id: made.id, cloud })).not.toContain('Thrown away')

    const restored = await staff.post(`/api/admin/trash/${thing?.id}/restore`, {})
    expect(restored.json()).toEqual({ data: { record_id: made.id } })
    expect(await staff.read(made.id)).toMatchObject({
      state: 'draft',
      publish_at: null,
      scheduled: null,
      draft: { content: { title: 'Thrown away', summary: 'Every word' } },
    })
    expect(await inTrash(made.id)).toBeUndefined()
    const again = await staff.post(`/api/admin/trash/${thing?.id}/restore`, {})
    expect([again.statusCode, again.json().message]).toEqual([
      404,
      expect.stringContaining('no longer in the trash'),
    ])
  })

  test('gives changes back without undoing what was published since, and never overwrites others', async () => {
    const live = await published('Changes come back')
    const version = await staff.saved(live.id, live.version, { ...live.content, title: 'Other title' })
    await staff.post(`/api/admin/records/${live.id}/discard`, { version })
    const thing = await inTrash(live.id)
    expect(thing).toMatchObject({ is_whole: false, title: 'Other title' })
    const now = await staff.read(live.id)
    const typed = await staff.saved(live.id, now.version, { ...now.content, summary: 'News' })
    const blocked = await staff.post(`/api/admin/trash/${thing?.id}/restore`, {})
    expect([blocked.statusCode, blocked.json().message]).toEqual([
      409,
      'This record has other unpublished changes now. Publish or discard them first.',
    ])
    await staff.published(live.id, typed)
    expect((await staff.post(`/api/admin/trash/${thing?.id}/restore`, {})).statusCode).toBe(200)
    const record = await staff.read(live.id)
    expect(record.content).toMatchObject({ title: 'Changes come back', summary: 'News' })
    expect(record.draft?.content).toMatchObject({ title: 'Other title', summary: 'News' })
  })

  test.skipIf(isShort)(
    'gives places back that were added, and leaves those that an update has added or removed since',
    async () => {
      const services = await site.database.db
        .selectFrom('services')
        .innerJoin('service_categories', 'service_categories.tid', 'services.category_tid')
        .where('cloud_id', '=', cloud.id)
        .where('services.tid', '!=', cloud.service)
        .select('services.tid')
        .orderBy('services.tid')
        .limit(2)
        .execute()
      const [typed = 0, affected = 0] = services.map(({ tid }) => tid)
      const live = await published('Places come back')
      const draft = { ...live.content, services: [cloud.service, typed] }
      const version = await staff.saved(live.id, live.version, draft)
      await staff.post(`/api/admin/records/${live.id}/discard`, { version })
      await staff.done(`/api/admin/records/${live.id}/updates`, {
        body: '<p>More.</p>',
        notifies: false,
        add_services: [affected],
        remove_services: [cloud.service],
        place_states: [],
        edition: live.edition,
        idempotency_key: randomUUID(),
      })
      const thing = await inTrash(live.id)
      expect((await staff.post(`/api/admin/trash/${thing?.id}/restore`, {})).statusCode).toBe(200)
      const record = await staff.read(live.id)
      expect(record.draft?.content.services.toSorted((a, b) => a - b)).toEqual([typed, affected])
      expect(Object.keys(record.draft?.content ?? {})).not.toContain('was')
    },
  )

  test.skipIf(isShort)('gives a notification back on all clouds, whichever were added since', async () => {
    const { db } = site.database
    const { id: added } = await db
      .selectFrom('clouds')
      .where('id', '!=', cloud.id)
      .select('id')
      .executeTakeFirstOrThrow()
    const { tid } = await db
      .selectFrom('notification_terms')
      .where('notification_type', '=', 'cloud_app')
      .select('tid')
      .executeTakeFirstOrThrow()
    const made = await staff.create({
      ...emptyContent({ kind: 'notification', notificationType: 'cloud_app' }),
      title: 'For everyone',
      body: '<p>News.</p>',
      clouds: [cloud.id],
      terms: [tid],
    })
    const live = await staff.published(made.id, made.version)
    const version = await staff.saved(live.id, live.version, { ...live.content, clouds: [] })
    await staff.post(`/api/admin/records/${live.id}/discard`, { version })
    const thing = await inTrash(live.id)
    const before = await staff.read(live.id)
    const wider = { ...live.content, clouds: [cloud.id, added] }
    await staff.published(live.id, await staff.saved(live.id, before.version, wider))
    expect((await staff.post(`/api/admin/trash/${thing?.id}/restore`, {})).statusCode).toBe(200)
    expect((await staff.read(live.id)).draft?.content.clouds).toEqual([])
  })

  test('gives embargoed changes back with their embargo, which typing on keeps', async () => {
    const advisory = { ...emptyContent({ kind: 'advisory' }), title: 'Flaw, published', clouds: [cloud.id] }
    const made = await staff.create(advisory)
    const live = await staff.published(made.id, made.version)
    const embargo = [staff.uid]
    const version = await staff.saved(live.id, live.version, {
      ...live.content,
      summary: 'Unknown yet',
      embargo,
    })
    await staff.post(`/api/admin/records/${live.id}/discard`, { version })
    const thing = await inTrash(live.id)
    expect((await staff.post(`/api/admin/trash/${thing?.id}/restore`, {})).statusCode).toBe(200)
    const restored = await staff.read(live.id)
    const content = restored.draft?.content ?? expect.fail('There are no unpublished changes')
    expect(content).toMatchObject({ summary: 'Unknown yet', embargo })
    await staff.saved(live.id, restored.version, { ...content, summary: 'Unknown yet, word' })
    expect((await staff.read(live.id)).draft?.content).toMatchObject({
      summary: 'Unknown yet, word',
      embargo,
    })
    expect((await ben.get(`/api/admin/records/${live.id}`)).body).not.toContain('Unknown yet')
  })

  test('and filters don’t reveal who works on something under embargo', async () => {
    const ada = await newsroomStaff(site)
    const advisory = { ...emptyContent({ kind: 'advisory' }), title: 'Flaw of wombats', clouds: [cloud.id] }
    const made = await staff.create(advisory)
    const live = await staff.published(made.id, made.version)
    const embargo = [ada.uid]
    await ada.saved(live.id, live.version, { ...live.content, summary: 'Unknown yet', embargo })
    const found = async (who: Staff, by: Staff) =>
      (await who.get(`/api/admin/records?q=wombats&edited_by=${by.uid}`)).json<{ total: number }>().total
    expect([await found(staff, ada), await found(staff, staff)]).toEqual([1, 0])
    expect([await found(ben, ada), await found(ben, staff)]).toEqual([0, 1])
  })

  test('is closed to those who may not read it, and only some may delete for good', async () => {
    const advisory = await staff.create({
      ...emptyContent({ kind: 'advisory' }),
      title: 'Embargoed flaw',
      clouds: [cloud.id],
      embargo: [staff.uid],
    })
    await staff.post(`/api/admin/records/${advisory.id}/discard`, { version: advisory.version })
    const thing = await inTrash(advisory.id)
    expect(thing?.title).toBe('Embargoed flaw')
    expect((await ben.get('/api/admin/trash')).body).not.toContain('Embargoed flaw')
    const path = `/api/admin/records/${advisory.id}`
    for (const url of [`/api/admin/trash/${thing?.id}/restore`, `${path}/restore`])
      expect((await ben.post(url, {})).statusCode, url).toBe(404)
    const watch = { tab: 'a'.repeat(32), edition: 0, is_posting: false }
    const watched = async (who: Staff) => (await who.post(`${path}/watch`, watch)).json().message
    const discarded = async (who: Staff) => {
      const answer = await who.post('/api/admin/records/bulk', { act: 'discard', records: [seen(advisory)] })
      return answer.json<{ data: BulkResult[] }>().data[0]?.left_out
    }
    expect(await watched(staff)).toMatch(/ discarded this /)
    expect(await discarded(staff)).toMatch(/ discarded this /)
    const missing = await ben.post('/api/admin/records/2147483647/watch', watch)
    expect(await watched(ben)).toBe(missing.json().message)
    expect(await discarded(ben)).toBe('It no longer exists.')
    expect((await ben.post(`/api/admin/trash/${thing?.id}/delete`, {})).statusCode).toBe(403)
    expect((await staff.post(`/api/admin/trash/${thing?.id}/delete`, {})).statusCode).toBe(204)
    const left = await site.database.db
      .selectFrom('records')
      .where('id', '=', advisory.id)
      .select('id')
      .executeTakeFirst()
    expect(left).toBeUndefined()
    expect((await auditOf(site, advisory.id)).at(-1)).toMatchObject({ action: 'delete' })
  })

  test('is emptied after 30 days, not before', async () => {
    const made = await staff.create(incidentOn(cloud, { title: 'Rots in the trash' }))
    await staff.post(`/api/admin/records/${made.id}/discard`, { version: made.version })
    const { db } = site.database
    const inDays = (days: number) => new Date(site.clock.now.getTime() + days * DAY_S * 1000)
    const exists = async () =>
      (await db.selectFrom('records').where('id', '=', made.id).select('id').executeTakeFirst()) !== undefined
    await deleteOldTrash(db, inDays(29.9))
    expect(await exists()).toBe(true)
    await deleteOldTrash(db, inDays(30.1))
    expect(await exists()).toBe(false)
    expect((await auditOf(site, made.id)).at(-1)).toMatchObject({ action: 'delete', actor: 'system' })
    expect((await staff.get('/api/admin/trash')).json().total).toBe(0)
  })

  test.skipIf(isShort)('is emptied without counting as the last edit', async () => {
    const live = await published('Last edited by a quokka')
    const version = await ben.saved(live.id, live.version, { ...live.content, summary: 'No' })
    await ben.post(`/api/admin/records/${live.id}/discard`, { version })
    await deleteOldTrash(site.database.db, new Date(site.clock.now.getTime() + 31 * DAY_S * 1000))
    expect((await auditOf(site, live.id)).at(-1)).toMatchObject({ action: 'delete-changes', actor: 'system' })
    const found = async (by: string) =>
      (await staff.get(`/api/admin/records?q=quokka&${by}`)).json<{ total: number }>().total
    expect([await found(`edited_by=${ben.uid}`), await found('edited_by=programs')]).toEqual([1, 0])
    const [left] = await bulk({ act: 'archive', records: [{ id: live.id, version }] })
    expect(left?.left_out).toMatch(/ discarded the unpublished changes of this /)
  })
})

describe('saved views', () => {
  test('are own or shared, one opens automatically, and they give no rights', async () => {
    const made = await ben.post('/api/admin/views', {
      name: '  My   drafts ',
      query: 'page=3&state=draft&created_by=me&evil=1&sort=-changed',
      is_shared: false,
      is_default: true,
    })
    expect(made.statusCode, made.body).toBe(200)
    const { id } = made.json().data
    expect(made.json().data.views).toEqual([
      {
        id,
        name: 'My drafts',
        query: 'state=draft&created_by=me',
        is_shared: false,
        made_by: expect.any(String),
        is_own: true,
        is_default: true,
        can_change: true,
      },
    ])
    expect(await views(staff)).toEqual([])
    for (const [path, body] of [
      ['', { name: 'x' }],
      ['/delete', {}],
      ['/default', { is_default: true }],
    ] as const)
      expect((await staff.post(`/api/admin/views/${id}${path}`, body)).statusCode).toBe(404)
    const twice = await ben.post('/api/admin/views', { name: 'my DRAFTS', query: '', is_shared: false })
    expect([twice.statusCode, twice.json().message]).toEqual([
      422,
      'A view with this name exists. Choose another name.',
    ])

    const reader = await newsroomStaff(site, 'customer_success_manager')
    const shared = { name: 'For all', query: 'state=open', is_shared: true }
    expect((await reader.post('/api/admin/views', shared)).statusCode).toBe(403)
    const { id: sharedId } = (await ben.post('/api/admin/views', shared)).json().data
    expect(await views(reader)).toMatchObject([{ name: 'For all', is_own: false, can_change: false }])
    expect((await reader.post(`/api/admin/views/${sharedId}`, { name: 'Mine' })).statusCode).toBe(403)
    expect((await reader.post(`/api/admin/views/${sharedId}/default`, { is_default: true })).statusCode).toBe(
      200,
    )
    expect((await staff.post(`/api/admin/views/${sharedId}`, { query: 'state=draft' })).statusCode).toBe(200)
    expect((await ben.post(`/api/admin/views/${sharedId}`, { is_shared: false })).statusCode).toBe(200)
    expect(await views(reader)).toEqual([])
  })

  test('of a deleted account: own ones go, shared ones stay', async () => {
    const gone = await newsroomStaff(site, 'blog_editor')
    await gone.post('/api/admin/views', { name: 'Private one', query: '', is_shared: false })
    await gone.post('/api/admin/views', { name: 'Left behind', query: 'kind=incident', is_shared: true })
    await site.database.db.deleteFrom('users').where('id', '=', gone.uid).execute()
    const left = await site.database.db
      .selectFrom('record_views')
      .where('name', 'in', ['Private one', 'Left behind'])
      .select(['name', 'made_by'])
      .execute()
    expect(left).toEqual([{ name: 'Left behind', made_by: null }])
    expect(await views(ben)).toContainEqual(
      expect.objectContaining({ name: 'Left behind', can_change: false }),
    )
    expect(await views(staff)).toContainEqual(
      expect.objectContaining({ name: 'Left behind', can_change: true }),
    )
  })

  test('are limited in number', async () => {
    const many = await newsroomStaff(site, 'blog_editor')
    const save = (at: number) =>
      many.post('/api/admin/views', { name: `View ${at}`, query: '', is_shared: false })
    expect((await save(0)).statusCode).toBe(200)
    const of = {
      query: '',
      private_to: many.uid,
      made_by: many.uid,
      made_at: new Date(),
      changed_at: new Date(),
    }
    const more = Array.from({ length: 49 }, (_, at) => ({ ...of, name: `View of before ${at}` }))
    await site.database.db.insertInto('record_views').values(more).execute()
    const full = await save(50)
    expect([full.statusCode, full.json().message]).toEqual([
      422,
      'You have 50 views already. Delete one first.',
    ])
  })
})

describe('the export', () => {
  test('has all pages of the list, safe in spreadsheets, with confidential fields for those who may read them', async () => {
    const made = await staff.create(
      incidentOn(cloud, {
        title: '=HYPERLINK("evil"), exported',
        internal: { ...incidentOn(cloud).internal, internal_note: 'Root cause: a cat' },
      }),
    )
    await staff.published(made.id, made.version)
    const csv = await exported(staff, { format: 'csv', q: 'exported' })
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, line] = csv.body.split('\r\n')
    expect(head).toMatch(/^Number,Kind,/)
    const columns = head?.split(',') ?? []
    expect(new Set(columns).size).toBe(columns.length)
    expect(line).toContain(`"'=HYPERLINK(""evil""), exported"`)
    expect(line).toContain('Root cause: a cat')
    const legal = await newsroomStaff(site, 'legal_team')
    const { data } = (await exported(legal, { format: 'json', q: 'exported' })).json()
    expect(data).toMatchObject([
      { id: made.id, state: 'published', internal: { internal_note: null }, is_embargoed: false },
    ])
    expect(data[0].clouds).toEqual([cloud.domain])

    const all = (await exported(staff, { format: 'json', sort: 'title' })).json().data as { id: number }[]
    const list = (await staff.get('/api/admin/records?sort=title')).json<{
      data: RecordRow[]
      total: number
    }>()
    expect(all).toHaveLength(list.total)
    expect(all.slice(0, 25).map(({ id }) => id)).toEqual(list.data.map(({ id }) => id))
    const entry = await site.database.db
      .selectFrom('audit_log')
      .where('entity', '=', 'records')
      .orderBy('id', 'desc')
      .select(['action', 'actor_user_id', 'after'])
      .executeTakeFirst()
    expect(entry).toEqual({
      action: 'export',
      actor_user_id: staff.uid,
      after: { sort: 'title', records: list.total },
    })
    const wrong = await staff.post('/api/admin/records/export', { format: 'csv', since: '2026-02-31' })
    expect(wrong.statusCode).toBe(422)
  })
})

function manyTags(count: number) {
  return Array.from({ length: count }, (_, at) => `tag ${at}`)
}

function seen({ id, version }: { id: number; version: number }) {
  return { id, version }
}

async function bulk(body: { records: readonly { id: number; version: number }[]; [field: string]: unknown }) {
  const answer = await staff.post('/api/admin/records/bulk', { ...body, records: body.records.map(seen) })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: BulkResult[] }>().data
}

async function published(title: string) {
  const { id, version } = await staff.create(incidentOn(cloud, { title }))
  return staff.published(id, version)
}

async function closedIncident(title: string) {
  const { id, version } = await staff.create(incidentOn(cloud, { title, status_id: STATUS.resolved }))
  return staff.published(id, version)
}

async function editionNumber() {
  const { number } = await site.database.db.selectFrom('edition').select('number').executeTakeFirstOrThrow()
  return number
}

async function inTrash(recordId: number) {
  const { data } = (await staff.get('/api/admin/trash')).json<{ data: TrashedThing[] }>()
  return data.find(({ record_id }) => record_id === recordId)
}

async function views(of: Staff) {
  return (await of.get('/api/admin/views')).json<{ data: RecordView[] }>().data
}

async function exported(of: Staff, body: object) {
  const answer = await of.post('/api/admin/records/export', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}
