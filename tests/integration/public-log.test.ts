import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminRecord } from '../../src/contract/admin/record-content.ts'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { connect } from '../../src/db/connect.ts'
import { catchUpLog } from '../../src/db/edition.ts'
import { openLogKey, readNewestEntries } from '../../src/db/log/read-log.ts'
import { type LogEntry, logIdIn } from '../../src/domain/log/log-entry.ts'
import { NotComparable } from '../../src/domain/log/read-site-log.ts'
import type { SeenLog } from '../../src/domain/log/seen-log.ts'
import { TILE_WIDTH, tilePath } from '../../src/domain/log/tiles.ts'
import { type SiteToVerify, verifySite } from '../../src/domain/log/verify-site.ts'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import { emptyPostMortem } from '../../src/domain/post-mortem.ts'
import { makePrivateKey } from '../../src/edition/file/edition-keys.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { changedKeys } from '../../src/edition/purge/surrogate-keys.ts'
import { type PostToVerify, type ShownPost, verifyPost } from '../../src/web/log/verify-post.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { openIncident } from '../support/life.ts'
import { incidentOn, newsroomStaff, type Staff } from '../support/newsroom.ts'
import { raiseSite } from '../support/raise-edition.ts'
import { addSmallSite, type SmallCloud } from '../support/small-site.ts'
import type { StandingHolder } from '../support/test-app.ts'
import { testTimetable } from '../support/timetable.ts'

/* The public log: every act has its entry, and whoever changes the past behind its back is found out. */
let site: AccountSite
let cloud: SmallCloud
let staff: Staff

beforeAll(async () => {
  site = await accountSite({ isEmpty: true })
  const { db } = site.database
  cloud = (await addSmallSite(db)).alpha
  await openLogKey(db, OPEN_VAULT, { make: makePrivateKey, host: 'trust.northwall.example' })
  // As published before there was a log.
  for (const title of ['Old', 'Older']) await openIncident(db, { clouds: [cloud], title })
  await sql`delete from log_entries`.execute(db)
  await sql`delete from log_faces`.execute(db)
  await sql`update log_head set size = 0, peaks = '', edition = 0, history = null, facts_digest = null`.execute(
    db,
  )
  await catchUpLog(db, { now: site.clock.now })
  staff = await newsroomStaff(site, 'administrator')
})

afterAll(() => site.stop())

const editions = new Map<string, number>()
const editionAt = (path: string) => editions.get(path)
const pause = async () => site.clock.pass(2)

async function get(path: string) {
  const answer = await site.app.inject({ url: path })
  editions.set(path, Number(answer.headers['candor-edition']))
  return answer.statusCode === 200 ? answer.rawPayload : undefined
}

/** Nothing changes while a test waits for what is found, so what is read again is the same. */
function readOnce(reads: SiteToVerify['get']): SiteToVerify['get'] {
  const answers = new Map<string, ReturnType<typeof reads>>()
  return (path) => {
    const answer = answers.get(path) ?? reads(path)
    answers.set(path, answer)
    return answer
  }
}

/** As a stranger with the command line sees a site that has just been started: what is in the database is shown. */
async function verify(of: Partial<SiteToVerify> = {}) {
  ;(site.holder as StandingHolder).hold(await loadEdition(site.database.db))
  // A checkpoint is signed at most once a second.
  site.clock.pass(2)
  const usual = { editionAt, pause, mayBeNew: false, isWhole: false, now: site.clock.now }
  const reads = of.get ?? get
  return verifySite({ ...usual, ...of, get: of.pause === undefined ? readOnce(reads) : reads })
}

/** As the button on its page does. */
async function foundOnPage(id: number, of: Partial<PostToVerify> = {}) {
  ;(site.holder as StandingHolder).hold(await loadEdition(site.database.db))
  site.clock.pass(2)
  const path = `/api/posts/${id}?cloud=${cloud.machineName}`
  const { data, withdrawn } = JSON.parse(String(await get(path)))
  const entry = (data ?? withdrawn)?.log_entry
  const shown: ShownPost =
    data === null ? { kind: 'withdrawn', id, ...withdrawn } : { kind: 'record', record: data }
  const steps: string[] = []
  const onStep = (step: string) => steps.push(step)
  const post = {
    get,
    editionAt,
    pause,
    shown,
    path,
    entry,
    seen: undefined,
    mayBeNew: false,
    now: site.clock.now,
    onStep,
    ...of,
  }
  const outcome = await verifyPost(post).then(
    () => 'nothing',
    (error: Error) => error.message,
  )
  return { outcome, steps, shown, entry }
}

const found = (of: Partial<SiteToVerify> = {}) =>
  verify(of).then(
    () => 'nothing',
    (error: Error) => error.message,
  )

async function entries(): Promise<LogEntry[]> {
  const rows = await site.database.db.selectFrom('log_entries').select('entry').orderBy('index').execute()
  return rows.map(({ entry }) => JSON.parse(entry) as LogEntry)
}

const step = ({ edition }: AdminRecord) => ({
  body: '<p>News.</p>',
  notifies: false,
  edition,
  idempotency_key: randomUUID(),
})

async function opened(fields = {}) {
  const { id, version } = await staff.create(incidentOn(cloud, fields))
  return staff.published(id, version, { notifies: false })
}

const at = (record: AdminRecord, what: string) => `/api/admin/records/${record.id}/${what}`

test('a site begins its log with what it found, and everything on it is in the log', async () => {
  const all = await entries()
  expect(all.map(({ act }) => act)).toEqual(['began', 'facts', 'found', 'found'])
  expect(all[0]?.began).toEqual({ reason: 'first' })
  const verified = await verify({ isWhole: true })
  expect(verified).toMatchObject({ records: 2, withdrawn: 0, redacted: 0, before: undefined })
  expect(verified.seen.origin).toMatch(/^trust\.northwall\.example\/log\/[0-9a-f]{16}$/)
})

test('every act that readers see has one entry, in the order of editions', async () => {
  const before = (await entries()).length
  const done: string[] = []
  const act = async (expected: string, does: () => Promise<unknown>) => {
    const size = (await entries()).length
    await does()
    const added = (await entries()).slice(size)
    expect(added.map((entry) => entry.act)).toEqual([expected])
    done.push(expected)
  }
  let record = await staff.create(incidentOn(cloud))
  const call = async (what: string, payload: object) => {
    record = await staff.done(at(record, what), payload)
  }
  await act('opened', async () => {
    record = await staff.published(record.id, record.version, { notifies: false })
  })
  await act('updated', () => call('updates', step(record)))
  const update = `updates/${record.updates.at(-1)?.id}`
  await act('corrected', () => call(update, { version: record.version, body: '<p>Better words.</p>' }))
  await act('corrected', () => call(`${update}/remove`, { version: record.version }))
  await act('updated', async () => {
    const version = await staff.saved(record.id, record.version, incidentOn(cloud, { title: 'Changed' }))
    record = await staff.published(record.id, version, { notifies: false })
  })
  await act('resolved', () => call('resolve', step(record)))
  await act('reopened', () => call('reopen', step(record)))
  await act('resolved', () => call('resolve', step(record)))
  const words = { what_happened: '<p>A.</p>', impact: '<p>B.</p>', why: '<p>C.</p>', what_we_do: '<p>D.</p>' }
  await staff.post(at(record, 'post-mortem/draft'), {
    version: 0,
    content: { ...emptyPostMortem(), ...words },
  })
  await act('post_mortem', async () => {
    const payload = { version: 1, notifies: false, idempotency_key: randomUUID() }
    const answer = await staff.post(at(record, 'post-mortem/publish'), payload)
    expect(answer.statusCode, answer.body).toBe(200)
    record = await staff.read(record.id)
  })
  await act('withdrawn', () => call('unpublish', { reason: 'A mistake', public_reason: 'it was a mistake' }))
  await act('restored', async () => {
    record = await staff.published(record.id, record.version, { notifies: false })
  })

  const inHours = (hours: number) => new Date(site.clock.now.getTime() + hours * 3_600_000).toISOString()
  const planned = {
    ...emptyContent({ kind: 'maintenance' }),
    title: 'Upgrade',
    summary: 'Short interruptions.',
    body: '<p>Upgrade.</p>',
    clouds: [cloud.id],
    services: [cloud.service],
    from_time: inHours(24),
    to_time: inHours(28),
  }
  record = await staff.create(planned)
  await act('scheduled', async () => {
    record = await staff.published(record.id, record.version, { notifies: false })
  })
  const postponed = { from_time: inHours(25), to_time: inHours(28) }
  await act('postponed', () => call('postpone', { ...step(record), ...postponed }))
  await act('cancelled', () => call('cancel', step(record)))

  record = await staff.create(incidentOn(cloud, { title: 'Later' }))
  const publishAt = new Date(site.clock.now.getTime() + 3_600_000)
  const size = (await entries()).length
  await call('schedule', { version: record.version, notifies: false, publish_at: publishAt.toISOString() })
  expect((await entries()).length).toBe(size)
  site.clock.pass(3_601)
  await testTimetable(site.database.db).look(site.clock.now)
  expect((await entries()).slice(size).some((entry) => entry.record?.id === record.id)).toBe(true)

  const all = await entries()
  expect(all.length).toBeGreaterThanOrEqual(before + done.length)
  expect(all.map(({ edition }) => edition)).toEqual(
    all.map(({ edition }) => edition).toSorted((a, b) => a - b),
  )
  await verify()
})

test('a renamed service is logged, a new edition without such a change is not', async () => {
  const { db } = site.database
  const size = (await entries()).length
  await raiseSite(db)
  expect((await entries()).length).toBe(size)
  await sql`update services set name = name || ' 2' where tid = ${cloud.service}`.execute(db)
  expect(await found()).toMatch(/"services" was changed without an entry/)
  await raiseSite(db)
  expect((await entries()).slice(size).map(({ act }) => act)).toEqual(['facts'])
  expect(await found()).toBe('nothing')
})

test('what decides verdicts is logged: how severe a severity is, and whether a status closes', async () => {
  const { db } = site.database
  const before = await newestFacts()
  expect(before.severities).toContainEqual(expect.objectContaining({ tid: 20, rank: 50, is_retired: false }))
  expect(before.statuses).toContainEqual(expect.objectContaining({ name: 'Resolved', is_closed: true }))
  await sql`update severities set rank = rank + 1 where tid = 20`.execute(db)
  await raiseSite(db)
  expect((await newestFacts()).severities).toContainEqual(expect.objectContaining({ tid: 20, rank: 51 }))
})

async function newestFacts() {
  const hash = (await entries()).findLast(({ act }) => act === 'facts')?.face
  const { face } = JSON.parse(String(await get(`/log/faces/${hash}`)))
  return face as { severities: object[]; statuses: object[] }
}

test('drafts, scheduled posts and internal fields are in no entry and no face', async () => {
  const canary = `canary-${randomUUID()}`
  await staff.create(incidentOn(cloud, { title: canary }))
  const internal = { ...incidentOn(cloud).internal, internal_note: canary }
  const record = await opened({ internal })
  await staff.saved(record.id, record.version, incidentOn(cloud, { title: canary }))
  await staff.done(at(record, 'updates'), step(await staff.read(record.id)))
  const { rows } = await sql<{ found: number }>`
    select (select count(*) from log_entries where entry like ${`%${canary}%`})
      + (select count(*) from log_faces where face like ${`%${canary}%`}) as found`.execute(site.database.db)
  expect(Number(rows[0]?.found)).toBe(0)
})

test('what the log refuses is not published, and leaves no trace', async () => {
  const { db } = site.database
  const record = await opened()
  const traces = async () => {
    const { rows } = await sql`
      select (select number from edition), (select edition from records where id = ${record.id}),
        (select count(*) from log_faces) as faces, (select count(*) from publications) as publications,
        (select count(*) from audit_log) as audits, (select count(*) from record_updates) as updates`.execute(
      db,
    )
    return rows[0]
  }
  const before = await traces()
  await sql`alter table log_entries add constraint full_log check (false) not valid`.execute(db)
  try {
    expect((await staff.post(at(record, 'updates'), step(record))).statusCode).toBe(500)
    const reasons = { reason: 'A mistake', public_reason: 'it was a mistake' }
    expect((await staff.post(at(record, 'unpublish'), reasons)).statusCode).toBe(500)
    expect(await traces()).toEqual(before)
  } finally {
    await sql`alter table log_entries drop constraint full_log`.execute(db)
  }
  await staff.done(at(record, 'updates'), step(record))
  expect(await found()).toBe('nothing')
})

test('a record that a program without a log changed has one entry after its next publication', async () => {
  const { db } = site.database
  const record = await opened()
  await sql`update edition set number = number + 1`.execute(db)
  await sql`update records set edition = edition.number from edition where records.id = ${record.id}`.execute(
    db,
  )
  const size = (await entries()).length
  await staff.done(at(record, 'updates'), step(await staff.read(record.id)))
  const added = (await entries()).slice(size)
  expect(added.map(({ act, record: of }) => [act, of?.id])).toEqual([['updated', record.id]])
})

test('a checkpoint is signed at most once a second', async () => {
  const sizeNow = async () => {
    ;(site.holder as StandingHolder).hold(await loadEdition(site.database.db))
    return Number(String(await get('/log/checkpoint')).split('\n')[1])
  }
  await verify()
  const size = await sizeNow()
  site.clock.pass(2)
  const record = await opened()
  expect(await sizeNow()).toBe(size + 1)
  await staff.done(at(record, 'updates'), step(await staff.read(record.id)))
  expect(await sizeNow()).toBe(size + 1)
  site.clock.pass(1)
  expect(await sizeNow()).toBe(size + 2)
})

test('the site is read again for some seconds before anything is said to be wrong', async () => {
  const { db } = site.database
  const record = await opened({ title: 'Behind' })
  const title = (words: string) =>
    db.updateTable('records').set({ title: words }).where('id', '=', record.id).execute()
  const pauses: number[] = []
  const waiting = async (ms: number) => {
    pauses.push(ms)
    site.clock.pass(2)
  }
  await title('Changed')
  expect(await found({ pause: waiting })).toMatch(/"title" was changed without an entry/)
  expect(pauses).toEqual([2_000, 4_000, 9_000])
  // It was a publication under way.
  const mended = async () => {
    await title('Behind')
    ;(site.holder as StandingHolder).hold(await loadEdition(db))
    site.clock.pass(2)
  }
  expect(await found({ pause: mended })).toBe('nothing')
  // A cache in front has a newer edition of the API than of the checkpoint, and stays so.
  await title('Changed')
  const behind = await verify({ editionAt: (path) => (path === '/log/checkpoint' ? 1 : 2) }).catch(
    (error: Error) => error,
  )
  expect(behind).toBeInstanceOf(NotComparable)
  expect(behind).toMatchObject({ message: expect.stringMatching(/are of different editions/) })
  await title('Behind')
})

/** Each is undone afterward, so that the next one is found by itself. */
const TAMPERINGS: Record<string, { does: string; undoes: string; says: RegExp; isOnPage?: boolean }> = {
  'a changed body': {
    does: `update records set body = body || ' ' where id = $id`,
    undoes: `update records set body = left(body, -1) where id = $id`,
    says: /^Record \d+ doesn't match its log entry of .*: "body" was changed without an entry\.$/,
    isOnPage: true,
  },
  'a moved start': {
    does: `update records set from_time = from_time + interval '22 minutes' where id = $id`,
    undoes: `update records set from_time = from_time - interval '22 minutes' where id = $id`,
    says: /"fromTime" was changed without an entry/,
    isOnPage: true,
  },
  'a record that was taken off the site': {
    does: `update records set state = 'unpublished' where id = $id`,
    undoes: `update records set state = 'published' where id = $id`,
    says: /^Record \d+ is in the log and was not withdrawn, but it is missing on the site\.$/,
  },
  'a line that is missing in the history': {
    does: `update record_changes set is_whole_cloud = false, services_removed = '{}' where record_id = $id`,
    undoes: `update record_changes set is_whole_cloud = true, services_removed = '{$service}' where record_id = $id`,
    says: /"changes" was changed/,
  },
  'a changed update': {
    does: `update record_updates set posted_on = posted_on - interval '1 minute' where record_id = $id`,
    undoes: `update record_updates set posted_on = posted_on + interval '1 minute' where record_id = $id`,
    says: /"updates" was changed/,
    isOnPage: true,
  },
}

test('verifying finds every change in the database that has no entry', async () => {
  const record = await opened({ title: 'Tampered' })
  const { version, content } = await staff.done(at(record, 'updates'), step(record))
  const whole = await staff.saved(record.id, version, { ...content, services: [] })
  await staff.published(record.id, whole, { notifies: false })
  const { seen } = await verify()
  const run = (statement: string) =>
    sql
      .raw(statement.replaceAll('$id', `${record.id}`).replaceAll('$service', `${cloud.service}`))
      .execute(site.database.db)
  expect(await foundOnPage(record.id, { seen })).toMatchObject({ outcome: 'nothing', steps: EVERY_STEP })
  for (const [name, { does, undoes, says, isOnPage = false }] of Object.entries(TAMPERINGS)) {
    await run(does)
    expect(await found({ seen }), name).toMatch(says)
    // A page that is gone has no button. The one that reads the whole log finds that.
    if (isOnPage) {
      const [what] = /"\w+" was changed/.exec(says.source) ?? []
      const onPage = await foundOnPage(record.id, { seen })
      expect(onPage.outcome, name).toMatch(new RegExp(`^This page doesn’t match the log entry of .*${what}`))
      expect(onPage.steps, name).toEqual(EVERY_STEP.slice(0, -1))
    }
    await run(undoes)
  }
  expect(await found({ seen })).toBe('nothing')
})

const EVERY_STEP = ['signature', 'growth', 'entry', 'version', 'page']

test('verifying finds a record that a list leaves out, although it is at its address', async () => {
  const { id } = await opened({ title: 'Hidden' })
  const hiding: SiteToVerify['get'] = async (path) => {
    const bytes = await get(path)
    if (!path.startsWith('/api/incident?')) return bytes
    const list = JSON.parse(String(bytes)) as { records: { id: number }[] }
    return Buffer.from(JSON.stringify({ ...list, records: list.records.filter((each) => each.id !== id) }))
  }
  expect(await found({ get: hiding })).toBe(
    `Record ${id} is on the site, but missing in the list at /api/incident?cloud=${cloud.machineName}.`,
  )
})

test('the page of a withdrawn post names its entry, and the reason cannot be changed behind it', async () => {
  const { db } = site.database
  const record = await opened({ title: 'Withdrawn' })
  await staff.done(at(record, 'unpublish'), { reason: 'A mistake', public_reason: 'it was a mistake' })
  expect(await foundOnPage(record.id)).toMatchObject({ outcome: 'nothing', steps: EVERY_STEP })
  const because = (reason: string) =>
    db.updateTable('records').set({ withdrawn_reason: reason }).where('id', '=', record.id).execute()
  await because('of something else')
  expect((await foundOnPage(record.id)).outcome).toMatch(/"reason of withdrawal" was changed/)
  await because('it was a mistake')
  // The note is still verified after everything that the post said is redacted.
  const redaction = { record: record.id, reason: 'It named a person' }
  const redacted = await staff.post('/api/admin/log/redactions', redaction)
  expect(redacted.json()).toMatchObject({ data: { faces: 1 } })
  expect(await foundOnPage(record.id)).toMatchObject({ outcome: 'nothing', steps: EVERY_STEP })
  expect((await staff.post('/api/admin/log/redactions', redaction)).statusCode).toBe(409)
})

test('a page names the newest entry about it, whether the process saw it or begins with it', async () => {
  const { db } = site.database
  const before = await loadEdition(db)
  const record = await opened({ title: 'Newest' })
  const changed = await loadEdition(db, before)
  expect(changed.logEntries.get(record.id)).toBe((await entries()).length - 1)
  expect(new Map([...changed.logEntries].toSorted())).toEqual(
    new Map([...(await loadEdition(db)).logEntries].toSorted()),
  )
  const { number } = await raiseSite(db).then(() => loadEdition(db, changed))
  expect(number).toBeGreaterThan(changed.number)
})

test('verifying finds entries in another order, a changed entry, and a replaced tile', async () => {
  const { db } = site.database
  const kept = await db.selectFrom('log_entries').where('index', '<', 6).selectAll().execute()
  const putBack = async () => {
    await db.deleteFrom('log_entries').where('index', '<', 6).execute()
    await db.insertInto('log_entries').values(kept).execute()
  }
  const { id } = await opened({ title: 'In a damaged log' })
  const intact = await foundOnPage(id)
  expect(intact.outcome).toBe('nothing')
  await swapEntries()
  expect(await found()).toBe("The entries of the log don't match its checkpoint.")
  expect((await foundOnPage(id)).outcome).toMatch(/^Entry \d+ is not in the log of this checkpoint/)
  await putBack()
  await sql`update log_entries set entry = replace(entry, '"found"', '"opened"') where index = 3`.execute(db)
  expect(await found()).toMatch(/^The hashes in \/log\/\w{16}\/tile\/0\/\S+ don't match the entries\.$/)
  await putBack()
  await sql`update log_entries set hash = sha256(hash) where index = 3`.execute(db)
  expect(await found()).toMatch(/^The hashes in \/log\/\w{16}\/tile\/0\/\S+ don't match the entries\.$/)
  expect((await foundOnPage(id)).outcome).toMatch(/^Entry \d+ is not in the log of this checkpoint/)
  await putBack()
  const { hash, face, salt } = await db.selectFrom('log_faces').selectAll().limit(1).executeTakeFirstOrThrow()
  await sql`update log_faces set face = replace(face, 'Alpha', 'Omega')`.execute(db)
  expect(await found()).toMatch(/^What \/log\/faces\/\S+ says about .* is not what was logged\.$/)
  expect((await foundOnPage(id)).outcome).toMatch(
    /^What \/log\/faces\/\S+ says about .* is not what was logged/,
  )
  await sql`update log_faces set face = replace(face, 'Omega', 'Alpha')`.execute(db)
  await sql`update log_faces set face = null, salt = null, redacted_at = now(), redacted_reason = 'secret'
    where hash = ${hash}`.execute(db)
  expect(await found({ isWhole: true })).toMatch(/was redacted, but no entry of the log says so\.$/)
  const whole = { face, salt, redacted_at: null, redacted_reason: null }
  await db.updateTable('log_faces').set(whole).where('hash', '=', hash).execute()
})

test('a redacted version is gone, an entry says when and why, and everything else still holds', async () => {
  const record = await opened({ body: '<p>Jane Doe did it.</p>' })
  const { seen, redacted } = await verify()
  const open = await foundOnPage(record.id)
  const leaked = (await entries()).at(-1)?.face ?? ''
  const reason = 'It named a person'
  const url = '/api/admin/log/redactions'
  // What readers still see: anything could be put in its place afterward.
  expect((await staff.post(url, { face: leaked, reason })).statusCode).toBe(409)
  expect((await staff.post(url, { record: record.id, reason })).statusCode).toBe(409)
  const facts = (await entries()).findLast(({ act }) => act === 'facts')?.face
  expect((await staff.post(url, { face: facts, reason })).statusCode).toBe(409)
  const version = await staff.saved(record.id, record.version, incidentOn(cloud))
  await staff.published(record.id, version, { notifies: false })
  const corrected = await loadEdition(site.database.db)
  expect((await staff.post(url, { record: record.id, reason })).json()).toMatchObject({ data: { faces: 1 } })
  // Nothing else changed, but caches in front have the redacted text.
  expect(changedKeys(corrected, await loadEdition(site.database.db, corrected))).toEqual(['clouds', 'past'])
  expect((await staff.post(url, { face: leaked, reason })).statusCode).toBe(404)
  expect((await entries()).at(-1)).toMatchObject({ act: 'redacted', redacted: { face: leaked, reason } })
  expect(await verify({ seen, isWhole: true })).toMatchObject({ redacted: redacted + 1 })
  const face = await get(`/log/faces/${leaked}`)
  expect(JSON.parse(String(face))).toEqual({ redacted: { on: expect.any(String), reason } })
  const rows = await sql<{ found: string }>`
    select count(*) as found from log_faces where face like '%Jane Doe%'`.execute(site.database.db)
  expect(Number(rows.rows[0]?.found)).toBe(0)
  const editor = await newsroomStaff(site, 'blog_editor')
  expect((await editor.post(url, { face: leaked, reason })).statusCode).toBe(403)
  const left = await foundOnPage(record.id, open)
  expect(left.outcome).toMatch(/^This post has changed since this page was loaded\./)
})

test('a page that was left open is outdated once names on it were changed and redacted', async () => {
  const { db } = site.database
  const record = await opened({ title: 'Left open' })
  const { shown, entry } = await foundOnPage(record.id)
  const named = (await entries()).findLast(({ act }) => act === 'facts')?.face
  await sql`update services set name = name || ' 3' where tid = ${cloud.service}`.execute(db)
  await raiseSite(db)
  const redaction = { face: named, reason: 'It named a customer' }
  expect((await staff.post('/api/admin/log/redactions', redaction)).statusCode).toBe(200)
  expect((await foundOnPage(record.id, { shown, entry })).outcome).toBe(
    'Names of clouds or services have changed since this page was loaded. Reload the page and verify again.',
  )
  expect((await foundOnPage(record.id)).outcome).toBe('nothing')
})

test('a log that is behind the page is no proof of anything, but one that lacks its entry is', async () => {
  const { id } = await opened()
  const before = await foundOnPage(id)
  expect(before.outcome).toBe('nothing')
  const checkpoint = await get('/log/checkpoint')
  await openIncident(site.database.db, { clouds: [cloud], title: 'Later' })
  const later = (await entries()).findLast(({ record }) => record !== undefined)?.record?.id ?? 0
  // As a recovery site answers whose copy of the log comes after the edition.
  const behind: PostToVerify['get'] = async (path) => (path === '/log/checkpoint' ? checkpoint : get(path))
  expect((await foundOnPage(later, { get: behind })).outcome).toMatch(
    /^This site’s copy of the log is older than this page: it ends .* Reload the page later/,
  )
  const size = (await entries()).length
  const forged = { ...before.entry, index: size }
  const path = `/api/posts/${id}?cloud=${cloud.machineName}`
  const forging: PostToVerify['get'] = async (asked) => {
    const bytes = await get(asked)
    if (asked !== path) return bytes
    const read = JSON.parse(String(bytes))
    return Buffer.from(JSON.stringify({ ...read, data: { ...read.data, log_entry: forged } }))
  }
  expect((await foundOnPage(id, { get: forging, entry: forged })).outcome).toBe(
    `The page names entry ${size.toLocaleString('en-US')}, but the log does not have it.`,
  )
})

async function swapEntries() {
  const { db } = site.database
  const move = (from: number, to: number) =>
    db.updateTable('log_entries').set({ index: to }).where('index', '=', from).execute()
  await move(3, 1_000_000)
  await move(4, 3)
  await move(1_000_000, 4)
}

test('a site that was seen before can neither shorten nor rewrite its log, nor change its key', async () => {
  const { seen } = await verify()
  expect(await found({ seen })).toBe('nothing')
  expect(await found({ seen: { ...seen, size: seen.size + 1 } })).toMatch(
    /^The log has lost entries: it had \d+/,
  )
  expect(await found({ seen: { ...seen, root: '00'.repeat(32) } })).toMatch(/have changed since .*\.$/)
  expect(await found({ key: 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8' })).toBe(
    'The log has a different key than the one given.',
  )
  const { id } = await opened()
  const onPage = async (before: typeof seen) => (await foundOnPage(id, { seen: before })).outcome
  expect(await onPage(seen)).toBe('nothing')
  expect(await onPage({ ...seen, size: seen.size + 9 })).toMatch(/^The log has lost entries: it had/)
  // Another web process may still sign the edition before, for a moment.
  const behind = await get('/log/checkpoint')
  await opened()
  const ahead = (await verify()).seen
  let asked = 0
  const turns: PostToVerify['get'] = async (path) =>
    path === '/log/checkpoint' && asked++ === 0 ? behind : get(path)
  expect((await foundOnPage(id, { seen: ahead, get: turns })).outcome).toBe('nothing')
  expect(asked).toBe(2)
  expect(await onPage({ ...seen, root: '00'.repeat(32) })).toMatch(/have changed since .*\.$/)
  expect(
    await onPage({ ...seen, key: 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8' }),
  ).toMatch(/^The log has a different key/)
})

test('what a program without a log published is found and logged, and a restore begins a new log', async () => {
  const { db } = site.database
  const record = await opened({ title: 'Found later' })
  const { seen } = await verify()
  // As the release before did.
  await sql`update edition set number = number + 1, published_at = now()`.execute(db)
  await sql`update records set title = 'By another program', edition = (select number from edition)
    where id = ${record.id}`.execute(db)
  expect(await found({ seen })).toMatch(/"title" was changed without an entry/)
  expect(await catchUpLog(db, { now: site.clock.now })).toBe('caught-up')
  expect((await entries()).at(-1)).toMatchObject({ act: 'found', record: { id: record.id } })
  expect(await catchUpLog(db, { now: site.clock.now })).toBe('kept')
  expect(await found({ seen })).toBe('nothing')

  const ended = (await verify()).seen
  expect(await newestIs(ended)).toBe(true)
  await sql`update edition set history = gen_random_uuid()`.execute(db)
  expect(await catchUpLog(db, { now: site.clock.now })).toBe('caught-up')
  site.clock.pass(2)
  const rows = await db
    .selectFrom('log_entries')
    .where('log_id', '=', (eb) => eb.selectFrom('log_head').select('log_id'))
    .where('index', '=', 0)
    .select('entry')
    .execute()
  expect(JSON.parse(rows[0]?.entry ?? '')).toMatchObject({
    act: 'began',
    began: { reason: 'restored', before: { log: logIdIn(ended.origin), size: ended.size, root: ended.root } },
  })
  expect(await found({ seen: ended })).toMatch(
    /^A new log has begun: it was \S+ with \d+ entries on .*, and is \S+ now\. Its first entry names exactly the log/,
  )
  expect(await found({ seen: { ...ended, size: ended.size + 3 } })).toMatch(
    /so 3 that you have seen are lost\./,
  )
  expect(await found({ seen: { ...ended, root: '00'.repeat(32) }, mayBeNew: true })).toMatch(/was rewritten/)
  const onPage = async (mayBeNew: boolean) =>
    (await foundOnPage(record.id, { seen: ended, mayBeNew })).outcome
  expect(await onPage(false)).toMatch(/^A new log has begun since .* Its first entry names exactly the log/)
  expect(await onPage(true)).toBe('nothing')
  const again = await verify({ seen: ended, mayBeNew: true })
  expect([await newestIs(ended), await newestIs(again.seen)]).toEqual([false, true])
  // Accepting a new log accepts no other change.
  expect(await found({ seen: { ...again.seen, root: '00'.repeat(32) }, mayBeNew: true })).toMatch(
    /entries of the log have changed since/,
  )
  expect(await found({ seen: again.seen })).toBe('nothing')
})

/** Whether the addresses without an ID have this log. Caches keep its entries only at the address with its ID. */
async function newestIs({ origin, size }: SeenLog): Promise<boolean> {
  const tile = tilePath({ level: 'entries', index: 0, width: Math.min(size, TILE_WIDTH) })
  const [newest, own] = await Promise.all(
    [`/log/${tile}`, `/log/${logIdIn(origin)}/${tile}`].map((url) => site.app.inject({ url })),
  )
  expect(own?.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  if (newest?.statusCode !== 200) return false
  expect(newest.headers).toMatchObject({
    'cache-control': 'public, no-cache',
    'cdn-cache-control': expect.stringContaining('max-age=1,'),
  })
  return newest.rawPayload.equals(own?.rawPayload ?? Buffer.of())
}

test('after another process made a new key, this one signs with it', async () => {
  const { db } = site.database
  const { seen } = await verify()
  await db.deleteFrom('secrets').where('name', '=', 'log-signing').execute()
  await openLogKey(db, OPEN_VAULT, { make: makePrivateKey, host: 'trust.northwall.example' })
  expect(await found({ seen })).toBe('The log has a different key than before.')
  expect(await found()).toBe('nothing')
})

test('before the server has statistics about a new log, versions are found by their record, not by reading the log', async () => {
  const { db } = site.database
  const prepared = connect(site.database.url, { isPreparing: true, max: 1 })
  await sql`analyze log_faces`.execute(db)
  const plan: string[] = []
  const explaining = prepared.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind !== 'RawNode') return node
      const [first, ...others] = node.sqlFragments
      return { ...node, sqlFragments: [`explain ${first}`, ...others] }
    },
    transformResult: async ({ result }) => {
      plan.push(...result.rows.flatMap((row) => Object.values(row).map(String)))
      return result
    },
  })
  await readNewestEntries(explaining, { log: 'f'.repeat(16) })
  await prepared.close()
  expect(plan.join('\n')).toContain('log_faces_record_idx')
})

test('verifying finds that a record was deleted from the database', async () => {
  const { db } = site.database
  const { id } = await opened({ title: 'Deleted' })
  const { seen } = await verify()
  await db.transaction().execute(async (trx) => {
    await sql`alter table records disable trigger records_published_not_deleted`.execute(trx)
    await trx.deleteFrom('publications').where('record_id', '=', id).execute()
    await trx.deleteFrom('records').where('id', '=', id).execute()
    await sql`alter table records enable trigger records_published_not_deleted`.execute(trx)
  })
  expect(await found({ seen })).toBe(
    `Record ${id} is in the log and was not withdrawn, but it is missing on the site.`,
  )
})
