import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Series, SeriesContentSchema, SeriesRuleSchema } from '../../src/contract/admin/series.ts'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import { cancelMaintenance } from '../../src/publishing/life/cancel-maintenance.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { auditOf, EDITOR, recordOf, STATUS, stepsOf } from '../support/life.ts'
import { addSmallSite, type SmallCloud } from '../support/small-site.ts'
import { subscriber } from '../support/subscriber.ts'
import { testTimetable } from '../support/timetable.ts'

const NOW = new Date('2026-11-16T09:00:00Z')

let site: AccountSite
let cloud: SmallCloud
let staff: Awaited<ReturnType<typeof subscriber>>

beforeAll(async () => {
  site = await accountSite({ isEmpty: true })
  cloud = (await addSmallSite(site.database.db)).alpha
})

afterAll(() => site.stop())

/** Keeps the test's sessions valid. */
async function setClock(now: Date) {
  site.clock.now = now
  const [created_at, expires_at] = [-1, 1].map((days) => new Date(now.getTime() + days * 86_400_000))
  await site.database.db.updateTable('sessions').set({ created_at, last_seen_at: now, expires_at }).execute()
}

beforeEach(async () => {
  await site.database.db
    .updateTable('records')
    .set({ starts_by_itself: false, ends_by_itself: false })
    .execute()
  await site.database.db.deleteFrom('maintenance_series').execute()
  staff = await subscriber(site, { roles: ['blog_editor'] })
  await setClock(NOW)
})

/** Saturdays at 22:00 in Zürich. */
const RULE: SeriesRuleSchema = {
  every: 'weeks',
  weeks: 1,
  weekdays: [6],
  time: '22:00',
  time_zone: 'Europe/Zurich',
  minutes: 120,
  from_day: '2026-11-01',
  until_day: null,
}

function content(of: Partial<SeriesContentSchema> = {}): SeriesContentSchema {
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
    ...usual
  } = emptyContent({ kind: 'maintenance' })
  return {
    ...usual,
    title: 'Weekly patches of {{services}}',
    body: '<p>From {{start}} until {{end}}.</p>',
    author: 'Change Management',
    clouds: [cloud.id],
    services: [cloud.service],
    remind_before_minutes: [60],
    ...of,
  }
}

function written(of: object = {}) {
  return { title: 'Weekly patches', rule: RULE, content: content(), days_ahead: 7, notifies: true, ...of }
}

async function begin(of: object = {}): Promise<Series> {
  const answer = await staff.post('/api/admin/series', written(of))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: Series }>().data
}

async function get<T>(url: string): Promise<T> {
  const answer = await site.app.inject({ url, headers: { cookie: staff.cookie } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: T }>().data
}

function made(id: number) {
  return site.database.db
    .selectFrom('records')
    .where('series_id', '=', id)
    .select(['id', 'from_time', 'to_time', 'state'])
    .orderBy('from_time')
    .execute()
}

async function lookUntilDone(now: Date) {
  const timetable = testTimetable(site.database.db)
  while ((await timetable.look(now)).done > 0);
  return timetable.events
}

const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000)

describe('Z-02 recurring windows', () => {
  test('a preview stores nothing, and returns the next five', async () => {
    const answer = await staff.post('/api/admin/series/windows', { rule: RULE })
    expect(answer.json<{ data: object[] }>().data).toEqual([
      { from_time: '2026-11-21T21:00:00.000Z', to_time: '2026-11-21T23:00:00.000Z' },
      { from_time: '2026-11-28T21:00:00.000Z', to_time: '2026-11-28T23:00:00.000Z' },
      { from_time: '2026-12-05T21:00:00.000Z', to_time: '2026-12-05T23:00:00.000Z' },
      { from_time: '2026-12-12T21:00:00.000Z', to_time: '2026-12-12T23:00:00.000Z' },
      { from_time: '2026-12-19T21:00:00.000Z', to_time: '2026-12-19T23:00:00.000Z' },
    ])
    expect(await get('/api/admin/series')).toEqual([])
  })

  test('each window becomes its own maintenance record a set number of days ahead, and notifies', async () => {
    const { id, ...series } = await begin()
    expect(series).toMatchObject({
      title: 'Weekly patches',
      is_active: true,
      version: 1,
      next_window: { from_time: '2026-11-21T21:00:00.000Z' },
      next_made_at: '2026-11-14T21:00:00.000Z',
      open_records: [],
      can_edit: true,
    })
    await lookUntilDone(NOW)
    const [record, ...others] = await made(id)
    expect(others).toEqual([])
    expect(await recordOf(site.database.db, record?.id ?? 0)).toMatchObject({
      kind: 'maintenance',
      state: 'published',
      title: expect.stringMatching(/^Weekly patches of [A-Z]/),
      body: '<p>From Sat, 21 Nov 2026 21:00:00 UTC until Sat, 21 Nov 2026 23:00:00 UTC.</p>',
      status_id: STATUS.scheduled,
      event_type: 'scheduled',
      type: 'core_cloud_services_maintenance',
      from_time: new Date('2026-11-21T21:00:00Z'),
      to_time: new Date('2026-11-21T23:00:00Z'),
      remind_before_minutes: [60],
      author: 'Change Management',
    })
    expect(await stepsOf(site.database.db, record?.id ?? 0)).toEqual(['scheduled'])
    expect((await auditOf(site.database.db, record?.id ?? 0)).map(({ actor }) => actor)).toEqual(
      expect.arrayContaining(['system']),
    )

    await lookUntilDone(later(4))
    expect(await made(id)).toHaveLength(1)
    await lookUntilDone(later(5.52))
    expect((await made(id)).map(({ from_time }) => from_time?.toISOString())).toEqual([
      '2026-11-21T21:00:00.000Z',
      '2026-11-28T21:00:00.000Z',
    ])
    expect((await get<Series>(`/api/admin/series/${id}`)).open_records).toHaveLength(2)
  })

  test('several processes create each record once', async () => {
    const { id } = await begin({ days_ahead: 30 })
    await Promise.all([1, 2, 3].map(() => lookUntilDone(NOW)))
    await lookUntilDone(NOW)
    const times = (await made(id)).map(({ from_time }) => from_time?.toISOString())
    expect(times).toEqual([
      '2026-11-21T21:00:00.000Z',
      '2026-11-28T21:00:00.000Z',
      '2026-12-05T21:00:00.000Z',
      '2026-12-12T21:00:00.000Z',
    ])
  })

  test('Z-03 without notice no one is notified', async () => {
    const { id } = await begin({ notifies: false })
    await lookUntilDone(NOW)
    const [record] = await made(id)
    expect(await stepsOf(site.database.db, record?.id ?? 0)).toEqual(['scheduled silently'])
  })

  test('a window that staff canceled is not created again', async () => {
    const { id } = await begin()
    await lookUntilDone(NOW)
    const [record] = await made(id)
    const canceling = { ...EDITOR, recordId: record?.id ?? 0, now: later(1), body: '<p>Not this week.</p>' }
    await cancelMaintenance(site.database.db, canceling)
    await lookUntilDone(later(2))
    expect(await made(id)).toHaveLength(1)
  })

  test('a window that passed while the site was down is skipped, and one in progress is published', async () => {
    const { id } = await begin()
    // Nine days later: the first Saturday is over, the second is within a week.
    await lookUntilDone(later(9))
    expect((await made(id)).map(({ from_time }) => from_time?.toISOString())).toEqual([
      '2026-11-28T21:00:00.000Z',
    ])
    await site.database.db.deleteFrom('maintenance_series').execute()
    const underWay = await begin({ days_ahead: 1 })
    await lookUntilDone(new Date('2026-11-21T22:00:00Z'))
    const [record] = await made(underWay.id)
    expect(await stepsOf(site.database.db, record?.id ?? 0)).toEqual(['scheduled', 'started'])
  })

  test('after a skipped window the list shows the next one, not the one that passed', async () => {
    const { id } = await begin({ days_ahead: 1 })
    await lookUntilDone(later(7))
    expect(await made(id)).toEqual([])
    expect(await get(`/api/admin/series/${id}`)).toMatchObject({
      next_window: { from_time: '2026-11-28T21:00:00.000Z' },
      next_made_at: '2026-11-27T21:00:00.000Z',
    })
  })

  test('a skipped window does not count as made: a later one on its day is announced', async () => {
    const { id, version } = await begin({ days_ahead: 1 })
    const afterIt = new Date('2026-11-21T23:05:00Z')
    await setClock(afterIt)
    await lookUntilDone(afterIt)
    const rule = { ...RULE, time: '23:30', time_zone: 'UTC' }
    const saved = await staff.post(`/api/admin/series/${id}`, {
      ...written({ days_ahead: 1, rule }),
      version,
    })
    expect(saved.json<{ data: Series }>().data).toMatchObject({
      next_window: { from_time: '2026-11-21T23:30:00.000Z' },
    })
  })

  test('the last day ends it', async () => {
    const { id } = await begin({ rule: { ...RULE, until_day: '2026-11-22' } })
    await lookUntilDone(later(5))
    expect(await made(id)).toHaveLength(1)
    expect(await get(`/api/admin/series/${id}`)).toMatchObject({ next_window: null, next_made_at: null })
  })

  test('a record that can no longer be published fails, is retried, and leaves nothing behind', async () => {
    const { id } = await begin()
    await site.database.db
      .updateTable('maintenance_series')
      .set({ content: JSON.stringify(content({ services: [2_000_000] })) })
      .where('id', '=', id)
      .execute()
    const events = await lookUntilDone(NOW)
    expect(events).toMatchObject([{ kind: 'failed', what: 'series', id, attempts: 1 }])
    expect(String((events[0] as { error: unknown }).error)).toContain('services')
    expect(await made(id)).toEqual([])
  })

  test('a series whose clouds were all retired makes no record, and says so', async () => {
    const { id } = await begin()
    const retire = (retired_at: Date | null) =>
      site.database.db.updateTable('clouds').set({ retired_at }).where('id', 'in', content().clouds).execute()
    await retire(NOW)
    try {
      await lookUntilDone(NOW)
      expect(await made(id)).toEqual([])
      const { problem } = await get<Series>(`/api/admin/series/${id}`)
      expect(problem).toBe('clouds: All of its clouds were retired. Choose another one.')
    } finally {
      await retire(null)
    }
  })

  test('and staff see the problem in the list until it is fixed', async () => {
    const { id, version } = await begin()
    expect(await get(`/api/admin/series/${id}`)).toMatchObject({ problem: null })
    await site.database.db
      .updateTable('maintenance_series')
      .set({ content: JSON.stringify(content({ services: [2_000_000] })) })
      .where('id', '=', id)
      .execute()
    await lookUntilDone(NOW)
    const listed = await get<Series[]>('/api/admin/series')
    expect(listed.find((series) => series.id === id)?.problem).toMatch(/^services: /)
    expect((await staff.post(`/api/admin/series/${id}`, { ...written(), version })).statusCode).toBe(200)
    expect(await get(`/api/admin/series/${id}`)).toMatchObject({ problem: null })
  })
})

describe('a series', () => {
  test('Z-07 is saved by version, and the second of two gets a conflict', async () => {
    const { id, version } = await begin()
    const saved = await staff.post(`/api/admin/series/${id}`, { ...written({ title: 'Patches' }), version })
    expect(saved.json<{ data: Series }>().data).toMatchObject({ title: 'Patches', version: version + 1 })
    const second = await staff.post(`/api/admin/series/${id}`, { ...written({ title: 'Mine' }), version })
    expect(second.statusCode).toBe(409)
    expect(await get(`/api/admin/series/${id}`)).toMatchObject({ title: 'Patches' })
    expect(await seriesAudit(id)).toMatchObject([
      { action: 'create', before: null },
      { action: 'save', before: { title: 'Weekly patches' }, after: { title: 'Patches' } },
    ])
  })

  test('changes from its next record on', async () => {
    const { id } = await begin()
    await lookUntilDone(NOW)
    const { version } = await get<Series>(`/api/admin/series/${id}`)
    await staff.post(`/api/admin/series/${id}`, { ...written({ rule: { ...RULE, weekdays: [7] } }), version })
    await lookUntilDone(later(2))
    expect((await made(id)).map(({ from_time }) => from_time?.toISOString())).toEqual([
      '2026-11-21T21:00:00.000Z',
      '2026-11-22T21:00:00.000Z',
    ])
  })

  test('moved to a later hour, does not announce a second window on a day that has one', async () => {
    const { id } = await begin()
    await lookUntilDone(NOW)
    const { version } = await get<Series>(`/api/admin/series/${id}`)
    const saved = await staff.post(`/api/admin/series/${id}`, {
      ...written({ rule: { ...RULE, time: '23:00' } }),
      version,
    })
    expect(saved.json<{ data: Series }>().data).toMatchObject({
      next_window: { from_time: '2026-11-28T22:00:00.000Z' },
    })
    await lookUntilDone(later(2))
    expect((await made(id)).map(({ from_time }) => from_time?.toISOString())).toEqual([
      '2026-11-21T21:00:00.000Z',
    ])
  })

  test('moved to a window that has already begun, starts with the next one, as its preview shows', async () => {
    const { id, version } = await begin({ days_ahead: 1 })
    // A Tuesday, one hour after the new window's start.
    await setClock(new Date('2026-11-17T10:00:00Z'))
    const rule = { ...RULE, weekdays: [2], time: '10:00', minutes: 180 }
    const saved = await staff.post(`/api/admin/series/${id}`, {
      ...written({ rule, days_ahead: 1 }),
      version,
    })
    expect(saved.json<{ data: Series }>().data).toMatchObject({
      next_window: { from_time: '2026-11-24T09:00:00.000Z' },
    })
    await lookUntilDone(site.clock.now)
    expect(await made(id)).toEqual([])
  })

  test('creates nothing while paused, and resumes with the next window', async () => {
    const { id, version } = await begin({ days_ahead: 1 })
    await staff.post(`/api/admin/series/${id}/pause`, { version })
    await lookUntilDone(later(5.5))
    expect(await made(id)).toEqual([])
    await setClock(later(7))
    const resumed = await staff.post(`/api/admin/series/${id}/resume`, { version: version + 1 })
    expect(resumed.json<{ data: Series }>().data).toMatchObject({
      is_active: true,
      next_window: { from_time: '2026-11-28T21:00:00.000Z' },
    })
    await lookUntilDone(later(12))
    expect(await made(id)).toHaveLength(1)
    expect((await seriesAudit(id)).map(({ action }) => action)).toEqual(['create', 'pause', 'resume'])
  })

  test('keeps its records when removed', async () => {
    const { id } = await begin()
    await lookUntilDone(NOW)
    const [record] = await made(id)
    expect((await staff.post(`/api/admin/series/${id}/remove`, { version: 1 })).statusCode).toBe(204)
    expect(await recordOf(site.database.db, record?.id ?? 0)).toMatchObject({
      series_id: null,
      state: 'published',
    })
    expect((await staff.post(`/api/admin/series/${id}/remove`, { version: 1 })).statusCode).toBe(404)
  })

  test('that was paused when it was removed comes back paused, and makes no window twice', async () => {
    const { id, made_until } = await begin()
    const until = later(30).toISOString()
    expect((await staff.post(`/api/admin/series/${id}/remove`, { version: 1 })).statusCode).toBe(204)
    const back = (again: object) => staff.post('/api/admin/series', { ...written(), again })
    const paused = (await back({ is_active: false, made_until })).json<{ data: Series }>().data
    expect(paused).toMatchObject({ is_active: false, next_window: null })
    await lookUntilDone(later(2))
    expect(await made(paused.id)).toEqual([])
    const active = (await back({ is_active: true, made_until: until })).json<{ data: Series }>().data
    expect(active).toMatchObject({ is_active: true, made_until: until })
  })

  test('P-05 is stored sanitized', async () => {
    const { content: kept } = await begin({ content: content({ body: '<p onclick="x()">Patches</p>' }) })
    expect(kept.body).toBe('<p>Patches</p>')
  })

  test.each([
    [{ rule: { ...RULE, time_zone: 'Mars/Olympus' } }, 'rule.time_zone'],
    [{ rule: { ...RULE, until_day: '2026-11-15' } }, 'rule.until_day'],
    [{ title: '  ' }, 'title'],
  ])('of %j is rejected by field', async (of, field) => {
    const answer = await staff.post('/api/admin/series', written(of))
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field])
  })

  test('is rejected if its records could not be published', async () => {
    const refused = async (of: Partial<SeriesContentSchema>) =>
      (await staff.post('/api/admin/series', written({ content: content(of) }))).json<{ errors: object }>()
        .errors
    expect(Object.keys(await refused({ title: ' ' }))).toEqual(['content.title'])
    expect(Object.keys(await refused({ clouds: [], services: [] }))).toEqual(['content.clouds'])
    expect(await refused({ summary: 'Because of {{cause}}' })).toEqual({
      content: expect.stringContaining('{{cause}}'),
    })
  })

  test.each([
    { rule: { ...RULE, time: '25:00' } },
    { rule: { ...RULE, weekdays: [] } },
    { rule: { ...RULE, until_day: '2026-02-30' } },
    { rule: { ...RULE, every: 'day' } },
    { days_ahead: 0 },
  ])('rejects invalid input such as %j', async (of) => {
    expect((await staff.post('/api/admin/series', written(of))).statusCode).toBe(400)
  })

  test('Z-05 is read by all staff and changed by those who edit maintenance', async () => {
    const { id } = await begin()
    const reader = await subscriber(site, { roles: ['customer_success_manager'] })
    await setClock(NOW)
    const answer = await site.app.inject({
      url: `/api/admin/series/${id}`,
      headers: { cookie: reader.cookie },
    })
    expect(answer.json()).toMatchObject({ data: { can_edit: false } })
    expect((await reader.post('/api/admin/series', written())).statusCode).toBe(403)
    expect((await reader.post(`/api/admin/series/${id}/remove`, { version: 1 })).statusCode).toBe(403)
  })

  function seriesAudit(id: number) {
    return site.database.db
      .selectFrom('audit_log')
      .where('entity', '=', 'series')
      .where('entity_id', '=', String(id))
      .select(['action', 'before', 'after'])
      .orderBy('id')
      .execute()
  }
})
