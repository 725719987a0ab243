import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminRecord } from '../../src/contract/admin/record-content.ts'
import type { DB } from '../../src/db/database.ts'
import type { Role } from '../../src/domain/access.ts'
import { SEVERITY } from '../../src/domain/record.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { STATUS, stepsOf, updatesOf } from '../support/life.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { subscriber } from '../support/subscriber.ts'

let site: AccountSite
let db: Kysely<DB>
let staff: Awaited<ReturnType<typeof subscriber>>

beforeAll(async () => {
  site = await accountSite()
  db = site.database.db
  staff = await subscriber(site, { roles: ['blog_editor'] })
})

afterAll(() => site.stop())

let keys = 0
const step = (of: object = {}) => ({
  body: '<p>Words of staff.</p>',
  notifies: true,
  idempotency_key: `key-of-test-${++keys}`,
  ...of,
})

async function incident(of: Parameters<typeof addDraft>[1] = {}) {
  const id = await addDraft(db, { from_time: new Date(site.clock.now.getTime() - 3_600_000), ...of })
  await publish(db, id)
  return id
}

function maintenance(hoursAhead: number) {
  const from = site.clock.now.getTime() + hoursAhead * 3_600_000
  return incident({
    kind: 'maintenance',
    event_type: 'scheduled',
    status_id: STATUS.scheduled,
    from_time: new Date(from),
    to_time: new Date(from + 7_200_000),
  })
}

async function aboutRecord(url: string): Promise<AdminRecord> {
  const answer = await site.app.inject({ url, headers: { cookie: staff.cookie } })
  return answer.json<{ data: AdminRecord }>().data
}

async function take(url: string, body: object): Promise<AdminRecord> {
  const answer = await staff.post(url, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: AdminRecord }>().data
}

test("Z-02 an incident's life: update, correction, resolution, reopening", async () => {
  const id = await incident()
  const path = `/api/admin/records/${id}`
  const updated = await take(`${path}/updates`, step({ status_id: STATUS.monitoring, next_update: null }))
  expect(updated).toMatchObject({ id, state: 'published', content: { status_id: STATUS.monitoring } })
  const [update] = updated.updates
  const corrected = await take(`${path}/updates/${update?.id}`, {
    version: updated.version,
    body: '<p>Better words.</p>',
  })
  expect(corrected.updates).toEqual([{ ...update, body: '<p>Better words.</p>' }])
  const closed_on = new Date(site.clock.now.getTime() - 60_000).toISOString()
  expect(await take(`${path}/resolve`, step({ closed_on }))).toMatchObject({ content: { closed_on } })
  expect(await take(`${path}/reopen`, step())).toMatchObject({ content: { closed_on: null } })
  expect(await stepsOf(db, id)).toEqual(['opened', 'updated', 'corrected silently', 'resolved', 'updated'])
})

test("Z-02 a maintenance's life: postponed, started, extended, completed, and another canceled", async () => {
  const id = await maintenance(5)
  const path = `/api/admin/records/${id}`
  const at = (hours: number) => new Date(site.clock.now.getTime() + hours * 3_600_000).toISOString()
  const moved = await take(`${path}/postpone`, step({ from_time: at(10), to_time: at(12) }))
  expect(moved.content).toMatchObject({ from_time: at(10), to_time: at(12), status_id: STATUS.scheduled })
  const begun = await take(`${path}/start`, step())
  expect(begun.content).toMatchObject({ status_id: STATUS.inProgress, actual_from_time: at(0) })
  const extended = await take(`${path}/updates`, step({ to_time: at(14) }))
  expect(extended.content).toMatchObject({ to_time: at(14) })
  expect((await take(`${path}/resolve`, step())).content).toMatchObject({
    status_id: STATUS.completed,
    actual_to_time: at(0),
    from_time: at(10),
  })
  const other = await maintenance(5)
  const cancelled = await take(`/api/admin/records/${other}/cancel`, step())
  expect(cancelled.content.status_id).toBe(STATUS.archived)
  expect(cancelled.updates[0]?.body).toMatch(/^<p>Words of staff\.<\/p>/)
})

describe('Z-07 a step is based on what its author saw', () => {
  test('an update written before a colleague resolved the incident says so, and does not reopen it', async () => {
    const id = await incident()
    const path = `/api/admin/records/${id}`
    const { edition } = await aboutRecord(path)
    const colleague = await subscriber(site, { roles: ['trust_admin'] })
    await db
      .updateTable('users')
      .set({ display_name: 'Ben Lindqvist' })
      .where('id', '=', colleague.uid)
      .execute()
    expect((await colleague.post(`${path}/resolve`, step())).statusCode).toBe(200)
    site.clock.now = new Date(site.clock.now.getTime() + 20_000)
    const late = step({ edition })
    const refused = await staff.post(`${path}/updates`, late)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().errors.edition).toBe(
      'Ben Lindqvist resolved this 20 seconds ago. Your text is not posted yet. Check it, then send it again.',
    )
    expect(await stepsOf(db, id)).toEqual(['opened', 'resolved'])

    const now = await aboutRecord(path)
    const posted = await take(`${path}/updates`, { ...late, edition: now.edition })
    expect(posted.content).toMatchObject({ status_id: STATUS.resolved, closed_on: now.content.closed_on })
  })

  test('an update says nothing about a severity that its author left alone', async () => {
    const id = await incident({ severity_tid: SEVERITY.serviceDegradation })
    const path = `/api/admin/records/${id}`
    await take(`${path}/updates`, step({ severity_tid: SEVERITY.serviceDisruption }))
    expect((await take(`${path}/updates`, step())).content.severity_tid).toBe(SEVERITY.serviceDisruption)
  })

  test('only reopening reopens: an update with an open status is refused', async () => {
    const id = await incident()
    const path = `/api/admin/records/${id}`
    await take(`${path}/resolve`, step())
    const refused = await staff.post(`${path}/updates`, step({ status_id: STATUS.monitoring }))
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This is already closed. Reopen it if it continues.',
    ])
  })
})

describe('Z-02 an unfilled placeholder', () => {
  const refusal = { errors: { body: '{{new_end}} still needs to be filled in.' } }
  const body = '<p>We now expect to be done at {{ new_end }}.</p>'

  test('is refused in every step and correction, and nothing is published', async () => {
    const id = await maintenance(5)
    const path = `/api/admin/records/${id}`
    const shut = await incident()
    await take(`/api/admin/records/${shut}/resolve`, step())
    const updated = await take(`${path}/updates`, step())
    for (const url of [
      `${path}/updates`,
      `${path}/start`,
      `${path}/resolve`,
      `${path}/postpone`,
      `${path}/cancel`,
      `/api/admin/records/${shut}/reopen`,
    ]) {
      const answer = await staff.post(
        url,
        step({ body, from_time: null, to_time: url.endsWith('/postpone') ? null : undefined }),
      )
      expect(answer.statusCode, url).toBe(422)
      expect(answer.json(), url).toMatchObject(refusal)
    }
    const [update] = updated.updates
    const corrected = await staff.post(`${path}/updates/${update?.id}`, { version: updated.version, body })
    expect(corrected.json()).toMatchObject(refusal)
    expect(await stepsOf(db, id)).toEqual(['opened', 'updated'])
  })
})

test('a retry with the same key gets the record and adds nothing', async () => {
  const id = await incident()
  const once = step()
  const first = await take(`/api/admin/records/${id}/updates`, once)
  expect(await take(`/api/admin/records/${id}/updates`, once)).toEqual(first)
  expect(await updatesOf(db, id)).toHaveLength(1)
})

describe('a key that was used for something else is rejected, and nothing is dropped silently', () => {
  test('with other text, with another call, and after its update was corrected', async () => {
    const id = await incident()
    const path = `/api/admin/records/${id}`
    const once = step()
    const first = await take(`${path}/updates`, once)
    const others = [
      await staff.post(`${path}/updates`, { ...once, body: '<p>Other words.</p>' }),
      await staff.post(`${path}/resolve`, once),
    ]
    for (const refused of others) {
      expect(refused.statusCode, refused.body).toBe(422)
      expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual(['idempotency_key'])
    }
    const [update] = first.updates
    await take(`${path}/updates/${update?.id}`, { version: first.version, body: '<p>Corrected.</p>' })
    expect((await take(`${path}/updates`, once)).updates).toHaveLength(1)
    const called = await maintenance(5)
    const canceling = step()
    await take(`/api/admin/records/${called}/cancel`, canceling)
    expect((await take(`/api/admin/records/${called}/cancel`, canceling)).updates).toHaveLength(1)
  })

  test('on two records at the same time: one succeeds, the others get 409', async () => {
    const ids = [await incident(), await incident(), await incident(), await incident()]
    const once = step()
    const answers = await Promise.all(ids.map((id) => staff.post(`/api/admin/records/${id}/updates`, once)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
  })
})

describe('the text of a step', () => {
  // The short run covers a picture in an update, in images.test.ts.
  test.skipIf(isShort)('may contain a picture, like a record', async () => {
    const id = await incident()
    const body = `<p>See</p><img src="data:image/png;base64,${'A'.repeat(600_000)}" alt="A graph">`
    const updated = await take(`/api/admin/records/${id}/updates`, step({ body }))
    expect(updated.updates[0]?.body.length).toBeGreaterThan(600_000)
  })

  // The short run covers the same characters in alertmanager.test.ts.
  test.skipIf(isShort)("loses characters the database can't store, and the step succeeds", async () => {
    const id = await incident()
    const path = `/api/admin/records/${id}`
    const updated = await take(`${path}/updates`, step({ body: '<p>Half \ud83d a pair\u0000</p>' }))
    expect(updated.updates[0]?.body).toBe('<p>Half \ufffd a pair</p>')
    const corrected = await take(`${path}/updates/${updated.updates[0]?.id}`, {
      version: updated.version,
      body: '<p>Again \udc00</p>',
    })
    expect(corrected.updates[0]?.body).toBe('<p>Again \ufffd</p>')
    const off = await take(`${path}/unpublish`, { reason: 'Not true \ud83d at all' })
    expect(off.state).toBe('unpublished')
  })
})

test('numbers too large for the database are rejected everywhere', async () => {
  const id = await incident()
  const large = 3_000_000_000
  const refused = await Promise.all([
    staff.post(`/api/admin/records/${id}/updates`, step({ status_id: large })),
    staff.post(`/api/admin/records/${id}/updates`, step({ severity_tid: large })),
    staff.post(`/api/admin/records/${id}/updates/${large}`, { version: 1, body: '<p>x</p>' }),
    site.app.inject({ url: `/api/admin/records?status=${large}`, headers: { cookie: staff.cookie } }),
    site.app.inject({ url: '/api/admin/records?severity=-1', headers: { cookie: staff.cookie } }),
  ])
  for (const answer of refused) expect(answer.statusCode, answer.body).toBe(400)
})

describe('errors are reported', () => {
  test.each([
    ['updates', { body: '<p></p>' }, 422, 'body'],
    ['updates', { next_update: 'tomorrow' }, 422, 'next_update'],
    ['updates', { next_update: '2020-01-01T00:00:00Z' }, 422, 'next_update'],
    ['updates', { status_id: 999 }, 422, 'status_id'],
    ['resolve', { closed_on: '2999-01-01T00:00:00Z' }, 422, 'closed_on'],
    ['resolve', { closed_on: '1999-01-01T00:00:00Z' }, 422, 'closed_on'],
  ])('%s with %j: %i at %s', async (verb, of, status, field) => {
    const answer = await staff.post(`/api/admin/records/${await incident()}/${verb}`, step(of))
    expect(answer.statusCode).toBe(status)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field])
  })

  test.each([
    ['reopen', 409],
    ['start', 422],
    ['cancel', 422],
  ])('%s of an open incident: %i', async (verb, status) => {
    const answer = await staff.post(`/api/admin/records/${await incident()}/${verb}`, step())
    expect(answer.statusCode).toBe(status)
    expect(answer.json<{ message: string }>().message).not.toBe('')
  })

  test('for drafts, unknown records and invalid bodies', async () => {
    const draft = await addDraft(db)
    expect((await staff.post(`/api/admin/records/${draft}/updates`, step())).statusCode).toBe(409)
    expect((await staff.post('/api/admin/records/2000000000/updates', step())).statusCode).toBe(404)
    const id = await incident()
    for (const odd of [{}, step({ notifies: 'yes' }), step({ idempotency_key: 'short' })]) {
      expect((await staff.post(`/api/admin/records/${id}/updates`, odd)).statusCode).toBe(400)
    }
    expect(await updatesOf(db, id)).toEqual([])
  })
})

describe('Z-05 the server checks the capability for the record', () => {
  const VERBS = ['updates', 'resolve', 'reopen', 'start', 'cancel'] as const

  test.each<[Role, 'incident' | 'notification', number]>([
    ['url_editor', 'incident', 403],
    ['legal_team', 'incident', 403],
    ['legal_team', 'notification', 200],
    ['cloud_apps', 'notification', 403],
    ['customer_success_manager', 'incident', 403],
  ])('%s and an %s: %i', async (role, kind, status) => {
    const person = await subscriber(site, { roles: [role] })
    const id = await incident(
      kind === 'incident'
        ? {}
        : { kind, notification_type: 'sub_processor', event_type: 'informational', severity_tid: 1356 },
    )
    const answer = await person.post(`/api/admin/records/${id}/updates`, step())
    expect(answer.statusCode, answer.body).toBe(status)
    if (status === 200) return
    for (const verb of VERBS)
      expect((await person.post(`/api/admin/records/${id}/${verb}`, step())).statusCode).toBe(403)
    expect(await updatesOf(db, id)).toEqual([])
  })
})
