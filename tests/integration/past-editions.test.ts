import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminRecord } from '../../src/contract/admin/record-content.ts'
import type { ReadAnswer } from '../../src/contract/public-reads.ts'
import { catchUpLog, nothingMore, raiseEdition } from '../../src/db/edition.ts'
import { compareOldVersions } from '../../src/db/log/note-versions.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { pastEditionsOf } from '../../src/edition/log/past-editions.ts'
import { changedKeys } from '../../src/edition/purge/surrogate-keys.ts'
import { findPast } from '../../src/server/answers/find-past.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { incidentOn, newsroomStaff, type Staff } from '../support/newsroom.ts'
import { addSmallSite, type SmallCloud } from '../support/small-site.ts'
import type { StandingHolder } from '../support/test-app.ts'

/* Earlier editions, made from the public log: what readers saw, the same for everyone, and nothing else. */
let site: AccountSite
let cloud: SmallCloud
let staff: Staff

beforeAll(async () => {
  site = await accountSite({ isEmpty: true })
  const { db } = site.database
  cloud = (await addSmallSite(db)).alpha
  await sql`update edition set number = 5`.execute(db)
  await sql`insert into menu_items (menu, key, label, route, component, deep_link) values
    ('main', 'cloud-status', 'Cloud Status', '/cloud-status', 'cloud_status', true),
    ('main', 'incidents', 'Incidents', '/incidents', 'maintenance', true)`.execute(db)
  await raised()
  staff = await newsroomStaff(site, 'administrator')
})

afterAll(() => site.stop())

/** What staff do at the end of a change to the site itself. */
function raised() {
  return site.database.db
    .transaction()
    .execute((trx) => raiseEdition(trx, { at: site.clock.now, changes: 'site' }, nothingMore))
}

const at = (record: AdminRecord, what: string) => `/api/admin/records/${record.id}/${what}`
const html = async (url: string) => (await site.app.inject({ url })).body

async function get(url: string) {
  return site.app.inject({ url })
}

/** The number of the newest edition, which the site now shows. Minutes pass, so that each has its own time. */
async function shown(): Promise<number> {
  const number = await shownAtOnce()
  site.clock.pass(200)
  return number
}

async function shownAtOnce(): Promise<number> {
  const edition = await loadEdition(site.database.db)
  ;(site.holder as StandingHolder).hold(edition)
  return edition.number
}

async function opened(fields = {}) {
  const { id, version } = await staff.create(incidentOn(cloud, fields))
  return staff.published(id, version, { notifies: false })
}

async function changed(record: AdminRecord, fields: object, of: object = {}) {
  const version = await staff.saved(record.id, record.version, incidentOn(cloud, fields))
  return staff.published(record.id, version, { notifies: false, ...of })
}

const postAt = async (id: number, edition: number) => {
  const answer = await get(`/api/posts/${id}?cloud=alpha&edition=${edition}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ReadAnswer<'/api/posts/:id'>>()
}

const versionsOf = async (id: number) => {
  await shown()
  const answer = await get(`/api/posts/${id}/versions`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ReadAnswer<'/api/posts/:id/versions'>>().data
}

test('a post, its list and its cloud are as they were in each edition', async () => {
  const before = await shown()
  let record = await opened({ title: 'First words' })
  const first = await shown()
  record = await changed(record, { title: 'Second words' }, { is_correction: true })
  const second = await shown()
  record = await staff.done(at(record, 'resolve'), {
    body: '<p>Done.</p>',
    notifies: false,
    edition: record.edition,
    idempotency_key: randomUUID(),
  })
  const third = await shown()

  expect((await postAt(record.id, first)).data?.title).toBe('First words')
  expect((await postAt(record.id, second)).data?.title).toBe('Second words')
  expect((await postAt(record.id, second)).data?.closed_on).toBe(null)
  expect((await postAt(record.id, third)).data?.closed_on).not.toBe(null)
  expect((await postAt(record.id, before)).data).toBe(null)
  // The log doesn't record how late readers were notified.
  expect((await postAt(record.id, second)).data).not.toHaveProperty('informed')

  const titles = async (edition: number) => {
    const list = await get(`/api/incident?cloud=alpha&edition=${edition}`)
    return list.json<ReadAnswer<'/api/incident'>>().records.map(({ title }) => title)
  }
  expect(await titles(before)).toEqual([])
  expect(await titles(first)).toEqual(['First words'])
  const verdict = async (edition: number) =>
    (await get(`/api/verdict?cloud=alpha&edition=${edition}`)).json().data
  expect((await verdict(before)).state).toBe('operational')
  expect((await verdict(second)).state).not.toBe('operational')
  expect((await verdict(third)).state).toBe('operational')
})

test('a page of the past says so, runs nothing, is not indexed, and its links stay in its edition', async () => {
  const record = await opened({ title: 'Words that were' })
  const then = await shown()
  await changed(record, { title: 'Words that are' })
  await shown()
  const path = `/${cloud.domain}/posts/${record.id}`
  const answer = await get(`${path}?edition=${then}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('Words that were')
  expect(answer.body).not.toContain('Words that are')
  expect(answer.body).toContain('Earlier version.')
  expect(answer.body).toContain('<meta name="robots" content="noindex">')
  expect(answer.body).toMatch(new RegExp(`<link rel="canonical" href="[^"]+${path}">`))
  expect(answer.body).not.toContain('<script')
  expect(answer.headers['content-security-policy']).toMatch(/, sandbox (?!.*allow-scripts)/)
  expect(answer.headers['candor-edition']).toBe(String(then))
  expect(answer.body).toContain(`href="/${cloud.domain}/incidents?edition=${then}"`)
  expect(answer.body).toContain(`<a data-present="" href="${path}"`)
  expect(answer.body).not.toContain('Follow this incident')

  const present = await get(path)
  expect(present.body).toContain('Words that are')
  expect(present.body).not.toContain('Earlier version.')
  const list = await html(`/${cloud.domain}/incidents?edition=${then}`)
  expect(list).toContain(`href="${path}?edition=${then}"`)
})

test('a time leads to the edition of that minute, and the answer is as of it', async () => {
  const record = await opened({ title: 'At some time' })
  const publishedAt = new Date(site.clock.now)
  const then = await shown()
  await changed(record, { title: 'At another time' })
  await shown()
  const later = new Date(publishedAt.getTime() + 2 * 60_000).toISOString().slice(0, 16)
  const path = `/${cloud.domain}/posts/${record.id}`
  const moved = await get(`${path}?at=${later}`)
  expect(moved.statusCode).toBe(302)
  expect(moved.headers.location).toBe(`${path}?edition=${then}&at=${later}Z`)
  expect(await html(String(moved.headers.location))).toContain('At some time')
  const api = await get(`/api/posts/${record.id}?cloud=alpha&at=${later}`)
  expect(api.headers.location).toBe(`/api/posts/${record.id}?cloud=alpha&edition=${then}&at=${later}Z`)
  // An edition that doesn't match the minute is corrected, so that each page has one address.
  const other = await get(`${path}?edition=${then + 1}&at=${later}`)
  expect(other.headers.location).toBe(`${path}?edition=${then}&at=${later}Z`)
})

test('a process that is an edition behind answers with its newest one instead of redirecting forever', async () => {
  const record = await opened({ title: 'Known here' })
  const then = await shown()
  await changed(record, { title: 'Not loaded yet' })
  const minute = site.clock.now.toISOString().slice(0, 16)
  const path = `/${cloud.domain}/posts/${record.id}`
  const moved = await get(`${path}?at=${minute}`)
  expect(moved.headers.location).toBe(`${path}?edition=${then}&at=${minute}Z`)
  const answer = await get(String(moved.headers.location))
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('Known here')
  await shown()
})

test('publications whose times are out of order are found in the order of the log', async () => {
  const record = await opened({ title: 'Later by its clock' })
  const first = new Date(site.clock.now)
  const then = await shown()
  site.clock.pass(-600)
  await changed(record, { title: 'Earlier by its clock' })
  const second = await shown()
  site.clock.pass(600)
  const minute = first.toISOString().slice(0, 16)
  const path = `/api/posts/${record.id}?cloud=alpha`
  const moved = await get(`${path}&at=${minute}`)
  expect(moved.headers.location).toBe(`${path}&edition=${second}&at=${minute}Z`)
  expect((await get(String(moved.headers.location))).json().data.title).toBe('Earlier by its clock')
  expect(then).toBeLessThan(second)
})

test("caches keep the past only while the process knows of every redaction, and no reader's own selection", async () => {
  const record = await opened({ title: 'Cached' })
  const then = await shown()
  await changed(record, { title: 'Cached, too' })
  await shown()
  const list = `/${cloud.domain}/incidents?edition=${then}`
  const urls = [list, `/api/posts/${record.id}?cloud=alpha&edition=${then}`]
  const holder = site.holder as StandingHolder
  const caching = async (url: string) => {
    const { headers } = await get(url)
    return [headers['cache-control'], headers['cdn-cache-control']]
  }
  for (const url of urls) expect((await caching(url))[0], url).toBe('public, max-age=3600')
  holder.hold(await loadEdition(site.database.db), site.clock.now)
  for (const url of urls) expect(await caching(url), url).toEqual(['private, no-store', undefined])
  await shown()
  for (const url of [`${list}&mine=s${cloud.service}`, `/api/incident?cloud=alpha&mine=s1&edition=${then}`])
    expect(await caching(url), url).toEqual(['public, no-cache', undefined])
})

test('an answer as of a minute that may still get another edition is not cached', async () => {
  const record = await opened({ title: 'In this minute' })
  const then = await shownAtOnce()
  const minute = site.clock.now.toISOString().slice(0, 16)
  const of = `edition=${then}&at=${minute}Z`
  const urls = [`/${cloud.domain}/posts/${record.id}?${of}`, `/api/posts/${record.id}?cloud=alpha&${of}`]
  for (const url of urls) expect((await get(url)).headers['cache-control'], url).toBe('private, no-store')
  site.clock.pass(200)
  for (const url of urls) expect((await get(url)).headers['cache-control'], url).toBe('public, max-age=3600')
})

test('what a process of the previous release published is put in order by the next publication', async () => {
  const { db } = site.database
  const record = await opened({ title: 'As first published' })
  const first = await shown()
  const second = await changed(record, { title: 'By the previous release' })
  await sql`update log_faces set edition = null, published_at = null, is_rewrite = null
    where edition > ${first}`.execute(db)
  const then = await shown()
  const url = `/api/posts/${record.id}?cloud=alpha&edition=${first}`
  expect((await get(url)).headers['cache-control']).toBe('private, no-store')
  const versions = await get(`/api/posts/${record.id}/versions`)
  expect(versions.headers['cdn-cache-control']).toMatch(/^max-age=1,/)
  await changed(second, { title: 'By this release' })
  await shown()
  expect((await get(url)).headers['cache-control']).toBe('public, max-age=3600')
  expect((await postAt(record.id, then)).data?.title).toBe('By the previous release')
  expect((await versionsOf(record.id))?.versions.map(({ is_change }) => is_change)).toEqual([
    true,
    true,
    false,
  ])
})

test('versions from before comparisons were stored are compared at the next start', async () => {
  const { db } = site.database
  const record = await opened({ title: 'Before' })
  await changed(record, { title: 'After' })
  const of = () =>
    db
      .selectFrom('log_faces')
      .where('record_id', '=', record.id)
      .orderBy('index')
      .select('is_rewrite')
      .execute()
  await sql`update log_faces set is_rewrite = null`.execute(db)
  await compareOldVersions(db)
  expect(await of()).toEqual([{ is_rewrite: false }, { is_rewrite: true }])
})

test('an edition without entries is the one before it, and is not built again', async () => {
  await opened({ title: 'In the log' })
  const logged = await shown()
  await raised()
  const unlogged = await shown()
  await opened({ title: 'Since' })
  await shown()
  const past = pastEditionsOf(site.database.db)
  const present = (site.holder as StandingHolder).current()?.edition
  if (present === undefined) throw new Error('Nothing is held')
  let builds = 0
  const found = (number: number) =>
    past.edition(present, number, {
      client: '::1',
      begin: (build) => {
        builds++
        return build()
      },
    })
  expect(await found(unlogged)).toBe(await found(logged))
  expect(builds).toBe(1)
  expect(await found(logged)).toMatchObject({ kind: 'past', held: { edition: { number: logged } } })
})

test('one client has at most two editions built at once; others still get in line', async () => {
  const numbers: number[] = []
  for (const title of ['A', 'B', 'C', 'D', 'E']) {
    await opened({ title })
    numbers.push(await shownAtOnce())
  }
  const past = pastEditionsOf(site.database.db)
  const present = (site.holder as StandingHolder).current()?.edition
  if (present === undefined) throw new Error('Nothing is held')
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => {
    refuse = resolve
  })
  // None is built until one is refused: a quick one would make room.
  const asked = async (client: string, number = 0) => {
    const begin = <T>(build: () => Promise<T>) => refused.then(build)
    const { kind } = await past.edition(present, number, { client, begin })
    if (kind === 'busy') refuse()
    return kind
  }
  const [a, b, c, d] = numbers
  const [other, ...own] = await Promise.all([
    asked('203.0.113.2', d),
    ...[a, b, c].map((number) => asked('203.0.113.1', number)),
  ])
  expect([other, ...own.sort()]).toEqual(['past', 'busy', 'past', 'past'])
  for (const number of [a, b, c]) expect(await asked('203.0.113.1', number)).toBe('past')
})

test('without the database, editions that are held stay, others are unavailable, and the present is as always', async () => {
  await opened({ title: 'Held' })
  const held = await shownAtOnce()
  await opened({ title: 'Not held' })
  const other = await shownAtOnce()
  await opened({ title: 'Newest' })
  await shownAtOnce()
  const list = (edition: number) => `/${cloud.domain}/incidents?edition=${edition}`
  expect((await get(list(held))).statusCode).toBe(200)
  await sql`alter table log_faces rename to log_faces_away`.execute(site.database.db)
  try {
    expect((await get(list(held))).statusCode).toBe(200)
    const unavailable = await get(list(other))
    expect(unavailable.statusCode).toBe(503)
    expect(unavailable.headers['cache-control']).toContain('no-store')
    expect((await get(`/api/incident?cloud=alpha&edition=${other}`)).statusCode).toBe(503)
    expect((await get(`/${cloud.domain}/incidents`)).statusCode).toBe(200)
  } finally {
    await sql`alter table log_faces_away rename to log_faces`.execute(site.database.db)
  }
  expect((await get(list(other))).statusCode).toBe(200)
})

test('a redaction while an edition is being built wins', async () => {
  const record = await opened({ title: 'Names John Doe' })
  const then = await shownAtOnce()
  await changed(record, { title: 'Names nobody' }, { is_correction: true })
  await shownAtOnce()
  const real = pastEditionsOf(site.database.db)
  let builds = 0
  const past: typeof real = {
    ...real,
    edition: async (...asked) => {
      const built = await real.edition(...asked)
      builds += 1
      if (builds > 1) return built
      const answer = await staff.post('/api/admin/log/redactions', { record: record.id, reason: 'A name.' })
      expect(answer.statusCode, answer.body).toBe(200)
      await shownAtOnce()
      return built
    },
  }
  const context = { past, holder: site.holder, clock: () => site.clock.now, log: makeLog(SILENT) }
  const found = await findPast(
    context,
    { edition: then, at: undefined },
    { address: '/', client: '203.0.113.9' },
  )
  expect(builds).toBe(2)
  expect(found).toMatchObject({ kind: 'found', redacted: 1 })
  const shelf = found.kind === 'found' ? found.held.edition.records : undefined
  expect(shelf?.byId.has(record.id)).toBe(false)
})

const SILENT = { level: 'silent', to: { write: () => {} } } as const

test.each([
  ['before the log', 'edition=1', 404, /Earlier versions go back to \d\d \w+ \d{4}, \d\d:\d\d UTC/],
  ['in the future', 'edition=99999', 404, /There is no such edition yet/],
  ['at a time to come', 'at=2099-01-01T00:00', 404, /in the future/],
  ['at no time', 'at=yesterday', 400, /write the time in UTC/],
  ['of no edition', 'edition=x', 400, /whole number/],
])('%s there is a plain answer', async (_, query, status, words) => {
  const page = await get(`/${cloud.domain}/incidents?${query}`)
  expect(page.statusCode).toBe(status)
  expect(page.body).toMatch(words)
  const read = await get(`/api/incident?cloud=alpha&${query}`)
  expect(read.statusCode).toBe(status)
})

test('every version says what it changed, and counts only what rewrote the past', async () => {
  let record = await opened({ title: 'Sign-in fails', body: '<p>It fails for all users.</p>' })
  const path = `/api/admin/records/${record.id}/updates`
  record = await staff.done(path, {
    body: '<p>News.</p>',
    notifies: false,
    edition: record.edition,
    idempotency_key: randomUUID(),
  })
  record = await changed(record, { title: 'Sign-in fails', body: '<p>It fails for some users.</p>' })
  const data = await versionsOf(record.id)
  expect(data).toMatchObject({ times_changed: 1, changes_known_since: null })
  expect(data?.versions.map(({ is_change }) => is_change)).toEqual([true, false, false])
  const [newest, update, first] = data?.versions ?? []
  expect(first?.lines).toEqual([{ text: 'Published' }])
  expect(update?.lines[0]?.text).toMatch(/^Update posted/)
  const body = newest?.lines.find(({ text }) => text === 'Body changed')
  expect(body?.words).toContainEqual({ text: 'all', mark: 'removed' })
  expect(body?.words).toContainEqual({ text: 'some', mark: 'added' })

  const page = await html(`/${cloud.domain}/posts/${record.id}`)
  expect(page).toContain('Changed once</a> after it was published')
  const versions = await get(`/${cloud.domain}/posts/${record.id}/versions`)
  expect(versions.statusCode).toBe(200)
  expect(versions.body).toMatch(
    /<del><span[^>]*> removed: <\/span>all<\/del><ins><span[^>]*> added: <\/span>some<\/ins>/,
  )
  expect(versions.body).toContain(`/posts/${record.id}?edition=${first?.edition}`)
  for (const missing of [`notification/${record.id}`, 'posts/987654'])
    expect((await get(`/${cloud.domain}/${missing}/versions`)).statusCode).toBe(404)
})

test('a withdrawn post is still there in its editions', async () => {
  const record = await opened({ title: 'Regretted' })
  const then = await shown()
  await staff.done(at(record, 'unpublish'), { reason: 'A mistake', public_reason: 'it was a mistake' })
  const after = await shown()
  expect((await postAt(record.id, then)).data?.title).toBe('Regretted')
  expect((await postAt(record.id, after)).withdrawn?.reason).toBe('it was a mistake')
  expect((await get(`/${cloud.domain}/posts/${record.id}`)).statusCode).toBe(410)
  const data = await versionsOf(record.id)
  expect(data).toMatchObject({ is_withdrawn: true, title: 'Regretted' })
  expect(data?.versions[0]?.lines).toEqual([{ text: 'Withdrawn because it was a mistake' }])
})

test('redacted versions become a note with when and why, everywhere, and caches are purged', async () => {
  const record = await opened({ title: 'Names Jane Doe' })
  const then = await shown()
  await changed(record, { title: 'Names nobody' }, { is_correction: true })
  await shown()
  const before = await loadEdition(site.database.db)
  expect((await postAt(record.id, then)).data?.title).toBe('Names Jane Doe')
  const answer = await staff.post('/api/admin/log/redactions', {
    record: record.id,
    reason: 'A leaked name.',
  })
  expect(answer.statusCode, answer.body).toBe(200)
  await shown()
  const purged = changedKeys(before, await loadEdition(site.database.db))
  const post = `/${cloud.domain}/posts/${record.id}`
  for (const url of [
    `${post}/versions`,
    `/api/posts/${record.id}/versions`,
    `${post}?edition=${then}`,
    `/${cloud.domain}/incidents?edition=${then}`,
    `/api/posts/${record.id}?cloud=alpha&edition=${then}`,
  ]) {
    const keys = String((await get(url)).headers['surrogate-key']).split(' ')
    expect(
      purged.filter((key) => keys.includes(key)),
      url,
    ).toContain('past')
  }

  const past = await get(`/api/posts/${record.id}?cloud=alpha&edition=${then}`)
  expect(past.json()).toMatchObject({ data: null, redacted: { reason: 'A leaked name.' } })
  expect(String(past.headers['surrogate-key']).split(' ')).toContain('past')
  const page = await get(`/${cloud.domain}/posts/${record.id}?edition=${then}`)
  expect(page.statusCode).toBe(410)
  expect(page.body).toMatch(/This version was redacted on .*A leaked name\./)
  const list = await html(`/${cloud.domain}/incidents?edition=${then}`)
  expect(list).toContain('1 post has since been redacted')
  const versions = await get(`/api/posts/${record.id}/versions`)
  const texts = [
    past.body,
    page.body,
    list,
    versions.body,
    await html(`/${cloud.domain}/posts/${record.id}/versions`),
  ]
  for (const text of texts) expect(text).not.toContain('Jane Doe')
  expect(versions.json().data.versions.at(-1).redacted.reason).toBe('A leaked name.')
})

test('names of clouds and services are those of then', async () => {
  const record = await opened({ title: 'Named' })
  const then = await shown()
  const { db } = site.database
  const { name } = await db
    .selectFrom('services')
    .where('tid', '=', cloud.service)
    .select('name')
    .executeTakeFirstOrThrow()
  await sql`update services set name = 'Renamed' where tid = ${cloud.service}`.execute(db)
  await raised()
  await shown()
  expect((await postAt(record.id, then)).data?.services.map((service) => service.name)).toEqual([name])
  expect((await get(`/api/posts/${record.id}?cloud=alpha`)).json().data.services[0].name).toBe('Renamed')

  await sql`update log_faces set face = null, salt = null, redacted_at = now(), redacted_reason = 'A name.'
    where record_id is null and index < (select max(index) from log_faces where record_id is null)`.execute(
    db,
  )
  await raised()
  await shown()
  expect((await postAt(record.id, then)).data?.services.map((service) => service.name)).toEqual(['Renamed'])
  expect(await html(`/${cloud.domain}/incidents?edition=${then}`)).toContain('are those of today')
})

test('drafts, scheduled posts and internal notes are in no edition', async () => {
  const record = await opened({ title: 'Public' })
  await sql`insert into record_internals (record_id, internal_note) values (${record.id}, 'canary-internal')`.execute(
    site.database.db,
  )
  await staff.saved(record.id, record.version, incidentOn(cloud, { title: 'canary-draft' }))
  const scheduled = await staff.create(incidentOn(cloud, { title: 'canary-scheduled' }))
  await opened({ title: 'Something else' })
  const now = await shown()
  for (let edition = now - 4; edition <= now; edition++) {
    for (const path of [
      `/api/incident?cloud=alpha&edition=${edition}`,
      `/api/posts/${record.id}?cloud=alpha&edition=${edition}`,
      `/api/posts/${scheduled.id}?cloud=alpha&edition=${edition}`,
      `/${cloud.domain}/posts/${record.id}?edition=${edition}`,
      `/${cloud.domain}/incidents?edition=${edition}`,
    ])
      expect(await html(path), path).not.toContain('canary-')
  }
  expect((await get(`/api/posts/${record.id}/versions`)).body).not.toContain('canary-')
  const own = await staff.get(`/api/posts/${record.id}?cloud=alpha&edition=${now}`)
  expect(own.body).not.toContain('canary-')
  expect(own.headers['cache-control']).toMatch(/^public, max-age=/)
  const versions = await staff.get(`/api/posts/${record.id}/versions`)
  expect(versions.headers['cache-control']).toBe('public, no-cache')
})

test('what an earlier release wrote to the log is filled in at the next start', async () => {
  const { db } = site.database
  const faces = () =>
    db
      .selectFrom('log_faces')
      .select(['hash', 'edition', 'published_at', 'is_rewrite'])
      .orderBy('hash')
      .execute()
  const before = await faces()
  expect(before.some(({ is_rewrite }) => is_rewrite)).toBe(true)
  // What was redacted can't be compared anymore.
  await sql`update log_faces set edition = null, published_at = null, is_rewrite = null where face is not null
    and (record_id is null or record_id not in (select record_id from log_faces
      where face is null and record_id is not null))`.execute(db)
  await catchUpLog(db, { now: site.clock.now })
  expect(await faces()).toEqual(before)
})
