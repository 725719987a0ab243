import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareAccountMail } from '../../src/accounts/mails/prepare-account-mail.ts'
import { startAccountMails } from '../../src/accounts/mails/start-account-mails.ts'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import type { DB } from '../../src/db/database.ts'
import { postReminder } from '../../src/delivery/channels/post-reminder.ts'
import { openPoster } from '../../src/delivery/http/poster.ts'
import type { Role } from '../../src/domain/access.ts'
import { mayReadAs } from '../../src/domain/newsroom/may-edit.ts'
import { postUpdate } from '../../src/publishing/life/post-update.ts'
import { resolveRecord } from '../../src/publishing/life/resolve-record.ts'
import { handOver, takeOver } from '../../src/publishing/team/hand-over.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
import { eventually } from '../support/eventually.ts'
import { httpReceiver } from '../support/http-receiver.ts'
import { at, EDITOR, openIncident } from '../support/life.ts'
import { unpublish } from '../support/publish.ts'
import { type TestTimetable, testTimetable } from '../support/timetable.ts'

let database: TestDatabase
let db: Kysely<DB>
let timetable: TestTimetable
let ada: number
let ben: number

beforeEach(async () => {
  database = await testDatabase()
  db = database.db
  timetable = testTimetable(db)
  ada = await person('Ada Byron', 'blog_editor')
  ben = await person('Ben Lindqvist', 'trust_admin')
})

afterEach(() => database.drop())

async function person(name: string, ...roles: Role[]): Promise<number> {
  const email = `${name.toLowerCase().replace(/\W/g, '.')}@northwall.example`
  const { id } = await db
    .insertInto('users')
    .values({ email, display_name: name, email_verified_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const role of roles) await db.insertInto('user_roles').values({ user_id: id, role }).execute()
  return id
}

let keys = 0
const newKey = () => `key-of-promise-${++keys}`
const by = (uid: number) => ({ ...EDITOR, actor: { name: 'blog_editor', userId: uid, requestId: null } })

async function promised(nextUpdate: string, of: { now?: string; by?: number } = {}) {
  const id = await openIncident(db)
  await update(id, { nextUpdate, ...of })
  return id
}

async function update(recordId: number, of: { nextUpdate?: string | null; now?: string; by?: number } = {}) {
  const { nextUpdate, now = '15T09:00:00' } = of
  const outcome = await postUpdate(db, {
    ...by(of.by ?? ada),
    recordId,
    now: at(now),
    body: '<p>Words.</p>',
    idempotencyKey: newKey(),
    ...(nextUpdate !== undefined && { nextUpdate: nextUpdate === null ? null : at(nextUpdate) }),
  })
  expect(outcome.kind).toBe('done')
}

async function queued() {
  const mails = await db
    .selectFrom('account_mails')
    .where('kind', '=', 'update-due')
    .select([
      'id',
      'kind',
      'email',
      'user_id',
      'channel_id',
      'note_id',
      'reminder_id',
      'approval_id',
      'attempts',
      'created_at',
    ])
    .orderBy('id')
    .execute()
  await db.deleteFrom('account_mails').execute()
  return {
    to: mails.map(({ user_id }) => user_id),
    channels: mails.map(({ channel_id }) => channel_id),
    prepared: async (time: string) => {
      await db.deleteFrom('account_mails').execute()
      for (const { attempts, ...mail } of mails)
        await db
          .insertInto('account_mails')
          .values({ ...mail, attempts, due_at: mail.created_at })
          .execute()
      const provider = { name: 'Northwall', staff_domains: [], help_url: '', gov_help_url: '' }
      const site = { provider, publicUrl: 'https://trust.example', isGov: false }
      const prepared = mails.map((mail) =>
        prepareAccountMail(db, mail, { site, vault: OPEN_VAULT, now: at(time) }),
      )
      return Promise.all(prepared)
    },
  }
}

test('ten minutes before a promise breaks, its author is reminded, and once more when it broke', async () => {
  const id = await promised('15T10:00:00')
  await timetable.look('15T09:49:58')
  expect((await queued()).to).toEqual([])
  await timetable.look('15T09:50:01')
  expect(timetable.events).toEqual([{ kind: 'done', deed: 'reminded-staff', id, lateMs: 1_000 }])
  const soon = await queued()
  expect(soon.to).toEqual([ada])
  const [mail] = await soon.prepared('15T09:51:00')
  expect(mail?.subject).toBe('Update due in 9 minutes: “Traffic is slow”')
  expect(mail?.text).toContain('by 10:00 UTC')
  expect(mail?.text).toContain(`https://trust.example/admin/records/${id}`)
  // Late mails must not say that there is time left.
  expect(await soon.prepared('15T10:00:30')).toEqual([undefined])
  await db.deleteFrom('account_mails').execute()

  await timetable.look('15T09:55:00')
  await timetable.look('15T10:00:01')
  const broken = await queued()
  expect(broken.to).toEqual([ada])
  expect((await broken.prepared('15T10:00:05'))[0]?.subject).toBe('Update overdue: “Traffic is slow”')
  await db.deleteFrom('account_mails').execute()
  await timetable.look('15T10:00:10')
  await timetable.look('15T10:30:00')
  expect((await queued()).to).toEqual([])
})

test.skipIf(isShort)(
  'channels that their owner wants reminders on get them, too, once and only while they are in use',
  async () => {
    const id = await promised('15T10:00:00')
    const receiver = await httpReceiver()
    const address = `${receiver.url}/reminders`
    const made = { user_id: ada, verified_at: new Date(), gets_reminders: true, address }
    const { id: wanted } = await db
      .insertInto('channels')
      .values({ ...made, kind: 'slack' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('channels')
      .values([
        { ...made, kind: 'teams', gets_reminders: false },
        { ...made, kind: 'teams', address: `${address}/2`, verified_at: null },
      ])
      .execute()
    const processes = Array.from({ length: 3 }, () => testTimetable(db))
    await Promise.all(processes.map((one) => one.look('15T09:50:01')))
    await testTimetable(db).look('15T09:50:10')
    const soon = await queued()
    expect(soon.to).toEqual([ada, ada])
    expect(soon.channels).toEqual([null, wanted])
    const [, reminder] = await soon.prepared('15T09:51:00')
    if (reminder === undefined) throw new Error('No reminder')
    const poster = openPoster({ isLocalAllowed: true, clock: () => new Date() })
    const posting = { userId: ada, channelId: wanted, content: reminder.content, now: at('15T09:51:00') }
    expect(await postReminder({ db, vault: OPEN_VAULT, poster }, posting)).toEqual({ kind: 'sent' })
    const { body } = await receiver.postTo('/reminders')
    expect(body).toContain('Update due in 9 minutes: “Traffic is slow”')
    expect(body).toContain(`https://trust.example/admin/records/${id}`)
    await db.updateTable('channels').set({ gets_reminders: false }).where('id', '=', wanted).execute()
    expect((await soon.prepared('15T09:52:00'))[1]).toBeUndefined()
    await db.deleteFrom('channels').where('user_id', '=', ada).where('kind', '<>', 'email').execute()
    await db.deleteFrom('account_mails').execute()
    await poster.close()
    await receiver.stop()
  },
)

test('the worker mails a reminder and posts it to the channel, each once', async () => {
  await promised('15T10:00:00')
  const { id: channelId } = await db
    .insertInto('channels')
    .values({
      user_id: ada,
      kind: 'slack',
      address: 'https://hooks.example/1',
      verified_at: new Date(),
      gets_reminders: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await timetable.look('15T09:50:01')
  const sent: string[] = []
  const worker = startAccountMails({
    db,
    vault: OPEN_VAULT,
    mailer: {
      send: async ({ subject }) => {
        sent.push(`mail: ${subject}`)
        return { kind: 'sent' }
      },
      close: async () => {},
    },
    post: async ({ userId, channelId: to, content }) => {
      sent.push(`post to ${userId === ada && to === channelId}: ${content.heading}`)
      return { kind: 'sent' }
    },
    publicUrl: 'https://trust.example',
    isGov: false,
    provider: () => ({ name: 'Northwall', staff_domains: [], help_url: '', gov_help_url: '' }),
    clock: () => at('15T09:51:00'),
    onEvent: () => {},
  })
  await eventually(async () => expect((await queuedCount()).mails).toBe(0))
  await worker.stop()
  const words = 'Update due in 9 minutes: “Traffic is slow”'
  expect(sent.toSorted()).toEqual([`mail: ${words}`, `post to true: ${words}`])
})

async function queuedCount() {
  return await db
    .selectFrom('account_mails')
    .select(({ fn }) => fn.countAll<number>().as('mails'))
    .executeTakeFirstOrThrow()
}

test('several processes and restarts remind once', async () => {
  await promised('15T10:00:00')
  const processes = Array.from({ length: 4 }, () => testTimetable(db))
  await Promise.all(processes.map((one) => one.look('15T09:50:00')))
  // A process that found the record locked looks again.
  await Promise.all(processes.map((one) => one.look('15T09:50:05')))
  await testTimetable(db).look('15T09:50:10')
  expect((await queued()).to).toEqual([ada])
  expect(await db.selectFrom('promise_reminders').select('step').execute()).toEqual([{ step: 'soon' }])
})

test('an update, a moved promise or the end cancels it, also after the mail was queued', async () => {
  const id = await promised('15T10:00:00')
  await timetable.look('15T09:50:00')
  const old = await queued()
  expect(old.to).toEqual([ada])
  await update(id, { now: '15T09:52:00', nextUpdate: '15T11:00:00' })
  expect(await old.prepared('15T09:53:00')).toEqual([undefined])
  await db.deleteFrom('account_mails').execute()
  await timetable.look('15T10:00:05')
  expect((await queued()).to).toEqual([])
  // The new promise has reminders of its own.
  await timetable.look('15T10:50:00')
  expect((await queued()).to).toEqual([ada])
  const resolved = await resolveRecord(db, {
    ...by(ada),
    recordId: id,
    now: at('15T10:55:00'),
    body: '<p>Done.</p>',
    idempotencyKey: newKey(),
  })
  expect(resolved.kind).toBe('done')
  await timetable.look('15T11:00:05')
  expect((await queued()).to).toEqual([])

  const withdrawn = await promised('15T12:00:00')
  await unpublish(db, withdrawn)
  await timetable.look('15T11:50:00')
  await timetable.look('15T12:00:00')
  expect((await queued()).to).toEqual([])
})

test.skipIf(isShort)('a promise of ten minutes or less is reminded of only when it broke', async () => {
  await promised('15T09:10:00')
  await timetable.look('15T09:00:05')
  await timetable.look('15T09:09:55')
  expect((await queued()).to).toEqual([])
  await timetable.look('15T09:10:01')
  expect((await queued()).to).toEqual([ada])
})

test.skipIf(isShort)(
  'promises that broke long ago, as before an upgrade or in a backup, remind no one',
  async () => {
    await promised('15T10:00:00')
    await timetable.look('15T11:00:01')
    await timetable.look('20T08:00:00')
    expect((await queued()).to).toEqual([])
  },
)

test.skipIf(isShort)(
  'the colleague who took over is reminded, too; one who was asked until then',
  async () => {
    const id = await promised('15T10:00:00')
    const of = (uid: number, roles: Role[]) => ({
      ...by(uid),
      recordId: id,
      userId: uid,
      mayRead: mayReadAs({ uid, roles, limit: null }),
      now: at('15T09:10:00'),
    })
    const carl = await person('Carl', 'trust_admin')
    const words = { state: 'State', next: 'Next', replaces: null, key: newKey() }
    const handed = await handOver(db, { ...of(ada, ['blog_editor']), ...words, to: ben })
    expect(handed.kind).toBe('written')
    await timetable.look('15T09:50:00')
    expect((await queued()).to.toSorted()).toEqual([ada, ben].toSorted())
    const { id: noteId } = await db.selectFrom('team_notes').select('id').executeTakeFirstOrThrow()
    expect((await takeOver(db, { ...of(carl, ['trust_admin']), noteId })).kind).toBe('written')
    await timetable.look('15T10:00:00')
    expect((await queued()).to.toSorted()).toEqual([ada, carl].toSorted())
  },
)

test.skipIf(isShort)(
  'if those concerned have left or lost their role, staff who may edit it are reminded',
  async () => {
    await person('Urs', 'url_editor')
    await person('Vera', 'customer_success_manager')
    await person('Reader')
    await promised('15T10:00:00')
    await db.deleteFrom('user_roles').where('user_id', '=', ada).execute()
    await timetable.look('15T09:50:00')
    const mails = await queued()
    expect(mails.to).toEqual([ben])
    await db.deleteFrom('user_roles').where('user_id', '=', ben).execute()
    expect(await mails.prepared('15T09:51:00')).toEqual([undefined])
  },
)

test('programs make promises, too: the last person who published is reminded', async () => {
  const id = await promised('15T10:00:00')
  const outcome = await postUpdate(db, {
    ...EDITOR,
    recordId: id,
    now: at('15T09:20:00'),
    body: '<p>From a pipeline.</p>',
    nextUpdate: at('15T10:30:00'),
    idempotencyKey: newKey(),
  })
  expect(outcome.kind).toBe('done')
  await timetable.look('15T10:20:00')
  expect((await queued()).to).toEqual([ada])
})
