import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeAuditCsv } from '../../src/accounts/staff-desk/write-audit-csv.ts'
import type { AuditEntry } from '../../src/contract/admin/audit.ts'
import { insertAudit } from '../../src/db/audit.ts'
import { auditSpan, firstEntryAt } from '../../src/db/audit-log.ts'
import { actorNamed } from '../../src/domain/actor.ts'
import { sized } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { makeStaffMember } from '../support/make-staff.ts'
import { addSmallSite } from '../support/small-site.ts'
import { subscriber } from '../support/subscriber.ts'

const NOISE = sized({ short: { entries: 2_300, apart: 100 }, long: { entries: 230_000, apart: 1 } })

let site: AccountSite
let staff: Awaited<ReturnType<typeof subscriber>>
let editor: { uid: number }

interface Answer {
  data: AuditEntry[]
  older: number | null
  looked_back_to: string | null
}

beforeAll(async () => {
  site = await accountSite({ isEmpty: true })
  await addSmallSite(site.database.db)
  staff = await subscriber(site, { roles: ['trust_admin'] })
  editor = await makeStaffMember(site.database.db, { roles: ['blog_editor'], name: 'Mara Quist' })
  await write({
    at: '2026-03-01T10:00:00Z',
    action: 'publish',
    entity: 'record',
    entityId: 41,
    after: { title: 'Sign-in fails' },
    uid: editor.uid,
  })
  await write({
    at: '2026-03-02T10:00:00Z',
    action: 'update',
    entity: 'record',
    entityId: 41,
    before: { title: 'Sign-in fails' },
    after: { title: 'Sign-in is back' },
    uid: editor.uid,
  })
  await write({
    at: '2026-03-03T10:00:00Z',
    action: 'make-token',
    entity: 'api_token',
    entityId: 3,
    after: { name: '=HYPERLINK("x")' },
    actor: 'deploy bot',
  })
})

afterAll(() => site.stop())

test('Z-06 entries name what they are about, by its current name or the one it had', async () => {
  const service = await site.database.db
    .selectFrom('services')
    .select(['tid', 'name'])
    .limit(1)
    .executeTakeFirstOrThrow()
  const at = '2026-03-20T10:00:00Z'
  await write({ at, action: 'save', entity: 'service', entityId: service.tid, after: { position: 2 } })
  await write({ at, action: 'remove', entity: 'service', entityId: 999_999_999, before: { name: 'Fax' } })
  await write({ at, action: 'order', entity: 'service', entityId: 'all', after: { ids: [1] } })
  const { data } = await read('?from=2026-03-20&to=2026-03-20')
  expect(data.map(({ entity_name }) => entity_name)).toEqual([null, 'Fax', service.name])
})

test('Z-06 the log shows who changed what, newest first, by account name', async () => {
  const { data } = await read('?from=2026-03-01&to=2026-03-03')
  expect(data.map(({ action }) => action)).toEqual(['make-token', 'update', 'publish'])
  expect(data[1]).toEqual({
    id: expect.any(Number),
    at: '2026-03-02T10:00:00.000Z',
    actor: { uid: editor.uid, name: 'Mara Quist', by: 'Blog editor' },
    action: 'update',
    entity: 'record',
    entity_id: '41',
    entity_name: expect.any(String),
    before: { title: 'Sign-in fails' },
    after: { title: 'Sign-in is back' },
    request_id: null,
  })
  expect(data[0]?.actor).toEqual({ uid: null, name: 'deploy bot', by: 'deploy bot' })
})

test('Z-06 filters by person, entity, action, words and days', async () => {
  const actions = async (query: string) => (await read(query)).data.map(({ action }) => action)
  expect(await actions(`?who=${editor.uid}`)).toEqual(['update', 'publish'])
  expect(await actions('?who=quist')).toEqual(['update', 'publish'])
  expect(await actions('?who=deploy')).toEqual(['make-token'])
  expect(await actions('?entity=record&entity_id=41')).toEqual(['update', 'publish'])
  expect(await actions('?entity=api_token')).toEqual(['make-token'])
  expect(await actions('?action=publish&entity=record&entity_id=41')).toEqual(['publish'])
  expect(await actions('?q=is%20back')).toEqual(['update'])
  expect(await actions('?from=2026-03-02&to=2026-03-02')).toEqual(['update'])
  expect(await actions('?q=nothing%20like%20this')).toEqual([])
  for (const wrong of ['?from=yesterday', '?before=0', '?before=x']) {
    expect((await get(`/api/admin/audit${wrong}`)).statusCode, wrong).toBe(400)
  }
  const { data } = (await get('/api/admin/audit/choices')).json<{
    data: { entities: string[]; actions: string[] }
  }>()
  expect(data.entities).toEqual(expect.arrayContaining(['api_token', 'record']))
  expect(data.actions).toEqual(expect.arrayContaining(['make-token', 'publish', 'update']))
})

test('Z-06 pages to older entries without gaps or duplicates', async () => {
  await many(130, 'page-entry')
  const seen: number[] = []
  let before: number | null | undefined
  while (before !== null) {
    const page: Answer = await read(`?action=page-entry${before === undefined ? '' : `&before=${before}`}`)
    expect(page.data.length).toBeLessThanOrEqual(50)
    seen.push(...page.data.map(({ id }) => id))
    before = page.older
  }
  expect(seen).toHaveLength(130)
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a))
})

test('Z-06 a search in a long log covers a limited range, and the answer says how far', async () => {
  await many(NOISE.entries, 'noise', { apart: NOISE.apart })
  const first = await read('?q=Sign-in%20is%20back')
  expect(first.data).toEqual([])
  expect(first.looked_back_to).toMatch(/Z$/)
  const second = await read(`?q=Sign-in%20is%20back&before=${first.older}`)
  expect(second.data.map(({ action }) => action)).toEqual(['update'])
  expect(second.older).toBeNull()
  expect((await read('?entity=record&entity_id=41')).data).toHaveLength(2)
  expect((await read('?from=2026-03-02&to=2026-03-02')).data.map(({ action }) => action)).toEqual(['update'])
})

test('Z-06 the first entry of a time is found by bisection, despite gaps in the IDs', async () => {
  const { db } = site.database
  const span = await auditSpan(db)
  for (const moment of ['2020-01-01T00:00:00Z', '2026-03-02T00:00:00Z', '2030-01-01T00:00:00Z']) {
    const at = new Date(moment)
    const { rows } = await sql<{
      first: number | null
    }>`select min(id) as first from audit_log where at >= ${at}`.execute(db)
    expect(await firstEntryAt(db, { span, at })).toBe(rows[0]?.first ?? span.before)
  }
})

test('Z-06 the filtered rows download as CSV without formulas', async () => {
  const answer = await get('/api/admin/audit.csv?entity=api_token')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/,
  )
  expect(answer.headers['cache-control']).toContain('no-store')
  const [head, row, end] = answer.body.split('\r\n')
  expect(head).toBe('Time (UTC),Who,By,Account,Action,Thing,Number,Name,Before,After,Request')
  expect(row).toContain('2026-03-03T10:00:00.000Z,deploy bot,deploy bot,,make-token,api_token,3')
  expect(end).toBe('')
  await write({ at: '2026-03-04T10:00:00Z', action: 'formula', entity: 'x', entityId: '=1+1', actor: '@sum' })
  expect((await get('/api/admin/audit.csv?entity=x')).body).toContain("'@sum,'@sum,,formula,x,'=1+1")
})

test('Z-06 the CSV names things as the screen does', async () => {
  const { tid, name } = await site.database.db
    .selectFrom('services')
    .select(['tid', 'name'])
    .limit(1)
    .executeTakeFirstOrThrow()
  await write({
    at: '2026-03-05T10:00:00Z',
    action: 'name-it',
    entity: 'service',
    entityId: String(tid),
    after: { services: [tid] },
  })
  const { body } = await get('/api/admin/audit.csv?action=name-it')
  expect(body).toContain(`service,${tid},${name}`)
  expect(body).toContain(`${name} (${tid})`)
})

test('Z-06 a CSV that is too long is cut off with a note', async () => {
  const written: string[] = []
  for await (const piece of writeAuditCsv(
    site.database,
    { query: { action: 'noise' }, reader: { uid: 0, limit: null } },
    { most: 1500 },
  ))
    written.push(piece)
  const lines = written.join('').trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + 1500 + 1)
  expect(lines.at(-1)).toContain('Cut after 1,500 entries')
})

test('Z-05 the log is restricted to roles that may see it', async () => {
  const { cookie } = await subscriber(site, { roles: ['blog_editor'] })
  for (const url of ['/api/admin/audit', '/api/admin/audit/choices', '/api/admin/audit.csv']) {
    expect((await site.app.inject({ url, headers: { cookie } })).statusCode).toBe(403)
    expect((await site.app.inject({ url })).statusCode).toBe(401)
  }
})

function get(url: string) {
  return site.app.inject({ url, headers: { cookie: staff.cookie } })
}

async function read(query: string): Promise<Answer> {
  const answer = await get(`/api/admin/audit${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Answer>()
}

function write(of: {
  at: string
  action: string
  entity: string
  entityId: number | string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  uid?: number
  actor?: string
}) {
  return site.database.db.transaction().execute((trx) =>
    insertAudit(trx, {
      at: new Date(of.at),
      actor: { ...actorNamed(of.actor ?? 'blog_editor'), userId: of.uid ?? null },
      action: of.action,
      entity: of.entity,
      entityId: of.entityId,
      before: of.before ?? null,
      after: of.after ?? null,
    }),
  )
}

/** Later than all earlier entries. Gaps between IDs count like entries. */
async function many(count: number, action: string, { apart = 1 } = {}) {
  const { db } = site.database
  await sql`
    insert into audit_log (id, at, actor, action, entity, entity_id) overriding system value
    select (select max(id) from audit_log) + i * ${apart}::int, now() + i * interval '1 ms', 'system', ${action}, 'thing', i::text
    from generate_series(1, ${count}::int) as i
  `.execute(db)
  await sql`select setval(pg_get_serial_sequence('audit_log', 'id'), max(id)) from audit_log`.execute(db)
}
