import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import type { PublicationContent } from '../../src/domain/notifying/publication.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { cancelMaintenance } from '../../src/publishing/life/cancel-maintenance.ts'
import { postUpdate } from '../../src/publishing/life/post-update.ts'
import { postponeMaintenance } from '../../src/publishing/life/postpone-maintenance.ts'
import { reopenRecord } from '../../src/publishing/life/reopen-record.ts'
import { resolveRecord } from '../../src/publishing/life/resolve-record.ts'
import { startMaintenance } from '../../src/publishing/life/start-maintenance.ts'
import { copyRecord } from '../../src/publishing/records/copy-record.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import {
  at,
  auditOf,
  draftOf,
  EDITOR,
  openIncident,
  plannedMaintenance,
  publicationsOf,
  recordOf,
  STATUS,
  stepsOf,
  typeDraft,
  updatesOf,
} from '../support/life.ts'
import { publish, unpublish } from '../support/publish.ts'

let database: TestDatabase
let db: Kysely<DB>

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})

afterAll(() => database.drop())

function step(recordId: number, time: string, body = '<p>Words of staff.</p>') {
  return { ...EDITOR, recordId, now: at(time), body }
}

describe('Z-02 planned and actual times are separate', () => {
  test('maintenance that staff start early and end late keeps its planned window', async () => {
    const id = await plannedMaintenance(db)
    expect(await startMaintenance(db, step(id, '15T19:40:00'))).toMatchObject({ kind: 'done' })
    expect(await recordOf(db, id)).toMatchObject({
      status_id: STATUS.inProgress,
      event_type: 'scheduled',
      from_time: at('15T20:00:00'),
      actual_from_time: at('15T19:40:00'),
      actual_to_time: null,
      closed_on: null,
    })
    expect(await resolveRecord(db, step(id, '15T22:15:00'))).toMatchObject({ kind: 'done' })
    expect(await recordOf(db, id)).toMatchObject({
      status_id: STATUS.completed,
      event_type: 'completed',
      from_time: at('15T20:00:00'),
      to_time: at('15T22:00:00'),
      actual_from_time: at('15T19:40:00'),
      actual_to_time: at('15T22:15:00'),
      closed_on: at('15T22:15:00'),
    })
    expect((await loadEdition(db)).records.byId.get(id)).toMatchObject({
      to_time: at('15T22:00:00'),
      actual_from_time: at('15T19:40:00'),
      actual_to_time: at('15T22:15:00'),
    })
    expect(await stepsOf(db, id)).toEqual(['scheduled', 'started', 'completed'])
    expect((await updatesOf(db, id)).map(({ created_by }) => created_by)).toEqual([
      'Change Management',
      'Change Management',
    ])
  })

  test('an overrun gets a new planned end with its update', async () => {
    const id = await plannedMaintenance(db)
    await startMaintenance(db, step(id, '15T20:00:00'))
    const extend = (time: string, toTime: Date) => postUpdate(db, { ...step(id, time), toTime })
    expect(await extend('15T21:30:00', at('15T21:00:00'))).toMatchObject({
      kind: 'wrong-time',
      field: 'to_time',
    })
    expect(await extend('15T21:30:00', at('15T23:30:00'))).toMatchObject({ kind: 'done' })
    expect(await recordOf(db, id)).toMatchObject({ to_time: at('15T23:30:00'), status_id: STATUS.inProgress })
    expect((await publicationsOf(db, id)).at(-1)?.content).toMatchObject({
      to_time: '2026-11-15T23:30:00.000Z',
    })
  })
})

describe('Z-02 rescheduled maintenance follows the clock again', () => {
  const clockOf = async (id: number) => {
    const { starts_by_itself, ends_by_itself } = await recordOf(db, id)
    return { starts_by_itself, ends_by_itself }
  }
  const putBack = (id: number, time: string) =>
    postUpdate(db, { ...step(id, time), statusId: STATUS.scheduled })

  test('if steps had taken it off the clock because its time was over', async () => {
    const id = await plannedMaintenance(db)
    await startMaintenance(db, step(id, '15T20:00:00'))
    await putBack(id, '15T20:30:00')
    expect(await clockOf(id)).toEqual({ starts_by_itself: false, ends_by_itself: true })
    await startMaintenance(db, step(id, '15T23:00:00'))
    expect(await clockOf(id)).toEqual({ starts_by_itself: false, ends_by_itself: false })
    await typeDraft(db, id, { starts_by_itself: false, ends_by_itself: false })
    await postpone(id, '15T23:30:00', '16T20:00:00', '16T22:00:00')
    expect(await clockOf(id)).toEqual({ starts_by_itself: true, ends_by_itself: true })
    expect(await draftOf(db, id)).toMatchObject({ starts_by_itself: true, ends_by_itself: true })
  })

  test('but not if staff chose otherwise', async () => {
    const id = await plannedMaintenance(db, { starts_by_itself: false, ends_by_itself: false })
    await putBack(id, '15T20:30:00')
    await postpone(id, '15T20:40:00', '16T20:00:00', '16T22:00:00')
    expect(await clockOf(id)).toEqual({ starts_by_itself: false, ends_by_itself: false })
  })

  test('and an update with a new end and status uses the new end', async () => {
    const id = await plannedMaintenance(db)
    const begun = { ...step(id, '15T22:30:00'), statusId: STATUS.inProgress, toTime: at('15T23:30:00') }
    expect(await postUpdate(db, begun)).toMatchObject({ kind: 'done' })
    expect(await clockOf(id)).toEqual({ starts_by_itself: true, ends_by_itself: true })
    const late = await plannedMaintenance(db)
    await startMaintenance(db, step(late, '15T22:30:00'))
    expect(await clockOf(late)).toMatchObject({ ends_by_itself: false })
    await postUpdate(db, { ...step(late, '15T22:40:00'), toTime: at('15T23:30:00') })
    expect(await clockOf(late)).toMatchObject({ ends_by_itself: true })
  })
})

describe('Z-02 impossible steps are rejected', () => {
  test('starting twice, ending before starting, steps after closing', async () => {
    const id = await plannedMaintenance(db)
    expect(await resolveRecord(db, step(id, '15T12:00:00'))).toEqual({ kind: 'not-begun' })
    await startMaintenance(db, step(id, '15T20:00:00'))
    expect(await startMaintenance(db, step(id, '15T20:01:00'))).toEqual({ kind: 'already-begun' })
    await resolveRecord(db, step(id, '15T21:00:00'))
    for (const late of [startMaintenance, cancelMaintenance, resolveRecord]) {
      expect(await late(db, step(id, '15T21:01:00'))).toEqual({ kind: 'already-closed' })
    }
    expect(await postpone(id, '15T21:01:00', '16T20:00:00', '16T22:00:00')).toEqual({
      kind: 'already-closed',
    })
  })

  test('ending before starting by an update, too', async () => {
    const id = await plannedMaintenance(db)
    const end = (time: string, postedOn?: Date) =>
      postUpdate(db, { ...step(id, time), statusId: STATUS.completed, postedOn })
    expect(await end('15T12:00:00')).toEqual({ kind: 'not-begun' })
    // An edit may have set the status without an update.
    const begun = { status_id: STATUS.inProgress, actual_from_time: at('15T20:00:00') }
    await db.updateTable('records').set(begun).where('id', '=', id).execute()
    const early = { kind: 'wrong-time', field: 'closed_on', why: 'before-it-began' }
    expect(await end('15T20:30:00', at('15T19:00:00'))).toEqual(early)
    expect(await end('15T20:30:00', at('15T20:20:00'))).toMatchObject({ kind: 'done' })
  })

  test('maintenance steps for other kinds of records', async () => {
    const id = await openIncident(db)
    for (const odd of [startMaintenance, cancelMaintenance]) {
      expect(await odd(db, step(id, '15T12:00:00'))).toEqual({ kind: 'not-a-maintenance' })
    }
    expect(await postpone(id, '15T12:00:00', null, null)).toEqual({ kind: 'not-a-maintenance' })
  })

  test.each([
    ['15T11:00:00', '15T13:00:00', 'from_time', 'in-the-past'],
    ['16T20:00:00', '16T20:00:00', 'to_time', 'end-before-start'],
    ['16T20:00:00', null, 'to_time', 'missing'],
    [null, '16T20:00:00', 'from_time', 'missing'],
  ])('a new window from %s to %s', async (from, to, field, why) => {
    const id = await plannedMaintenance(db)
    expect(await postpone(id, '15T12:00:00', from, to)).toEqual({ kind: 'wrong-time', field, why })
    expect(await stepsOf(db, id)).toEqual(['scheduled'])
  })
})

describe('Z-02 postponing', () => {
  test('to a new window keeps it scheduled, with the published text', async () => {
    const id = await plannedMaintenance(db)
    await typeDraft(db, id, { title: 'All switches are replaced' })
    expect(await postpone(id, '15T12:00:00', '17T20:00:00', '17T23:00:00')).toMatchObject({ kind: 'done' })
    expect(await recordOf(db, id)).toMatchObject({
      status_id: STATUS.scheduled,
      event_type: 'scheduled',
      from_time: at('17T20:00:00'),
      to_time: at('17T23:00:00'),
      closed_on: null,
    })
    expect((await publicationsOf(db, id)).at(-1)).toMatchObject({
      step: 'postponed',
      content: {
        update: { body: '<p>Words of staff.</p>' },
        from_time: '2026-11-17T20:00:00.000Z',
        to_time: '2026-11-17T23:00:00.000Z',
      },
    })
    expect(await draftOf(db, id)).toMatchObject({
      title: 'All switches are replaced',
      from_time: '2026-11-17T20:00:00.000Z',
      to_time: '2026-11-17T23:00:00.000Z',
    })
    expect((await auditOf(db, id)).at(-1)).toMatchObject({
      action: 'postpone',
      before: { from_time: '2026-11-15T20:00:00.000Z', to_time: '2026-11-15T22:00:00.000Z' },
      after: { from_time: '2026-11-17T20:00:00.000Z', to_time: '2026-11-17T23:00:00.000Z' },
    })
  })

  test('maintenance in progress clears its actual times', async () => {
    const id = await plannedMaintenance(db)
    await startMaintenance(db, step(id, '15T20:00:00'))
    await postpone(id, '15T20:10:00', '17T20:00:00', '17T22:00:00')
    expect(await recordOf(db, id)).toMatchObject({ status_id: STATUS.scheduled, actual_from_time: null })
  })

  test('without a new window closes it as postponed, until there is one', async () => {
    const id = await plannedMaintenance(db)
    await postpone(id, '15T12:00:00', null, null)
    expect(await recordOf(db, id)).toMatchObject({
      status_id: STATUS.postponed,
      event_type: 'postponed',
      from_time: at('15T20:00:00'),
      closed_on: at('15T12:00:00'),
    })
    await postpone(id, '16T12:00:00', '20T20:00:00', '20T22:00:00')
    expect(await recordOf(db, id)).toMatchObject({
      status_id: STATUS.scheduled,
      event_type: 'scheduled',
      from_time: at('20T20:00:00'),
      closed_on: null,
      resolved_by: null,
    })
    expect(await stepsOf(db, id)).toEqual(['scheduled', 'postponed', 'postponed'])
  })

  test('without a new window still lets it start immediately', async () => {
    const id = await plannedMaintenance(db)
    await postpone(id, '15T12:00:00', null, null)
    expect(await startMaintenance(db, step(id, '15T14:00:00'))).toMatchObject({ kind: 'done' })
    expect(await recordOf(db, id)).toMatchObject({
      status_id: STATUS.inProgress,
      actual_from_time: at('15T14:00:00'),
      closed_on: null,
    })
    expect(await stepsOf(db, id)).toEqual(['scheduled', 'postponed', 'started'])
  })
})

describe('Z-02 canceling', () => {
  test("archives it, and appends a note to the staff's text", async () => {
    const id = await plannedMaintenance(db)
    expect(await cancelMaintenance(db, step(id, '15T12:00:00', '<p>The parts are late.</p>'))).toMatchObject({
      kind: 'done',
    })
    expect(await recordOf(db, id)).toMatchObject({
      status_id: STATUS.archived,
      event_type: 'postponed',
      closed_on: at('15T12:00:00'),
      actual_to_time: null,
    })
    expect((await updatesOf(db, id))[0]?.body).toBe(
      '<p>The parts are late.</p><p>This maintenance will not take place.</p>',
    )
    expect(await stepsOf(db, id)).toEqual(['scheduled', 'cancelled'])
  })

  test('maintenance in progress ends it now', async () => {
    const id = await plannedMaintenance(db)
    await startMaintenance(db, step(id, '15T20:00:00'))
    await cancelMaintenance(db, step(id, '15T20:30:00'))
    expect(await recordOf(db, id)).toMatchObject({
      status_id: STATUS.archived,
      actual_from_time: at('15T20:00:00'),
      actual_to_time: at('15T20:30:00'),
    })
  })

  test('can be undone while its window is ahead', async () => {
    const id = await plannedMaintenance(db)
    await cancelMaintenance(db, step(id, '15T12:00:00'))
    await postUpdate(db, step(id, '15T12:30:00'))
    await reopenRecord(db, step(id, '15T13:00:00'))
    const said = (await publicationsOf(db, id)).map(({ content }) => 'is_put_off' in Object(content))
    expect(said).toEqual([false, true, true, false])
    expect(await recordOf(db, id)).toMatchObject({
      status_id: STATUS.scheduled,
      closed_on: null,
      starts_by_itself: true,
      ends_by_itself: true,
    })
  })
})

describe('U-10 the window that messages call the previous one', () => {
  const moveTo = async (id: number, from: string, to: string) => {
    await db
      .updateTable('records')
      .set({ from_time: at(from), to_time: at(to) })
      .where('id', '=', id)
      .execute()
  }
  const windowBefore = async (id: number) => {
    const content = (await publicationsOf(db, id)).at(-1)?.content as PublicationContent | undefined
    return content?.window_before
  }

  test('is that of the last message, not one that was only on the site', async () => {
    const id = await plannedMaintenance(db)
    await moveTo(id, '15T21:00:00', '15T23:00:00')
    await publish(db, id, { now: at('11T09:00:00'), step: 'updated', notifies: false })
    await cancelMaintenance(db, step(id, '15T12:00:00'))
    expect(await windowBefore(id)).toEqual({
      from_time: '2026-11-15T20:00:00.000Z',
      to_time: '2026-11-15T22:00:00.000Z',
    })
  })

  test('does not exist if its messages were stopped before they left', async () => {
    const id = await plannedMaintenance(db)
    await unpublish(db, id)
    await moveTo(id, '15T21:00:00', '15T23:00:00')
    await publish(db, id, { now: at('11T09:00:00'), step: 'scheduled' })
    expect(await windowBefore(id)).toBeUndefined()
  })
})

test('Z-02 maintenance reopened after its window does not end automatically again', async () => {
  const id = await plannedMaintenance(db)
  await typeDraft(db, id, {})
  await startMaintenance(db, step(id, '15T20:00:00'))
  await resolveRecord(db, step(id, '15T22:00:00'))
  await reopenRecord(db, step(id, '15T22:30:00'))
  const reopened = {
    status_id: STATUS.inProgress,
    actual_to_time: null,
    closed_on: null,
    ends_by_itself: false,
  }
  expect(await recordOf(db, id)).toMatchObject({ ...reopened, actual_from_time: at('15T20:00:00') })
  expect(await draftOf(db, id)).toMatchObject(reopened)
  const copied = await copyRecord(db, { ...EDITOR, recordId: id, now: at('15T23:00:00') })
  if (copied.kind !== 'created') throw new Error(copied.kind)
  expect(await draftOf(db, copied.recordId)).toMatchObject({ starts_by_itself: true, ends_by_itself: true })
})

function postpone(recordId: number, time: string, from: string | null, to: string | null) {
  return postponeMaintenance(db, {
    ...step(recordId, time),
    fromTime: from === null ? null : at(from),
    toTime: to === null ? null : at(to),
  })
}
