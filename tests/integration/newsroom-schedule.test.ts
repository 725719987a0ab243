import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishScheduled } from '../../src/publishing/records/publish-scheduled.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { auditOf, incidentOn, newsroomStaff, publicText, type Staff } from '../support/newsroom.ts'
import type { SmallCloud } from '../support/small-site.ts'
import { CLOUD } from '../support/subscriber.ts'
import { demoCloud } from '../support/told.ts'

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

test('Z-02 a scheduled draft is published at its time, in its latest version, once', async () => {
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
  expect(await staff.read(id)).toMatchObject({ state: 'scheduled', publish_at })

  expect(await timeHasCome(id, inHours(1))).toEqual({ kind: 'not-due' })
  expect(await timeHasCome(id, publish_at)).toMatchObject({ kind: 'published' })
  expect(await timeHasCome(id, publish_at)).toEqual({ kind: 'not-due' })
  const record = await staff.read(id)
  expect(record).toMatchObject({ state: 'published', posted_on: publish_at, publish_at, draft: null })
  expect(record.content.title).toBe('TOOEARLY news, edited')
  expect(await publicText(site, { id, cloud })).toContain('TOOEARLY news, edited')
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

test('scheduling needs a future time and a complete, unpublished record', async () => {
  const { id, version } = await staff.create(incidentOn(cloud))
  const schedule = (of: object) =>
    staff.post(`/api/admin/records/${id}/schedule`, {
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
  await staff.saved(id, scheduled.version, incidentOn(cloud, { clouds: [], services: [] }))
  expect(await timeHasCome(id, publish_at)).toMatchObject({
    kind: 'sent-back',
    errors: { clouds: expect.any(String) },
  })
  expect(await staff.read(id)).toMatchObject({ state: 'draft', publish_at: null })
  expect((await auditOf(site, id)).at(-1)).toMatchObject({
    action: 'unschedule',
    actor: 'system',
    after: { state: 'draft', wrong: { clouds: expect.any(String) } },
  })
})

function inHours(hours: number) {
  return new Date(site.clock.now.getTime() + hours * HOUR_MS).toISOString()
}

function timeHasCome(recordId: number, at: string) {
  return site.database.db
    .transaction()
    .execute((trx) => publishScheduled(trx, { recordId, now: new Date(at) }))
}
