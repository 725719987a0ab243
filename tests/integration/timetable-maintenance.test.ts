import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import type { DB } from '../../src/db/database.ts'
import { postUpdate } from '../../src/publishing/life/post-update.ts'
import { postponeMaintenance } from '../../src/publishing/life/postpone-maintenance.ts'
import { removeUpdate } from '../../src/publishing/life/remove-update.ts'
import { startMaintenance } from '../../src/publishing/life/start-maintenance.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
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
import { addDraft } from '../support/small-site.ts'
import { type TestTimetable, testTimetable } from '../support/timetable.ts'

let database: TestDatabase
let db: Kysely<DB>
let timetable: TestTimetable

beforeEach(async () => {
  database = await testDatabase()
  db = database.db
  timetable = testTimetable(db)
})

afterEach(() => database.drop())

describe('Z-02 maintenance on a schedule', () => {
  test('goes to In Progress at its start and to Completed at its end, with standard text', async () => {
    const id = await plannedMaintenance(db)
    await typeDraft(db, id, { title: 'Later' })
    await timetable.look('15T19:59:59')
    expect(timetable.events).toEqual([])

    await timetable.look('15T20:00:03')
    expect(await recordOf(db, id)).toMatchObject({
      status_id: STATUS.inProgress,
      event_type: 'scheduled',
      actual_from_time: at('15T20:00:00'),
      closed_on: null,
      updated_by: 'Change Management',
    })
    await timetable.look('15T20:00:08')
    await timetable.look('15T22:00:02')
    expect(await recordOf(db, id)).toMatchObject({
      status_id: STATUS.completed,
      event_type: 'completed',
      actual_from_time: at('15T20:00:00'),
      actual_to_time: at('15T22:00:00'),
      closed_on: at('15T22:00:02'),
    })
    expect(await updatesOf(db, id)).toMatchObject([
      { body: '<p>The planned maintenance has started.</p>', status_id: 2, posted_on: at('15T20:00:03') },
      {
        body: '<p>The planned maintenance window has ended.</p>',
        status_id: 4,
        posted_on: at('15T22:00:02'),
      },
    ])
    expect(await stepsOf(db, id)).toEqual(['scheduled', 'started', 'completed'])
    expect(timetable.events).toEqual([
      { kind: 'done', deed: 'started', id, lateMs: 3_000 },
      { kind: 'done', deed: 'completed', id, lateMs: 2_000 },
    ])
    expect(await draftOf(db, id)).toMatchObject({
      title: 'Later',
      status_id: STATUS.completed,
      actual_to_time: '2026-11-15T22:00:00.000Z',
    })
    expect((await auditOf(db, id)).slice(1)).toMatchObject([
      { actor: 'system', action: 'start', before: { status_id: 1 }, after: { status_id: 2 } },
      { actor: 'system', action: 'resolve', before: { status_id: 2 }, after: { status_id: 4 } },
    ])
  })

  test('does nothing if staff do it manually', async () => {
    const id = await plannedMaintenance(db, { starts_by_itself: false, ends_by_itself: false })
    await timetable.look('15T20:30:00')
    await timetable.look('15T22:30:00')
    expect(await stepsOf(db, id)).toEqual(['scheduled'])
    const other = await plannedMaintenance(db, { starts_by_itself: false })
    await timetable.look('15T22:30:00')
    expect(await stepsOf(db, other)).toEqual(['scheduled'])
  })

  test.skipIf(isShort)('started by staff is completed at its end, if allowed', async () => {
    const [one, other] = [
      await plannedMaintenance(db, { starts_by_itself: false }),
      await plannedMaintenance(db, { ends_by_itself: false }),
    ]
    for (const recordId of [one, other])
      await startMaintenance(db, { ...EDITOR, recordId, now: at('15T20:10:00'), body: '<p>We begin.</p>' })
    await timetable.look('15T22:00:00')
    expect(await recordOf(db, one)).toMatchObject({
      status_id: STATUS.completed,
      actual_from_time: at('15T20:10:00'),
      actual_to_time: at('15T22:00:00'),
    })
    expect(await recordOf(db, other)).toMatchObject({ status_id: STATUS.inProgress })
  })

  test('that was extended by an update ends at the new end, and not at the old one', async () => {
    const id = await plannedMaintenance(db)
    await timetable.look('15T20:00:00')
    await postUpdate(db, {
      ...EDITOR,
      recordId: id,
      now: at('15T21:30:00'),
      body: '<p>It takes longer.</p>',
      toTime: at('15T23:30:00'),
    })
    await timetable.look('15T22:00:05')
    await timetable.look('15T23:29:59')
    expect(await recordOf(db, id)).toMatchObject({ status_id: STATUS.inProgress, closed_on: null })
    await timetable.look('15T23:30:01')
    expect(await recordOf(db, id)).toMatchObject({
      status_id: STATUS.completed,
      actual_to_time: at('15T23:30:00'),
    })
  })

  test.skipIf(isShort)(
    'whose whole window passed while the site was down is only reported as completed',
    async () => {
      const id = await plannedMaintenance(db)
      await timetable.look('15T23:00:00')
      expect(await stepsOf(db, id)).toEqual(['scheduled', 'completed'])
      expect(await recordOf(db, id)).toMatchObject({
        status_id: STATUS.completed,
        actual_from_time: at('15T20:00:00'),
        actual_to_time: at('15T22:00:00'),
      })
    },
  )

  test('whose end is left to staff starts silently after its window', async () => {
    const id = await plannedMaintenance(db, { ends_by_itself: false })
    await timetable.look('15T23:00:00')
    expect(await stepsOf(db, id)).toEqual(['scheduled', 'started silently'])
  })

  test('Z-03 published silently starts silently', async () => {
    const id = await addDraft(db, {
      kind: 'maintenance',
      event_type: 'scheduled',
      status_id: STATUS.scheduled,
      from_time: at('15T20:00:00'),
      to_time: at('15T22:00:00'),
    })
    await publish(db, id, { now: at('10T09:00:00'), step: 'scheduled', notifies: false })
    await timetable.look('15T20:00:00')
    expect(await stepsOf(db, id)).toEqual(['scheduled silently', 'started silently'])
  })

  // The short run covers the removed update of life-updates.test.ts.
  test.skipIf(isShort)('is sent to those who got a message that was removed since', async () => {
    const id = await addDraft(db, {
      kind: 'maintenance',
      event_type: 'scheduled',
      status_id: STATUS.scheduled,
      from_time: at('15T18:00:00'),
      to_time: at('15T19:00:00'),
    })
    await publish(db, id, { now: at('10T09:00:00'), step: 'scheduled', notifies: false })
    await postponeMaintenance(db, {
      ...EDITOR,
      recordId: id,
      now: at('10T10:00:00'),
      body: '<p>Later.</p>',
      fromTime: at('15T20:00:00'),
      toTime: at('15T22:00:00'),
    })
    const [update] = await updatesOf(db, id)
    const { version } = await recordOf(db, id)
    const removing = { ...EDITOR, recordId: id, updateId: update?.id ?? 0, version, now: at('10T11:00:00') }
    expect(await removeUpdate(db, removing)).toMatchObject({ kind: 'done' })
    await timetable.look('15T20:00:00')
    expect((await stepsOf(db, id)).at(-1)).toBe('started')
  })

  test('ignores drafts, unpublished, closed and postponed ones, and other kinds', async () => {
    const draft = await addDraft(db, { kind: 'maintenance', status_id: 1, from_time: at('15T20:00:00') })
    const gone = await plannedMaintenance(db)
    await unpublish(db, gone)
    const postponed = await plannedMaintenance(db)
    const postponing = { ...EDITOR, recordId: postponed, body: '<p>Later.</p>', fromTime: null, toTime: null }
    await postponeMaintenance(db, { ...postponing, now: at('15T12:00:00') })
    await openIncident(db, { status_id: 1, from_time: at('15T08:00:00'), to_time: at('15T09:00:00') })
    await timetable.look('15T23:00:00')
    expect(timetable.events).toEqual([])
    expect((await recordOf(db, draft)).state).toBe('draft')
  })

  test('happens once with several processes', async () => {
    const ids = [await plannedMaintenance(db), await plannedMaintenance(db), await plannedMaintenance(db)]
    const others = [testTimetable(db), testTimetable(db), testTimetable(db)]
    await Promise.all([timetable, ...others].map((each) => each.look('15T20:00:01')))
    for (const id of ids) expect(await stepsOf(db, id)).toEqual(['scheduled', 'started'])
    expect([timetable, ...others].flatMap(({ events }) => events)).toHaveLength(3)
  })

  test('skips a locked record, and is done after the lock holder crashed', async () => {
    const id = await plannedMaintenance(db)
    const crashing = connect(database.url, { onError: () => {} })
    const crash = crashing.db
      .transaction()
      .execute(async (trx) => {
        const { rows } = await sql<{ pid: number }>`
          update records set status_id = 2 where id = ${id} returning pg_backend_pid() as pid`.execute(trx)
        // Locked by another: this pass skips it without waiting.
        await timetable.look('15T20:00:01')
        expect(timetable.events).toEqual([])
        await sql`select pg_terminate_backend(${rows[0]?.pid}::integer)`.execute(db)
        await sql`select 1`.execute(trx)
      })
      .catch((error: Error) => error)
    expect(await crash).toBeInstanceOf(Error)
    await timetable.look('15T20:00:06')
    expect(await stepsOf(db, id)).toEqual(['scheduled', 'started'])
    await crashing.close()
  })

  test("that can't be written is retried with growing delays, without blocking others", async () => {
    const failing = await plannedMaintenance(db, { title: 'Fails' })
    const fine = await plannedMaintenance(db)
    await sql`
      create function refuse() returns trigger language plpgsql as
      $$ begin if new.record_id = ${sql.lit(failing)} then raise 'refused'; end if; return new; end $$`.execute(
      db,
    )
    await sql`create trigger refuse before insert on record_updates for each row execute function refuse()`.execute(
      db,
    )
    await timetable.look('15T20:00:01')
    expect(await stepsOf(db, fine)).toEqual(['scheduled', 'started'])
    expect(timetable.events).toMatchObject([
      { kind: 'failed', what: 'move', id: failing, attempts: 1 },
      { kind: 'done', deed: 'started', id: fine },
    ])
    expect((await recordOf(db, failing)).status_id).toBe(STATUS.scheduled)
    await timetable.look('15T20:00:03')
    expect(timetable.events).toHaveLength(2)
    await timetable.look('15T20:00:17')
    const pauses = timetable.events.flatMap((event) => (event.kind === 'failed' ? [event] : []))
    expect(pauses.map(({ attempts }) => attempts)).toEqual([1, 2])
    const [first, second] = pauses.map(({ retryAt }) => retryAt)
    expect(first?.getTime()).toBeGreaterThanOrEqual(at('15T20:00:06').getTime())
    expect(second?.getTime()).toBeGreaterThanOrEqual(at('15T20:00:27').getTime())

    await sql`drop trigger refuse on record_updates`.execute(db)
    await timetable.look('15T20:02:00')
    expect(await stepsOf(db, failing)).toEqual(['scheduled', 'started'])
  })
})

test.skipIf(isShort)('is not delayed by two hundred entries that always fail', async () => {
  const fine = await plannedMaintenance(db)
  const rule = {
    every: 'weeks',
    weeks: 1,
    weekdays: [1],
    time: '22:00',
    time_zone: 'UTC',
    minutes: 60,
    from_day: '2026-11-01',
    until_day: null,
  }
  await sql`
    insert into maintenance_series (title, rule, content, days_ahead, made_until, due_at, updated_at)
    select 'Broken', ${JSON.stringify(rule)}, '{}', 7, ${at('01T00:00:00')}, ${at('02T00:00:00')}, ${at('01T00:00:00')}
    from generate_series(1, 205)`.execute(db)
  await timetable.look('15T20:00:01')
  expect(timetable.events.filter(({ kind }) => kind === 'failed')).toHaveLength(200)
  await timetable.look('15T20:00:02')
  expect(await stepsOf(db, fine)).toEqual(['scheduled', 'started'])
})

describe('Z-02 reminders', () => {
  const DAY_AND_HOUR = { remind_before_minutes: [60, 1440] }

  test('are sent once for each chosen time before the window', async () => {
    const id = await plannedMaintenance(db, DAY_AND_HOUR)
    await timetable.look('14T19:59:59')
    expect(await stepsOf(db, id)).toEqual(['scheduled'])
    for (const time of ['14T20:00:00', '14T20:00:05', '15T18:59:59', '15T19:00:00', '15T19:30:00']) {
      await timetable.look(time)
    }
    expect(await stepsOf(db, id)).toEqual(['scheduled', 'reminded', 'reminded'])
    expect((await publicationsOf(db, id)).at(-1)).toMatchObject({
      update_id: null,
      created_at: at('15T19:00:00'),
    })
    expect((await auditOf(db, id)).at(-1)).toMatchObject({
      actor: 'system',
      action: 'remind',
      after: { minutes_before: [60] },
    })
  })

  test.skipIf(isShort)('that are due together after a downtime are sent as one', async () => {
    const id = await plannedMaintenance(db, DAY_AND_HOUR)
    await timetable.look('15T19:30:00')
    await timetable.look('15T19:30:05')
    expect(await stepsOf(db, id)).toEqual(['scheduled', 'reminded'])
  })

  test('are skipped once the window has started', async () => {
    const id = await plannedMaintenance(db, DAY_AND_HOUR)
    await timetable.look('15T20:00:00')
    expect(await stepsOf(db, id)).toEqual(['scheduled', 'started'])
  })

  test.skipIf(isShort)('are sent again for a postponed window', async () => {
    const id = await plannedMaintenance(db, { remind_before_minutes: [60] })
    await timetable.look('15T19:10:00')
    await postponeMaintenance(db, {
      ...EDITOR,
      recordId: id,
      now: at('15T19:20:00'),
      body: '<p>Tomorrow.</p>',
      fromTime: at('16T20:00:00'),
      toTime: at('16T22:00:00'),
    })
    await timetable.look('15T19:30:00')
    await timetable.look('16T19:10:00')
    expect(await stepsOf(db, id)).toEqual(['scheduled', 'reminded', 'postponed', 'reminded'])
  })

  test.skipIf(isShort)('are skipped right after the window was announced', async () => {
    const id = await plannedMaintenance(db, { remind_before_minutes: [60] })
    await postponeMaintenance(db, {
      ...EDITOR,
      recordId: id,
      now: at('15T19:20:00'),
      body: '<p>A little later.</p>',
      fromTime: at('15T20:10:00'),
      toTime: at('15T22:00:00'),
    })
    await timetable.look('15T19:20:05')
    expect(await stepsOf(db, id)).toEqual(['scheduled', 'postponed'])
    expect(timetable.events).toEqual([])
  })

  test('are skipped right after an edit that notified subscribers of the window, also of an earlier one', async () => {
    const id = await plannedMaintenance(db, { remind_before_minutes: [60] })
    const moveTo = async (from_time: Date, now: Date) => {
      await db.updateTable('records').set({ from_time }).where('id', '=', id).execute()
      await publish(db, id, { now, step: 'updated' })
    }
    await moveTo(at('15T20:10:00'), at('15T19:20:00'))
    await timetable.look('15T19:20:05')
    await moveTo(at('15T20:00:00'), at('15T19:25:00'))
    await timetable.look('15T19:25:05')
    expect(await stepsOf(db, id)).toEqual(['scheduled', 'updated', 'updated'])
  })

  test('are skipped right after work that was called off is set again for its window', async () => {
    const id = await plannedMaintenance(db, { remind_before_minutes: [60] })
    const postpone = (of: { now: Date; fromTime: Date | null; toTime: Date | null }) =>
      postponeMaintenance(db, { ...EDITOR, recordId: id, body: '<p>Not yet.</p>', ...of })
    await postpone({ now: at('15T18:50:00'), fromTime: null, toTime: null })
    await timetable.look('15T19:05:00')
    await postpone({ now: at('15T19:20:00'), fromTime: at('15T20:00:00'), toTime: at('15T22:00:00') })
    await timetable.look('15T19:20:05')
    expect(await stepsOf(db, id)).toEqual(['scheduled', 'postponed', 'postponed'])
  })

  test('are sent once by several processes', async () => {
    const id = await plannedMaintenance(db, DAY_AND_HOUR)
    const others = [testTimetable(db), testTimetable(db)]
    await Promise.all([timetable, ...others].map((each) => each.look('15T19:00:00')))
    expect(await stepsOf(db, id)).toEqual(['scheduled', 'reminded'])
  })
})
