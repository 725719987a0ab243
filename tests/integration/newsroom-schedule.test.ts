import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import type { RecordContent } from '../../src/domain/newsroom/record-content.ts'
import { publishScheduled } from '../../src/publishing/records/publish-scheduled.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { auditOf, incidentOn, newsroomStaff, publicText, type Staff } from '../support/newsroom.ts'
import type { SmallCloud } from '../support/small-site.ts'
import { CLOUD } from '../support/subscriber.ts'

const HOUR_MS = 3_600_000

let site: AccountSite
let cloud: SmallCloud
let staff: Staff

beforeAll(async () => {
  site = await accountSite()
  cloud = await demoCloud(site.database.db, CLOUD)
  staff = await newsroomStaff(site)
})

afterAll(() => site.stop())

function advisoryOn({ id }: SmallCloud, fields: Partial<RecordContent> = {}): RecordContent {
  return { ...emptyContent({ kind: 'advisory' }), title: 'Reported flaw', clouds: [id], ...fields }
}

test('Z-02 what was scheduled is what goes out, once; later edits stay unpublished changes', async () => {
  const { id, version } = await staff.create(incidentOn(cloud, { title: 'TOOEARLY news' }))
  const publish_at = inHours(2)
  const scheduled = await staff.done(`/api/admin/records/${id}/schedule`, {
    version,
    publish_at,
    notifies: false,
  })
  expect(scheduled).toMatchObject({ state: 'scheduled', publish_at, publish_notifies: false, path: null })
  expect(await publicText(site, { id, cloud })).not.toContain('TOOEARLY')
  const changed = incidentOn(cloud, { title: 'TOOEARLY news, edited' })
  await staff.saved(id, scheduled.version, changed)
  expect(await staff.read(id)).toMatchObject({
    state: 'scheduled',
    publish_at,
    scheduled: { content: { title: 'TOOEARLY news' }, confirmed_by: { uid: expect.any(Number) } },
    draft: { content: { title: 'TOOEARLY news, edited' } },
  })

  expect(await timeHasCome(id, inHours(1))).toEqual({ kind: 'not-due' })
  expect(await timeHasCome(id, publish_at)).toMatchObject({ kind: 'published' })
  expect(await timeHasCome(id, publish_at)).toEqual({ kind: 'not-due' })
  const record = await staff.read(id)
  expect(record).toMatchObject({ state: 'published', posted_on: publish_at, publish_at, scheduled: null })
  expect(record.content.title).toBe('TOOEARLY news')
  // What publishing filled in, such as the start, is also in the draft: publishing it must not take that back.
  expect(record.draft?.content).toEqual({ ...record.content, title: 'TOOEARLY news, edited' })
  const text = await publicText(site, { id, cloud })
  expect(text).toContain('TOOEARLY news')
  expect(text).not.toContain('edited')
  const publications = await site.database.db
    .selectFrom('publications')
    .where('record_id', '=', id)
    .select(['step', 'notifies'])
    .execute()
  expect(publications).toEqual([{ step: 'opened', notifies: false }])
  expect((await auditOf(site, id)).map(({ action, actor }) => [action, actor])).toEqual([
    ['create', 'trust_admin'],
    ['schedule', 'trust_admin'],
    ['save-draft', 'trust_admin'],
    ['publish', 'system'],
  ])
})

test.skipIf(isShort)(
  'Z-02 a changed version goes out if someone confirms it, and nothing is left over',
  async () => {
    const { id, version } = await staff.create(incidentOn(cloud, { title: 'First words' }))
    const schedule = { publish_at: inHours(2), notifies: true }
    const path = `/api/admin/records/${id}/schedule`
    const scheduled = await staff.done(path, { version, ...schedule })
    const saved = await staff.saved(id, scheduled.version, incidentOn(cloud, { title: 'Better words' }))
    expect((await staff.post(path, { version: scheduled.version, ...schedule })).statusCode).toBe(409)
    const confirmed = await staff.done(path, { version: saved, ...schedule })
    expect(confirmed.scheduled?.content.title).toBe('Better words')
    expect(await timeHasCome(id, schedule.publish_at)).toMatchObject({ kind: 'published' })
    const record = await staff.read(id)
    expect(record).toMatchObject({ content: { title: 'Better words' }, draft: null, scheduled: null })
  },
)

test('Z-05 what was typed under embargo stays under it when the scheduled version goes out', async () => {
  const outsider = await newsroomStaff(site, 'blog_editor')
  const { id, version } = await staff.create(advisoryOn(cloud, { title: 'Known flaw', embargo: [] }))
  const publish_at = inHours(2)
  const path = `/api/admin/records/${id}/schedule`
  const scheduled = await staff.done(path, { version, publish_at, notifies: false })
  await staff.saved(id, scheduled.version, advisoryOn(cloud, { title: 'UNDISCLOSED flaw', embargo: [] }))
  expect(await timeHasCome(id, publish_at)).toMatchObject({ kind: 'published' })
  const open = await outsider.read(id)
  expect([open.content.title, open.draft]).toEqual(['Known flaw', null])
  expect(await staff.read(id)).toMatchObject({
    content: { title: 'Known flaw' },
    draft: { content: { title: 'UNDISCLOSED flaw', embargo: [] } },
  })
  expect(await publicText(site, { id, cloud })).not.toContain('UNDISCLOSED')
})

test.skipIf(isShort)(
  'Z-05 an embargo is over with the scheduled version if nothing else was typed',
  async () => {
    const { id, version } = await staff.create(advisoryOn(cloud, { embargo: [] }))
    const publish_at = inHours(2)
    const path = `/api/admin/records/${id}/schedule`
    const scheduled = await staff.done(path, { version, publish_at, notifies: false })
    await staff.saved(id, scheduled.version, advisoryOn(cloud, { embargo: [staff.uid] }))
    expect(await timeHasCome(id, publish_at)).toMatchObject({ kind: 'published' })
    expect(await staff.read(id)).toMatchObject({ content: { embargo: null }, draft: null })
  },
)

test('Z-05 an embargo set after scheduling cancels the schedule and keeps the words', async () => {
  const { id, version } = await staff.create(advisoryOn(cloud))
  const publish_at = inHours(2)
  const path = `/api/admin/records/${id}/schedule`
  const scheduled = await staff.done(path, { version, publish_at, notifies: false })
  const saved = await staff.saved(id, scheduled.version, advisoryOn(cloud, { title: 'Worse', embargo: [] }))
  const record = await staff.read(id)
  expect(record).toMatchObject({ state: 'draft', version: saved, publish_at: null, scheduled: null })
  expect(record.draft?.content).toMatchObject({ title: 'Worse', embargo: [] })
  expect(await timeHasCome(id, publish_at)).toEqual({ kind: 'not-due' })
  expect((await auditOf(site, id)).map(({ action }) => action)).toContain('unschedule')
})

test.skipIf(isShort)(
  'Z-02 a record that an earlier release scheduled goes out as its draft is then',
  async () => {
    const { id, version } = await staff.create(incidentOn(cloud, { title: 'Before the upgrade' }))
    const publish_at = inHours(2)
    const scheduled = await staff.done(`/api/admin/records/${id}/schedule`, {
      version,
      publish_at,
      notifies: true,
    })
    await site.database.db.deleteFrom('record_schedules').where('record_id', '=', id).execute()
    await staff.saved(id, scheduled.version, incidentOn(cloud, { title: 'After the upgrade' }))
    expect((await staff.read(id)).scheduled).toBeNull()
    expect(await timeHasCome(id, publish_at)).toMatchObject({ kind: 'published' })
    expect(await staff.read(id)).toMatchObject({ content: { title: 'After the upgrade' }, draft: null })
  },
)

test('scheduling needs a future time and a complete, unpublished record', async () => {
  const { id, version } = await staff.create(incidentOn(cloud))
  const schedule = (of: object, recordId = id) =>
    staff.post(`/api/admin/records/${recordId}/schedule`, {
      version,
      publish_at: inHours(1),
      notifies: true,
      ...of,
    })
  expect((await schedule({ publish_at: inHours(-1) })).json()).toMatchObject({
    errors: { publish_at: 'This time is in the past. Choose a future time, or publish now.' },
  })
  expect((await schedule({ publish_at: 'tomorrow' })).statusCode).toBe(422)
  expect((await schedule({ version: version + 1 })).statusCode).toBe(409)
  const untitled = await staff.create(incidentOn(cloud, { title: '' }))
  const refused = await staff.post(`/api/admin/records/${untitled.id}/schedule`, {
    version: untitled.version,
    publish_at: inHours(1),
    notifies: true,
  })
  expect([refused.statusCode, refused.json()]).toMatchObject([422, { errors: { title: expect.any(String) } }])
  const unfilled = await staff.create(incidentOn(cloud, { body: '<p>{{impact}}</p>' }))
  const open = await schedule({ version: unfilled.version }, unfilled.id)
  expect(open.json()).toMatchObject({ errors: { body: '{{impact}} still needs to be filled in.' } })
  const published = await staff.published(id, version)
  expect((await schedule({ version: published.version })).statusCode).toBe(422)
})

test('a schedule can be canceled, and both are in the audit log', async () => {
  const { id, version } = await staff.create(incidentOn(cloud))
  const unschedule = (of: number) => staff.post(`/api/admin/records/${id}/unschedule`, { version: of })
  expect((await unschedule(version)).statusCode).toBe(422)
  const publish_at = inHours(3)
  const scheduled = await staff.done(`/api/admin/records/${id}/schedule`, {
    version,
    publish_at,
    notifies: true,
  })
  expect((await unschedule(version)).statusCode).toBe(409)
  expect((await unschedule(scheduled.version)).json()).toMatchObject({
    data: { state: 'draft', publish_at: null },
  })
  expect(await timeHasCome(id, publish_at)).toEqual({ kind: 'not-due' })
  expect((await staff.read(id)).scheduled).toBeNull()
  expect((await auditOf(site, id)).slice(1)).toMatchObject([
    {
      action: 'schedule',
      before: { state: 'draft', publish_at: null },
      after: { state: 'scheduled', publish_at },
    },
    {
      action: 'unschedule',
      before: { state: 'scheduled', publish_at },
      after: { state: 'draft', publish_at: null },
    },
  ])
})

test('publishing a scheduled record by hand clears its schedule', async () => {
  const { id, version } = await staff.create(incidentOn(cloud))
  const scheduled = await staff.done(`/api/admin/records/${id}/schedule`, {
    version,
    publish_at: inHours(3),
    notifies: true,
  })
  expect(await staff.published(id, scheduled.version)).toMatchObject({ state: 'published', publish_at: null })
})

test('a record with a reference that no longer exists becomes a draft again, with the reason in the audit log', async () => {
  const { id, version } = await staff.create(incidentOn(cloud))
  const publish_at = inHours(1)
  const scheduled = await staff.done(`/api/admin/records/${id}/schedule`, {
    version,
    publish_at,
    notifies: true,
  })
  await staff.saved(id, scheduled.version, incidentOn(cloud, { title: 'Edited since' }))
  await site.database.db
    .updateTable('record_schedules')
    .set({ content: JSON.stringify(incidentOn(cloud, { clouds: [], services: [] })) })
    .where('record_id', '=', id)
    .execute()
  expect(await timeHasCome(id, publish_at)).toMatchObject({
    kind: 'sent-back',
    errors: { clouds: expect.any(String) },
  })
  expect(await staff.read(id)).toMatchObject({
    state: 'draft',
    publish_at: null,
    scheduled: null,
    content: { title: 'Edited since' },
  })
  expect((await auditOf(site, id)).at(-1)).toMatchObject({
    action: 'unschedule',
    actor: 'system',
    after: { state: 'draft', wrong: { clouds: expect.any(String) } },
  })
  // The person who scheduled it is asleep: the dashboard says so first, until someone edits it.
  const [first] = (await staff.get('/api/admin/dashboard')).json().data.drafts
  expect([first.record.id, first.missed_at]).toEqual([id, publish_at])
  const { version: now } = await staff.read(id)
  await staff.saved(id, now, incidentOn(cloud, { title: 'Mended' }))
  const { drafts } = (await staff.get('/api/admin/dashboard')).json().data
  expect(drafts).toContainEqual(
    expect.objectContaining({ record: expect.objectContaining({ id }), missed_at: null }),
  )
})

function inHours(hours: number) {
  return new Date(site.clock.now.getTime() + hours * HOUR_MS).toISOString()
}

function timeHasCome(recordId: number, at: string) {
  return site.database.db
    .transaction()
    .execute((trx) => publishScheduled(trx, { recordId, now: new Date(at) }))
}
