import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminRecord } from '../../src/contract/admin/record-content.ts'
import type { ReadAnswer } from '../../src/contract/public-reads.ts'
import type { PostRecord } from '../../src/contract/records.ts'
import { matchingSubscriptions } from '../../src/db/recipients.ts'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import type { RecordContent } from '../../src/domain/newsroom/record-content.ts'
import { publicationFacts } from '../../src/domain/notifying/publication-words.ts'
import type { PlaceState } from '../../src/domain/place-states.ts'
import { SEVERITY } from '../../src/domain/record.ts'
import { MINUTE_MS } from '../../src/domain/time.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { editionOf } from '../support/demo-edition.ts'
import { publicationsOf, STATUS } from '../support/life.ts'
import { auditOf, incidentOn, newsroomStaff, publicText, type Staff } from '../support/newsroom.ts'
import { addSubscriber, type SmallCloud } from '../support/small-site.ts'
import { CLOUD } from '../support/subscriber.ts'
import type { StandingHolder } from '../support/test-app.ts'

type CloudStatusAnswer = ReadAnswer<'/api/cloud-status'>

let site: AccountSite
let cloud: SmallCloud
let staff: Staff
let other: { tid: number; name: string }
let names: { service: string; center: string }

beforeAll(async () => {
  site = await accountSite()
  const { db } = site.database
  cloud = await demoCloud(db, CLOUD)
  staff = await newsroomStaff(site)
  const services = await db
    .selectFrom('services')
    .innerJoin('service_categories', 'service_categories.tid', 'services.category_tid')
    .where('service_categories.cloud_id', '=', cloud.id)
    .where('services.is_active', '=', true)
    .select(['services.tid', 'services.name'])
    .orderBy('services.tid')
    .execute()
  const [first, second] = services
  if (first === undefined || second === undefined) throw new Error('The demo has two services.')
  other = second
  const center = await db
    .selectFrom('data_centers')
    .where('tid', '=', cloud.dataCenter)
    .select('name')
    .executeTakeFirstOrThrow()
  names = { service: first.name, center: center.name }
})

afterAll(() => site.stop())

async function anotherCenter() {
  const { tid } = await site.database.db
    .selectFrom('data_centers')
    .innerJoin('cloud_data_centers', 'cloud_data_centers.data_center_tid', 'data_centers.tid')
    .where('cloud_data_centers.cloud_id', '=', cloud.id)
    .where('data_centers.tid', '<>', cloud.dataCenter)
    .where('is_active', '=', true)
    .select('tid')
    .orderBy('tid')
    .executeTakeFirstOrThrow()
  return tid
}

async function opened(fields: Partial<RecordContent> = {}): Promise<AdminRecord> {
  pass(1)
  const { id, version } = await staff.create(incidentOn(cloud, { from_time: ago(60), ...fields }))
  return staff.published(id, version)
}

function pass(minutes: number) {
  site.clock.now = new Date(site.clock.now.getTime() + minutes * MINUTE_MS)
}

function ago(minutes: number): string {
  return new Date(site.clock.now.getTime() - minutes * MINUTE_MS).toISOString()
}

function words(of: object = {}) {
  return { body: '<p>News.</p>', notifies: true, idempotency_key: randomUUID(), ...of }
}

function post(id: number, of: object = {}) {
  return staff.done(`/api/admin/records/${id}/updates`, words(of))
}

async function refusalOf(url: string, body: object) {
  const answer = await staff.post(url, body)
  return [answer.statusCode, answer.json<{ errors?: object }>().errors]
}

async function showNewest() {
  ;(site.holder as StandingHolder).hold(await editionOf(site.database.db))
}

async function readByPublic(id: number): Promise<PostRecord> {
  await showNewest()
  const answer = await site.app.inject(`/api/posts/${id}?cloud=${cloud.machineName}`)
  return answer.json<{ data: PostRecord }>().data
}

describe('an update with places', () => {
  test('adds and removes services and data centers, with a line in the history and in messages', async () => {
    const { id } = await opened()
    const record = await post(id, {
      add_services: [other.tid],
      add_data_centers: [cloud.dataCenter],
      remove_services: [cloud.service],
      severity_tid: 20,
    })
    expect(record.content).toMatchObject({ services: [other.tid], data_centers: [cloud.dataCenter] })
    const update = record.updates.at(-1)
    const lines = [
      'Severity changed from Service Degradation to Service Disruption',
      `${other.name} and ${names.center} added`,
      `${names.service} no longer affected`,
    ]
    const readable = await readByPublic(id)
    expect(readable.changes).toMatchObject(
      lines.map((text) => ({ at: site.clock.now.toISOString(), update_id: update?.id, text })),
    )
    expect(readable.changes?.[1]).toMatchObject({ kind: 'added', services: [other] })
    const page = (await site.app.inject(`/${cloud.domain}/posts/${id}`)).body
    const feed = (await site.app.inject(`/rss-feed/incidents?cloud=${cloud.machineName}&format=json`)).body
    for (const line of lines) {
      expect(page).toContain(line)
      expect(feed).toContain(line)
    }
    expect((await publicationsOf(site.database.db, id)).at(-1)).toMatchObject({
      content: { changes: [{ kind: 'severity' }, { kind: 'added' }, { kind: 'no_longer_affected' }] },
      service_tids: [other.tid],
    })
    expect((await auditOf(site, id)).at(-1)).toMatchObject({
      before: { services: [cloud.service], data_centers: [] },
      after: { services: [other.tid], data_centers: [cloud.dataCenter] },
    })
    expect(record.changes.map(({ text }) => text)).toEqual(lines)
    const week = await site.app.inject(
      `/api/cloud-status?cloud=${cloud.machineName}&requestType=core_cloud_services`,
    )
    const spans = week
      .json<CloudStatusAnswer>()
      .data.category.flatMap(({ subCategory }) => subCategory)
      .flatMap(({ tid, issues }) => issues.map((issue) => ({ tid, ...issue })))
      .filter((issue) => issue.id === id)
    const since = site.clock.now.toISOString()
    expect(spans).toMatchObject([
      { tid: cloud.service, startTime: ago(60), endTime: since },
      { tid: other.tid, startTime: since, endTime: null },
    ])
  })

  test('U-10 reaches followers of a place that is no longer affected, and so do the end and its revocation', async () => {
    const { id } = await opened()
    await post(id, { add_services: [other.tid], remove_services: [cloud.service] })
    const record = await post(id)
    expect(record.changes).toHaveLength(2)
    await staff.done(`/api/admin/records/${id}/resolve`, words())
    await staff.done(`/api/admin/records/${id}/reopen`, words())
    const { db } = site.database
    const userId = await addSubscriber(db, [{ scope: 'service', cloud_id: cloud.id, tid: cloud.service }])
    const channel = db.selectFrom('channels').where('user_id', '=', userId).select('id')
    const { id: channelId } = await channel.executeTakeFirstOrThrow()
    const reached: [string, boolean][] = []
    for (const { id: publicationId, step } of await publicationsOf(db, id)) {
      const matching = await matchingSubscriptions(db, { channelId, publicationId })
      reached.push([step, matching.length > 0])
    }
    expect(reached).toEqual([
      ['opened', true],
      ['updated', true],
      ['updated', false],
      ['resolved', true],
      ['updated', true],
    ])
  })

  test('changes the same places in a draft and nothing else in it', async () => {
    const { id, version, content } = await opened()
    await staff.saved(id, version, { ...content, title: 'Typed since', data_centers: [cloud.dataCenter] })
    const record = await post(id, { add_services: [other.tid] })
    expect(record.content).toMatchObject({ services: [cloud.service, other.tid], data_centers: [] })
    expect(record.draft?.content).toMatchObject({
      title: 'Typed since',
      services: [cloud.service, other.tid],
      data_centers: [cloud.dataCenter],
    })
  })

  test('never turns into one about the whole cloud, and takes no places of other clouds', async () => {
    const { id } = await opened()
    const url = `/api/admin/records/${id}/updates`
    expect(await refusalOf(url, words({ remove_services: [cloud.service] }))).toEqual([
      422,
      { remove_services: expect.stringContaining('whole cloud') },
    ])
    const elsewhere = await site.database.db
      .selectFrom('services')
      .innerJoin('service_categories', 'service_categories.tid', 'services.category_tid')
      .where('service_categories.cloud_id', '<>', cloud.id)
      .select('services.tid')
      .executeTakeFirstOrThrow()
    expect(await refusalOf(url, words({ add_services: [elsewhere.tid] }))).toEqual([
      422,
      { add_services: expect.stringContaining('cloud') },
    ])
    expect((await staff.read(id)).updates).toEqual([])
  })

  test.skipIf(isShort)('narrows an incident of the whole cloud', async () => {
    const { id } = await opened({ services: [] })
    const record = await post(id, { add_services: [other.tid] })
    expect(record.changes.map(({ text }) => text)).toEqual([`Now limited to ${other.name}`])
  })

  test.skipIf(isShort)('an edit in the editor is a line of its own', async () => {
    const record = await opened()
    const version = await staff.saved(record.id, record.version, {
      ...record.content,
      services: [cloud.service, other.tid],
    })
    await staff.published(record.id, version)
    const { changes } = await readByPublic(record.id)
    expect(changes).toMatchObject([{ update_id: null, text: `${other.name} added` }])
    const edited = await staff.read(record.id)
    const again = await staff.saved(record.id, edited.version, { ...edited.content, services: [other.tid] })
    const corrected = await staff.published(record.id, again, { is_correction: true })
    expect(corrected.changes).toHaveLength(1)
  })
})

describe('an update with states of places', () => {
  const RECOVERED = SEVERITY.noServiceImpact
  const at = (tid: number, severity_tid: number | null) => ({ place: 'service', tid, severity_tid })
  const wide = () => ({
    severity_tid: 20,
    services: [cloud.service, other.tid],
    data_centers: [cloud.dataCenter],
  })

  test('shows readers how each place is doing, in the history, on the page and in messages', async () => {
    const { id } = await opened({ ...wide(), data_centers: [cloud.dataCenter, await anotherCenter()] })
    const record = await post(id, { place_states: [at(other.tid, 19)] })
    expect(record.content.place_states).toEqual([at(other.tid, 19)])
    pass(1)
    await post(id, {
      place_states: [{ place: 'data-center', tid: cloud.dataCenter, severity_tid: RECOVERED }],
    })
    const readable = await readByPublic(id)
    const lines = [
      `${other.name} changed from Service Disruption to Service Degradation`,
      `${names.center} recovered`,
    ]
    expect(readable.changes?.map(({ text }) => text)).toEqual(lines)
    expect(readable.services).toEqual([
      { tid: cloud.service, name: names.service },
      { ...other, severityId: 19 },
    ])
    expect(readable.datacenters).toContainEqual(
      expect.objectContaining({ tid: cloud.dataCenter, severityId: RECOVERED }),
    )
    const page = (await site.app.inject(`/${cloud.domain}/posts/${id}`)).body.replace(/<[^>]*>/g, '')
    for (const said of [...lines, `${other.name} ( Service Degradation)`, `${names.center} ( Recovered)`])
      expect(page).toContain(said)
    const { content, ...publication } = (await publicationsOf(site.database.db, id)).at(-1) ?? {}
    expect(content).toMatchObject({
      services: [
        { tid: cloud.service },
        { tid: other.tid, severity_tid: 19, severity: 'Service Degradation' },
      ],
      changes: [{ kind: 'recovered', datacenters: [{ name: names.center }] }],
    })
    const facts = publicationFacts({ ...publication, kind: 'incident', content } as never, 'UTC')
    expect(facts).toContainEqual({
      label: 'Services',
      value: `${names.service}, ${other.name} (Service Degradation)`,
    })
    expect(facts).toContainEqual({ label: 'Recovered', value: names.center })
  })

  test.skipIf(isShort)(
    'keeps states that it does not name, and a milder incident lowers more severe places',
    async () => {
      const { id } = await opened({ ...wide(), place_states: [] })
      await post(id, { place_states: [at(other.tid, 19)] })
      const moved = await post(id, { remove_data_centers: [cloud.dataCenter] })
      expect(moved.content.place_states).toEqual([at(other.tid, 19)])
      const calmer = await post(id, { severity_tid: 17 })
      expect(calmer.content).toMatchObject({ severity_tid: 17, place_states: [] })
      expect(calmer.changes.at(-1)?.text).toBe(
        `${other.name} changed from Service Degradation to Under Investigation`,
      )
    },
  )

  test.skipIf(isShort)('names the previous severity of a place, even if it was renamed since', async () => {
    const { id } = await opened({ ...wide(), data_centers: [] })
    const named = site.database.db.updateTable('severities').where('tid', '=', 20)
    await named.set({ name: 'Outage' }).execute()
    const { changes } = await post(id, { severity_tid: 19, place_states: [at(other.tid, RECOVERED)] })
    await named.set({ name: 'Service Disruption' }).execute()
    expect(changes.map(({ text }) => text).join()).toContain('Severity changed from ')
  })

  test('is refused if a place would be worse than the incident, or all of them better', async () => {
    const { id } = await opened({ ...wide(), severity_tid: 19 })
    const url = `/api/admin/records/${id}/updates`
    expect(await refusalOf(url, words({ place_states: [at(other.tid, 20)] }))).toEqual([
      422,
      { place_states: expect.stringContaining('worse state than the incident') },
    ])
    const all = [at(other.tid, RECOVERED), at(cloud.service, 17)]
    expect(
      await refusalOf(url, words({ remove_data_centers: [cloud.dataCenter], place_states: all })),
    ).toEqual([422, { place_states: expect.stringContaining('or resolve it') }])
    expect((await staff.read(id)).updates).toEqual([])
    const past = words({ place_states: [at(other.tid, 17)], posted_on: ago(30) })
    await post(id)
    expect((await refusalOf(url, past))[0]).toBe(422)
  })

  test.skipIf(isShort)(
    'leaves a draft its own states, and the end and reopening leave the record its states',
    async () => {
      const { id, version, content } = await opened(wide())
      await staff.saved(id, version, { ...content, place_states: [at(cloud.service, 17) as PlaceState] })
      const record = await post(id, { place_states: [at(other.tid, RECOVERED)] })
      expect(record.draft?.content.place_states).toEqual([at(cloud.service, 17), at(other.tid, RECOVERED)])
      await staff.done(`/api/admin/records/${id}/resolve`, words())
      expect((await readByPublic(id)).services).toEqual([{ tid: cloud.service, name: names.service }, other])
      await staff.done(`/api/admin/records/${id}/reopen`, words())
      expect((await readByPublic(id)).services).toMatchObject([
        { tid: cloud.service },
        { severityId: RECOVERED },
      ])
    },
  )

  test.skipIf(isShort)(
    'a closed incident can say that all places are well, and affects all of them again when it is reopened',
    async () => {
      const { id } = await opened()
      await staff.done(`/api/admin/records/${id}/resolve`, words())
      const closed = await post(id, { place_states: [at(cloud.service, RECOVERED)] })
      expect(closed.content.place_states).toEqual([at(cloud.service, RECOVERED)])
      const again = await staff.done(`/api/admin/records/${id}/reopen`, words())
      expect(again.content.place_states).toEqual([])
      expect(again.changes.at(-1)?.text).toBe(`${names.service} affected again: Service Degradation`)
    },
  )

  test.skipIf(isShort)(
    'an edit of states is a line of its own, and an editor of the previous release keeps them',
    async () => {
      const record = await opened(wide())
      const stated = { ...record.content, place_states: [at(other.tid, RECOVERED) as PlaceState] }
      await staff.published(record.id, await staff.saved(record.id, record.version, stated))
      expect((await readByPublic(record.id)).changes).toMatchObject([
        { update_id: null, kind: 'recovered', text: `${other.name} recovered` },
      ])
      const { version, content } = await staff.read(record.id)
      const { place_states: _, ...older } = { ...content, title: 'Typed by an older editor' }
      const kept = await staff.published(record.id, await staff.saved(record.id, version, older))
      expect(kept.content).toMatchObject({ title: older.title, place_states: [at(other.tid, RECOVERED)] })
    },
  )
})

describe('a backdated update', () => {
  test('is dated within the incident and changes what is true now if it is the newest', async () => {
    const { id } = await opened()
    const url = `/api/admin/records/${id}/updates`
    expect(await refusalOf(url, words({ posted_on: ago(61) }))).toEqual([
      422,
      { posted_on: 'This is before the start.' },
    ])
    expect(await refusalOf(url, words({ posted_on: ago(-1) }))).toEqual([
      422,
      { posted_on: 'This time is in the future.' },
    ])
    const at = ago(30)
    const record = await post(id, { posted_on: at, status_id: STATUS.monitoring, add_services: [other.tid] })
    expect(record.updates).toMatchObject([{ posted_on: at, status_id: STATUS.monitoring }])
    expect(record.content.status_id).toBe(STATUS.monitoring)
    expect(record.changes).toMatchObject([{ at, text: `${other.name} added` }])
  })

  test('before a newer one only fills a gap in the history', async () => {
    const { id } = await opened()
    await post(id, { status_id: STATUS.monitoring })
    const url = `/api/admin/records/${id}/updates`
    const of = words({ posted_on: ago(30), severity_tid: 20, add_services: [other.tid] })
    expect(await refusalOf(url, of)).toEqual([
      422,
      {
        posted_on: expect.stringContaining('dated before a newer one'),
        severity_tid: expect.any(String),
        add_services: expect.any(String),
      },
    ])
    const record = await post(id, {
      body: '<p>Earlier.</p>',
      posted_on: ago(30),
      status_id: STATUS.inProgress,
    })
    expect(record.content.status_id).toBe(STATUS.monitoring)
    expect(record.updates.map(({ body, status_id }) => [body, status_id])).toEqual([
      ['<p>Earlier.</p>', STATUS.inProgress],
      ['<p>News.</p>', STATUS.monitoring],
    ])
    const closed = await staff.done(`/api/admin/records/${id}/resolve`, words())
    const late = await post(id, { posted_on: ago(10), status_id: STATUS.monitoring, notifies: false })
    expect(late.content).toEqual(closed.content)
  })
})

describe('after the end', () => {
  test('an update is posted without reopening, and announces nothing else', async () => {
    const { id } = await opened()
    await staff.done(`/api/admin/records/${id}/resolve`, words())
    const closedOn = site.clock.now.toISOString()
    pass(1)
    const record = await post(id, { body: '<p>More about the cause.</p>' })
    expect(record.content).toMatchObject({ closed_on: closedOn, next_update: null })
    const readable = await readByPublic(id)
    expect(readable).toMatchObject({ closed_on: closedOn, status: 'Resolved' })
    expect(readable.updates.at(-1)).toMatchObject({
      status: 'Resolved',
      body: '<p>More about the cause.</p>',
    })
    expect((await publicationsOf(site.database.db, id)).at(-1)).toMatchObject({ step: 'updated' })
  })
})

describe('a preview of an update', () => {
  test.skipIf(isShort)('shows page and mail as they would be, and stores nothing', async () => {
    const { id, edition } = await opened()
    const before = await staff.read(id)
    const look = async (view: string) => {
      const answer = await staff.post(`/api/admin/records/${id}/preview-update`, {
        body: '<p>Words to come.</p>',
        edition,
        add_services: [other.tid],
        view,
      })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{ data: { html: string } }>().data.html
    }
    await showNewest()
    const page = await look('page')
    expect(page).toContain('Words to come.')
    expect(page).toContain(`${other.name} added`)
    const mail = await look('mail')
    expect(mail).toContain('Words to come.')
    expect(mail).toContain('Newly affected')
    expect(await staff.read(id)).toEqual(before)
    const empty = await staff.post(`/api/admin/records/${id}/preview-update`, { body: '', view: 'page' })
    expect(empty.statusCode).toBe(422)
  })
})

describe('correcting an update', () => {
  test('moves its time between its neighbors, with the changes that came with it', async () => {
    const { id } = await opened()
    await post(id, { posted_on: ago(40) })
    const second = await post(id, { posted_on: ago(20), add_services: [other.tid] })
    const last = await post(id)
    const [, update] = last.updates
    const url = `/api/admin/records/${id}/updates/${update?.id}`
    const of = { version: last.version, body: '<p>News.</p>' }
    for (const posted_on of [ago(41), ago(-1)])
      expect((await refusalOf(url, { ...of, posted_on }))[0]).toBe(422)
    const corrected = await staff.done(url, { ...of, posted_on: ago(35) })
    expect(corrected.updates[1]).toMatchObject({ id: second.updates[1]?.id, posted_on: ago(35) })
    expect(corrected.changes).toMatchObject([{ at: ago(35), text: `${other.name} added` }])
    expect((await auditOf(site, id)).at(-1)).toMatchObject({
      action: 'correct-update',
      before: { posted_on: ago(20) },
      after: { posted_on: ago(35) },
    })
    expect((await refusalOf(url, { ...of, posted_on: ago(30) }))[0]).toBe(409)
  })

  test.skipIf(isShort)('never moves its changes past those of an edit or of a removed update', async () => {
    const { id } = await opened()
    const before = await post(id, { posted_on: ago(30), severity_tid: 20 })
    const version = await staff.saved(id, before.version, { ...before.content, services: [other.tid] })
    await staff.published(id, version)
    const edited = await staff.read(id)
    pass(10)
    const url = `/api/admin/records/${id}/updates`
    const of = { version: edited.version, body: '<p>News.</p>', posted_on: ago(5) }
    expect(await refusalOf(`${url}/${before.updates[0]?.id}`, of)).toEqual([
      422,
      { posted_on: expect.stringContaining('stay in order') },
    ])
    const last = await post(id, { severity_tid: 19 })
    await staff.done(`${url}/${last.updates.at(-1)?.id}/remove`, { version: last.version })
    pass(10)
    expect(await refusalOf(url, words({ posted_on: ago(15), severity_tid: 20 }))).toEqual([
      422,
      { posted_on: expect.stringContaining('newer change'), severity_tid: expect.any(String) },
    ])
    await post(id, { posted_on: ago(5), severity_tid: 20 })
  })

  test.skipIf(isShort)('moves the end with the update that closed it', async () => {
    const { id } = await opened()
    const closed = await staff.done(`/api/admin/records/${id}/resolve`, words())
    const url = `/api/admin/records/${id}/updates/${closed.updates[0]?.id}`
    const corrected = await staff.done(url, {
      version: closed.version,
      body: '<p>News.</p>',
      posted_on: ago(15),
    })
    expect(corrected.content.closed_on).toBe(ago(15))
    expect(corrected.updates[0]?.posted_on).toBe(ago(15))
  })
})

describe('removing an update', () => {
  test('leaves a note without its words, and no one gets them anymore', async () => {
    const { id } = await opened()
    await post(id, { body: '<p>A customer is named NW-secret.</p>', posted_on: ago(10) })
    const { updates, version } = await post(id, { body: '<p>All is well.</p>' })
    const removed = updates[0]
    const record = await staff.done(`/api/admin/records/${id}/updates/${removed?.id}/remove`, { version })
    expect(record.updates[0]).toMatchObject({ id: removed?.id, removed_on: site.clock.now.toISOString() })
    expect(JSON.stringify(record)).not.toContain('NW-secret')

    const text = await publicText(site, { id, cloud })
    expect(text).not.toContain('NW-secret')
    expect(text).toContain('An update was removed')
    const readable = await readByPublic(id)
    expect(readable.updates.map(({ body }) => body)).toEqual(['<p>All is well.</p>'])
    expect(readable.changes).toMatchObject([
      {
        kind: 'update_removed',
        at: ago(10),
        update_id: removed?.id,
        removed_on: site.clock.now.toISOString(),
      },
    ])
    expect((await auditOf(site, id)).at(-1)).toMatchObject({
      action: 'remove-update',
      before: { body: '<p>A customer is named NW-secret.</p>' },
    })
    const publications = await site.database.db
      .selectFrom('publications')
      .where('update_id', '=', removed?.id ?? 0)
      .select(['withdrawn_at', 'expanded_at'])
      .execute()
    expect(publications).toMatchObject([{ withdrawn_at: site.clock.now, expanded_at: expect.any(Date) }])
    const again = `/api/admin/records/${id}/updates/${removed?.id}`
    expect((await refusalOf(`${again}/remove`, { version: record.version }))[0]).toBe(404)
    expect((await refusalOf(again, { version: record.version, body: '<p>x</p>' }))[0]).toBe(404)
  })
})

test.skipIf(isShort)('Z-02 maintenance has places in its history, but no severity', async () => {
  const from = new Date(site.clock.now.getTime() + 60 * MINUTE_MS).toISOString()
  const to = new Date(site.clock.now.getTime() + 120 * MINUTE_MS).toISOString()
  const { id, version } = await staff.create({
    ...emptyContent({ kind: 'maintenance' }),
    title: 'New routers',
    clouds: [cloud.id],
    services: [cloud.service],
    from_time: from,
    to_time: to,
  })
  await staff.published(id, version)
  const record = await post(id, { add_services: [other.tid], severity_tid: 20 })
  expect(record.changes.map(({ text }) => text)).toEqual([`${other.name} added`])
  await staff.done(`/api/admin/records/${id}/postpone`, words({ from_time: null, to_time: null }))
  expect((await publicationsOf(site.database.db, id)).at(-1)).toMatchObject({
    step: 'postponed',
    content: { window_before: { from_time: from, to_time: to } },
  })
})
