import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { actorNamed } from '../../src/domain/actor.ts'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import { MAY_EDIT_ALL } from '../../src/domain/newsroom/may-edit.ts'
import type { RecordContent } from '../../src/domain/newsroom/record-content.ts'
import { createRecord } from '../../src/publishing/records/create-record.ts'
import { scheduleRecord } from '../../src/publishing/records/schedule-record.ts'
import { startTimetable, type TimetableReport } from '../../src/publishing/timetable/start-timetable.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { eventually } from '../support/eventually.ts'
import { at, auditOf, recordOf, STATUS, stepsOf } from '../support/life.ts'
import { addSmallSite, type SmallCloud } from '../support/small-site.ts'
import { testTimetable } from '../support/timetable.ts'

let database: TestDatabase
let db: Kysely<DB>
let alpha: SmallCloud
let beta: SmallCloud

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  ;({ alpha, beta } = await addSmallSite(db))
})

afterAll(() => database.drop())

const BY = { actor: actorNamed('blog_editor'), mayEdit: MAY_EDIT_ALL, now: at('15T08:00:00') }

async function scheduled(of: Partial<RecordContent> = {}, { notifies = true } = {}): Promise<number> {
  const content = {
    ...emptyContent({ kind: 'incident' }),
    title: 'Sign-in may be slow',
    clouds: [alpha.id],
    services: [alpha.service],
    ...of,
  }
  const created = await createRecord(db, { ...BY, content })
  if (created.kind !== 'created') throw new Error(created.kind)
  const { recordId } = created
  const { version } = await recordOf(db, recordId)
  const outcome = await scheduleRecord(db, {
    ...BY,
    recordId,
    version,
    publishAt: at('15T10:00:00'),
    notifies,
  })
  expect(outcome).toMatchObject({ kind: 'scheduled' })
  return recordId
}

describe('Z-02 a scheduled record', () => {
  test('is published at its time, once, with several processes', async () => {
    const id = await scheduled()
    const timetables = [testTimetable(db), testTimetable(db)]
    await Promise.all(timetables.map((each) => each.look('15T09:59:59')))
    expect((await recordOf(db, id)).state).toBe('scheduled')
    await Promise.all(timetables.map((each) => each.look('15T10:00:02')))
    expect(await recordOf(db, id)).toMatchObject({ state: 'published', posted_on: at('15T10:00:02') })
    expect(await stepsOf(db, id)).toEqual(['opened'])
    expect(timetables.flatMap(({ events }) => events)).toEqual([
      { kind: 'done', deed: 'published', id, lateMs: 2_000 },
    ])
    expect((await auditOf(db, id)).at(-1)).toMatchObject({ actor: 'system', action: 'publish' })
  })

  test('Z-03 notifies no one if staff chose so', async () => {
    const id = await scheduled({}, { notifies: false })
    await testTimetable(db).look('15T10:00:00')
    expect(await stepsOf(db, id)).toEqual(['opened silently'])
  })

  test('with a missing reference becomes a draft again, and the others are published', async () => {
    const gone = await scheduled()
    const fine = await scheduled()
    await db
      .updateTable('record_schedules')
      .set({ content: JSON.stringify({ ...(await draftContent(gone)), clouds: [2_000_000] }) })
      .where('record_id', '=', gone)
      .execute()
    const timetable = testTimetable(db)
    await timetable.look('15T10:00:00')
    expect((await recordOf(db, gone)).state).toBe('draft')
    expect((await recordOf(db, fine)).state).toBe('published')
    expect(timetable.events).toContainEqual({
      kind: 'sent-back',
      id: gone,
      fields: expect.arrayContaining(['clouds']),
    })
  })

  test('whose clouds were all retired becomes a draft again, so that no message links to a missing page', async () => {
    const id = await scheduled()
    const both = await scheduled({ clouds: [alpha.id, beta.id] })
    const notification = await scheduled({
      ...emptyContent({ kind: 'notification', notificationType: 'cloud_app' }),
      title: 'A new app',
      clouds: [alpha.id],
      services: [],
      terms: [await newTerm()],
    })
    await retire(alpha, BY.now)
    try {
      const timetable = testTimetable(db)
      await timetable.look('15T10:00:00')
      expect((await recordOf(db, id)).state).toBe('draft')
      expect(timetable.events).toContainEqual({ kind: 'sent-back', id, fields: ['clouds'] })
      for (const other of [both, notification]) expect((await recordOf(db, other)).state).toBe('published')
    } finally {
      await retire(alpha, null)
    }
  })

  test('maintenance published late starts in the same minute', async () => {
    const id = await scheduled({
      ...emptyContent({ kind: 'maintenance' }),
      title: 'Switches',
      clouds: [alpha.id],
      from_time: '2026-11-15T09:30:00.000Z',
      to_time: '2026-11-15T12:00:00.000Z',
    })
    const timetable = testTimetable(db)
    expect((await timetable.look('15T10:00:00')).done).toBeGreaterThan(0)
    await timetable.look('15T10:00:00')
    expect(await stepsOf(db, id)).toEqual(['scheduled', 'started'])
    expect((await recordOf(db, id)).status_id).toBe(STATUS.inProgress)
  })

  function retire({ id }: SmallCloud, retired_at: Date | null) {
    return db.updateTable('clouds').set({ retired_at }).where('id', '=', id).execute()
  }

  async function newTerm() {
    const { tid } = await db
      .insertInto('notification_terms')
      .values({ notification_type: 'cloud_app', group_name: 'Apps', name: 'Apps' })
      .returning('tid')
      .executeTakeFirstOrThrow()
    return tid
  }

  async function draftContent(recordId: number) {
    const { content } = await db
      .selectFrom('record_drafts')
      .where('record_id', '=', recordId)
      .select('content')
      .executeTakeFirstOrThrow()
    return content as object
  }
})

describe('the engine', () => {
  test('wakes up for the next due entry, not only every few seconds', async () => {
    const id = await scheduled()
    const began = Date.now()
    // The test's clock: 300 ms before ten.
    const clock = () => new Date(at('15T10:00:00').getTime() - 300 + (Date.now() - began))
    const events: TimetableReport[] = []
    // The next poll would come only after this test timed out.
    const timetable = startTimetable({
      db,
      clock,
      onEvent: (event) => events.push(event),
      lookEveryMs: 600_000,
    })
    await eventually(async () => expect((await recordOf(db, id)).state).toBe('published'))
    await timetable.stop()
    const done = events.find((event) => event.kind === 'done' && event.id === id)
    expect(done).toMatchObject({ deed: 'published' })
  })

  test("reports when it can't look, and looks again", async () => {
    const other = await testDatabase()
    const events: TimetableReport[] = []
    const timetable = startTimetable({
      db: other.db,
      clock: () => at('15T10:00:00'),
      onEvent: (event) => events.push(event),
    })
    await timetable.stop()
    expect(events).toEqual([])
    await other.drop()
    const away = startTimetable({
      db: other.db,
      clock: () => at('15T10:00:00'),
      onEvent: (event) => events.push(event),
    })
    await eventually(() => expect(events[0]).toMatchObject({ kind: 'away' }))
    await away.stop()
  })
})
