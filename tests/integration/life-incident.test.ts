import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { currentEdition } from '../../src/db/edition.ts'
import { correctUpdate } from '../../src/publishing/life/correct-update.ts'
import { type PostingUpdate, postUpdate } from '../../src/publishing/life/post-update.ts'
import { removeUpdate } from '../../src/publishing/life/remove-update.ts'
import { reopenRecord } from '../../src/publishing/life/reopen-record.ts'
import { resolveRecord } from '../../src/publishing/life/resolve-record.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import {
  at,
  auditOf,
  draftOf,
  EDITOR,
  openIncident,
  publicationsOf,
  recordOf,
  STATUS,
  stepsOf,
  typeDraft,
  updatesOf,
} from '../support/life.ts'
import { addDraft, addSmallSite, type SmallCloud } from '../support/small-site.ts'

const NOW = at('15T10:00:00')

let database: TestDatabase
let db: Kysely<DB>
let alpha: SmallCloud

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  alpha = (await addSmallSite(db)).alpha
})

afterAll(() => database.drop())

function post(recordId: number, of: Partial<PostingUpdate> = {}) {
  return postUpdate(db, { ...EDITOR, recordId, now: NOW, body: '<p>We found the cause.</p>', ...of })
}

function resolve(recordId: number, of: Partial<Parameters<typeof resolveRecord>[1]> = {}) {
  return resolveRecord(db, { ...EDITOR, recordId, now: NOW, body: '<p>It is over.</p>', ...of })
}

describe('Z-02 an update', () => {
  test('publishes new text, status and severity together', async () => {
    const id = await openIncident(db, { clouds: [alpha] })
    const before = await recordOf(db, id)
    const outcome = await post(id, {
      statusId: STATUS.monitoring,
      severityTid: 19,
      nextUpdate: at('15T11:00:00'),
      isUrgent: true,
    })
    expect(outcome).toEqual({
      kind: 'done',
      edition: (await currentEdition(db)).number,
      publicationId: expect.any(Number),
    })
    expect(await recordOf(db, id)).toEqual({
      ...before,
      status_id: STATUS.monitoring,
      severity_tid: 19,
      event_type: 'service_degradation',
      type: 'core_cloud_services',
      next_update: at('15T11:00:00'),
      updated_by: 'Cloud Operations',
      updated_on: NOW,
      version: before.version + 1,
      edition: (await currentEdition(db)).number,
    })
    const [update] = await updatesOf(db, id)
    expect(update).toEqual({
      id: expect.any(Number),
      record_id: id,
      posted_on: NOW,
      status_id: STATUS.monitoring,
      severity_tid: 19,
      body: '<p>We found the cause.</p>',
      created_by: 'Cloud Operations',
      removed_on: null,
    })
    expect((await publicationsOf(db, id)).at(-1)).toMatchObject({
      step: 'updated',
      update_id: update?.id,
      is_urgent: true,
      notifies: true,
      content: { status: 'Monitoring', severity: 'Service Degradation' },
    })
  })

  test('Z-06 is in the audit log once, with the changed fields before and after', async () => {
    const id = await openIncident(db)
    await post(id, { statusId: STATUS.monitoring })
    const entry = (await auditOf(db, id)).at(-1)
    expect(entry).toMatchObject({
      actor: 'blog_editor',
      action: 'post-update',
      before: { status_id: STATUS.inProgress },
      after: { status_id: STATUS.monitoring, update: expect.any(Number) },
    })
    expect(await auditOf(db, id)).toHaveLength(2)
  })

  test('with text only keeps status and severity', async () => {
    const id = await openIncident(db, { next_update: at('15T12:00:00') })
    await post(id)
    expect(await recordOf(db, id)).toMatchObject({ status_id: 2, severity_tid: 20, closed_on: null })
    expect(await updatesOf(db, id)).toMatchObject([{ status_id: 2, severity_tid: null }])
  })

  test.each([
    ['fulfills a promise that is due', '15T09:30:00', undefined, null],
    ['leaves a future promise', '15T12:00:00', undefined, '15T12:00:00'],
    ['withdraws a promise', '15T12:00:00', null, null],
    ['makes a new promise', '15T12:00:00', '15T13:00:00', '15T13:00:00'],
  ])('%s', async (_, promised, next, kept) => {
    const id = await openIncident(db, { next_update: at(promised) })
    await post(id, { nextUpdate: typeof next === 'string' ? at(next) : next })
    expect((await recordOf(db, id)).next_update).toEqual(kept === null ? null : at(kept))
  })

  test('with a closing status resolves the incident', async () => {
    const id = await openIncident(db)
    await post(id, { statusId: STATUS.resolved })
    expect(await recordOf(db, id)).toMatchObject({ closed_on: NOW, resolved_by: 'Cloud Operations' })
    expect(await stepsOf(db, id)).toEqual(['opened', 'resolved'])
  })

  test('may follow after closing: what was learned', async () => {
    const id = await openIncident(db)
    await resolve(id)
    expect(await post(id, { now: at('16T10:00:00') })).toMatchObject({ kind: 'done' })
    expect(await recordOf(db, id)).toMatchObject({ closed_on: NOW, status_id: STATUS.resolved })
    expect(await stepsOf(db, id)).toEqual(['opened', 'resolved', 'updated'])
  })

  test.each(['silent', 'removed before its messages left'])(
    'U-10 is the end to subscribers if the end was %s',
    async (how) => {
      const recordId = await openIncident(db)
      await resolve(recordId, { notifies: how !== 'silent' })
      if (how !== 'silent') {
        const updateId = (await updatesOf(db, recordId)).at(-1)?.id ?? 0
        const { version } = await recordOf(db, recordId)
        await removeUpdate(db, { ...EDITOR, recordId, now: NOW, version, updateId })
      }
      await post(recordId, { notifies: false })
      await post(recordId)
      await post(recordId)
      expect((await stepsOf(db, recordId)).slice(-3)).toEqual(['updated silently', 'resolved', 'updated'])
    },
  )

  test('P-05 is sanitized, and an empty one is rejected', async () => {
    const id = await openIncident(db)
    await post(id, { body: '<p onclick="x()">Found.<script>x()</script></p>' })
    expect(await updatesOf(db, id)).toMatchObject([{ body: '<p>Found.</p>' }])
    for (const body of ['', '   ', '<p></p>', '<p>&nbsp;</p>', '<script>x()</script>']) {
      expect(await post(id, { body })).toEqual({ kind: 'nothing-said' })
    }
    expect(await updatesOf(db, id)).toHaveLength(1)
  })

  test('with the same key adds nothing and gets the first answer, concurrently or later', async () => {
    const id = await openIncident(db)
    const once = { idempotencyKey: 'update-of-1000' }
    const outcomes = await Promise.all([post(id, once), post(id, once), post(id, once)])
    outcomes.push(await post(id, once))
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(outcomes[0]).toMatchObject({ kind: 'done' })
    expect(await post(id, { ...once, body: '<p>Other words.</p>' })).toEqual({ kind: 'key-of-another-step' })
    expect(await updatesOf(db, id)).toHaveLength(1)
    expect(await stepsOf(db, id)).toEqual(['opened', 'updated'])
    expect(await post(await openIncident(db), once)).toEqual({ kind: 'key-of-another-record', recordId: id })
  })

  test('Z-03 without notification is on the site only', async () => {
    const id = await openIncident(db)
    await post(id, { notifies: false })
    expect(await stepsOf(db, id)).toEqual(['opened', 'updated silently'])
  })

  test('is rejected for unpublished, unknown or disallowed records and past times, without changes', async () => {
    const id = await openIncident(db)
    const { number } = await currentEdition(db)
    expect(await post(await addDraft(db))).toEqual({ kind: 'not-published' })
    expect(await post(2_000_000_000)).toEqual({ kind: 'no-such-record' })
    expect(await post(id, { mayEdit: () => false })).toEqual({ kind: 'not-allowed' })
    expect(await post(id, { statusId: 999 })).toEqual({ kind: 'no-such-status' })
    expect(await post(id, { severityTid: 999 })).toEqual({ kind: 'no-such-severity' })
    expect(await post(id, { nextUpdate: NOW })).toEqual({
      kind: 'wrong-time',
      field: 'next_update',
      why: 'in-the-past',
    })
    expect(await post(id, { toTime: at('15T12:00:00') })).toEqual({ kind: 'not-a-maintenance' })
    expect(await updatesOf(db, id)).toEqual([])
    expect((await currentEdition(db)).number).toBe(number)
  })

  test('a retired status is not offered, but kept where it is used', async () => {
    await db
      .insertInto('statuses')
      .values({ id: 90, name: 'Parked', class: 'parked', icon: 'eye', retired_at: NOW })
      .execute()
    expect(await post(await openIncident(db), { statusId: 90 })).toEqual({ kind: 'no-such-status' })
    expect(await post(await openIncident(db, { status_id: 90 }), { statusId: 90 })).toMatchObject({
      kind: 'done',
    })
  })

  test('also updates the draft, so that publishing it later does not undo the update', async () => {
    const id = await openIncident(db)
    await typeDraft(db, id, { title: 'Traffic is very slow', status_id: STATUS.inProgress })
    await post(id, { statusId: STATUS.monitoring, nextUpdate: at('15T11:00:00') })
    expect(await draftOf(db, id)).toMatchObject({
      title: 'Traffic is very slow',
      status_id: STATUS.monitoring,
      next_update: '2026-11-15T11:00:00.000Z',
      severity_tid: 20,
    })
    expect((await recordOf(db, id)).title).toBe('Traffic is slow')
  })
})

describe('Z-02 a correction of an update', () => {
  test('changes the text on the site, notifies no one, and is in the audit log', async () => {
    const id = await openIncident(db)
    await post(id, { body: '<p>We fuond it.</p>' })
    const [update] = await updatesOf(db, id)
    const { number } = await currentEdition(db)
    const outcome = await correct(id, update?.id ?? 0, '<p>We found it.</p>')
    expect(outcome).toEqual({ kind: 'done', edition: number + 1 })
    expect(await updatesOf(db, id)).toEqual([{ ...update, body: '<p>We found it.</p>' }])
    expect((await recordOf(db, id)).edition).toBe(number + 1)
    expect(await stepsOf(db, id)).toEqual(['opened', 'updated', 'corrected silently'])
    expect((await auditOf(db, id)).at(-1)).toMatchObject({
      action: 'correct-update',
      before: { update: update?.id, body: '<p>We fuond it.</p>' },
      after: { update: update?.id, body: '<p>We found it.</p>' },
    })
  })

  test('to the same text changes nothing', async () => {
    const id = await openIncident(db)
    await post(id)
    const [update] = await updatesOf(db, id)
    await correct(id, update?.id ?? 0, '<p>We found the cause.</p>')
    expect(await stepsOf(db, id)).toEqual(['opened', 'updated'])
  })

  test('that is empty, or for an update of another record, is rejected', async () => {
    const id = await openIncident(db)
    await post(id)
    const [update] = await updatesOf(db, id)
    expect(await correct(id, update?.id ?? 0, '<p> </p>')).toEqual({ kind: 'nothing-said' })
    expect(await correct(await openIncident(db), update?.id ?? 0, '<p>x</p>')).toEqual({
      kind: 'no-such-update',
    })
  })

  test("based on an older version is rejected, and the colleague's text is kept", async () => {
    const id = await openIncident(db)
    await postUpdate(db, { ...EDITOR, recordId: id, body: '<p>Teh words.</p>', now: NOW })
    const [update] = await updatesOf(db, id)
    const { version } = await recordOf(db, id)
    const correcting = { ...EDITOR, recordId: id, updateId: update?.id ?? 0, version, now: at('15T10:05:00') }
    const both = await Promise.all([
      correctUpdate(db, { ...correcting, body: '<p>The words.</p>' }),
      correctUpdate(db, { ...correcting, body: '<p>These words.</p>' }),
    ])
    expect(both.map(({ kind }) => kind).sort()).toEqual(['conflict', 'done'])
    expect(await updatesOf(db, id)).toMatchObject([
      { body: both[0]?.kind === 'done' ? '<p>The words.</p>' : '<p>These words.</p>' },
    ])
  })

  test.each([
    ['follows', {}, '2026-11-15T09:00:00.000Z'],
    ['keeps its own', { closed_on: '2026-11-15T09:30:00.000Z' }, '2026-11-15T09:30:00.000Z'],
  ])('that moves the end: a draft %s', async (_, typed, closed_on) => {
    const id = await openIncident(db)
    await resolve(id)
    await typeDraft(db, id, typed)
    const [update] = await updatesOf(db, id)
    await correct(id, update?.id ?? 0, update?.body ?? '', { postedOn: at('15T09:00:00') })
    expect([(await recordOf(db, id)).closed_on, (await draftOf(db, id)).closed_on]).toEqual([
      at('15T09:00:00'),
      closed_on,
    ])
  })

  async function correct(recordId: number, updateId: number, body: string, moved: { postedOn?: Date } = {}) {
    const { version } = await recordOf(db, recordId)
    const now = at('15T10:05:00')
    return correctUpdate(db, { ...EDITOR, ...moved, recordId, updateId, version, body, now })
  }
})

describe('Z-02 resolving', () => {
  test('an incident closes it now, with its update, and clears the promised update', async () => {
    const id = await openIncident(db, { next_update: at('15T11:00:00') })
    await resolve(id)
    expect(await recordOf(db, id)).toMatchObject({
      status_id: STATUS.resolved,
      closed_on: NOW,
      next_update: null,
      resolved_by: 'Cloud Operations',
      event_type: 'service_disruption',
    })
    expect(await updatesOf(db, id)).toMatchObject([{ posted_on: NOW, status_id: STATUS.resolved }])
    expect(await stepsOf(db, id)).toEqual(['opened', 'resolved'])
  })

  test('may be backdated, but not before the start or into the future', async () => {
    const id = await openIncident(db)
    const wrong = (time: string) => resolve(id, { closedOn: at(time) })
    expect(await wrong('15T07:59:59')).toMatchObject({ field: 'closed_on', why: 'before-it-began' })
    expect(await wrong('15T10:00:01')).toMatchObject({ field: 'closed_on', why: 'in-the-future' })
    expect(await resolve(id, { closedOn: at('15T09:20:00') })).toMatchObject({ kind: 'done' })
    expect(await recordOf(db, id)).toMatchObject({ closed_on: at('15T09:20:00'), updated_on: NOW })
  })

  test.each([
    ['advisory', { event_type: 'security_advisory', severity_tid: 641 }, STATUS.remediated],
    ['notification', { notification_type: 'cloud_app', event_type: 'informational' }, STATUS.completed],
  ] as const)('an %s has its own status', async (kind, fields, status_id) => {
    const id = await openIncident(db, { kind, ...fields })
    await resolve(id)
    expect(await recordOf(db, id)).toMatchObject({ status_id, closed_on: NOW })
    expect(await stepsOf(db, id)).toEqual(['opened', 'resolved'])
  })

  test('happens once: of two at the same time one gets "already closed"', async () => {
    const id = await openIncident(db)
    const outcomes = await Promise.all([resolve(id), resolve(id)])
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['already-closed', 'done'])
    expect(await updatesOf(db, id)).toHaveLength(1)
  })

  test('is rejected clearly if the site no longer has such a status', async () => {
    const own = await testDatabase()
    await own.db.updateTable('statuses').set({ retired_at: NOW }).where('class', '=', 'resolved').execute()
    const recordId = await openIncident(own.db)
    const outcome = await resolveRecord(own.db, { ...EDITOR, recordId, now: NOW, body: '<p>Over.</p>' })
    expect(outcome).toEqual({ kind: 'no-status-of-class', class: 'resolved' })
    await own.drop()
  })
})

describe('Z-02 reopening', () => {
  test('clears the end and who closed it', async () => {
    const id = await openIncident(db, { to_time: at('15T09:00:00') })
    await resolve(id)
    const outcome = await reopenRecord(db, {
      ...EDITOR,
      recordId: id,
      now: at('15T10:30:00'),
      body: '<p>It is back.</p>',
    })
    expect(outcome).toMatchObject({ kind: 'done' })
    expect(await recordOf(db, id)).toMatchObject({
      status_id: STATUS.inProgress,
      closed_on: null,
      to_time: null,
      resolved_by: null,
    })
    expect(await stepsOf(db, id)).toEqual(['opened', 'resolved', 'updated'])
  })

  test('U-10 reaches everyone who was notified of the end, once', async () => {
    const recordId = await openIncident(db)
    await resolve(recordId)
    const reopening = { ...EDITOR, recordId, now: at('15T10:30:00'), body: '<p>It is back.</p>' }
    // A silent step doesn't change the end that subscribers were last notified of.
    await reopenRecord(db, { ...reopening, notifies: false })
    await postUpdate(db, { ...reopening, body: '<p>We are on it.</p>' })
    await postUpdate(db, { ...reopening, body: '<p>We found it.</p>' })
    const areReopened = (await publicationsOf(db, recordId)).map(
      ({ content }) => 'is_reopened' in Object(content),
    )
    expect(areReopened).toEqual([false, false, true, true, false])
  })

  test('U-10 is still news after an update that was removed before its messages left', async () => {
    const recordId = await openIncident(db)
    await resolve(recordId)
    const reopening = { ...EDITOR, recordId, now: at('15T10:30:00'), body: '<p>It is back.</p>' }
    await reopenRecord(db, reopening)
    const updateId = (await updatesOf(db, recordId)).at(-1)?.id ?? 0
    const { version } = await recordOf(db, recordId)
    expect(await removeUpdate(db, { ...reopening, version, updateId })).toMatchObject({ kind: 'done' })
    await postUpdate(db, { ...reopening, body: '<p>It is back for some.</p>' })
    expect((await publicationsOf(db, recordId)).at(-1)?.content).toMatchObject({ is_reopened: true })
  })

  test('an open one is rejected', async () => {
    const recordId = await openIncident(db)
    expect(await reopenRecord(db, { ...EDITOR, recordId, now: NOW, body: '<p>x</p>' })).toEqual({
      kind: 'not-closed',
    })
  })
})
