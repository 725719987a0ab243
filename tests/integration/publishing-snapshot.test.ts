import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { currentEdition } from '../../src/db/edition.ts'
import { findPublications } from '../../src/db/publications.ts'
import { INTERNAL_CANARY } from '../../src/demo/canaries.ts'
import { actorNamed } from '../../src/domain/actor.ts'
import type { PublicationStep } from '../../src/domain/notifying/publication.ts'
import { type Publishing, publishRecord } from '../../src/publishing/publish-record.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { addDraft, addSmallSite, type SmallCloud } from '../support/small-site.ts'

const NOW = new Date('2026-11-15T10:00:00.123Z')

let database: TestDatabase
let db: Kysely<DB>
let alpha: SmallCloud
let beta: SmallCloud

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  const site = await addSmallSite(db)
  alpha = site.alpha
  beta = site.beta
})

afterAll(() => database.drop())

test('U-10 a publication keeps a snapshot of its places and text', async () => {
  const recordId = await addDraft(db, {
    clouds: [beta, alpha],
    summary: 'Some connections fail.',
    body: '<p>We look into it.</p>',
    from_time: new Date('2026-11-15T09:30:00Z'),
    next_update: new Date('2026-11-15T11:00:00Z'),
    customer_impact: 'Pages load slowly.',
  })
  const publication = await published({ recordId, step: 'opened' })
  expect(publication).toEqual({
    id: expect.any(Number),
    recordId,
    kind: 'incident',
    notificationType: null,
    step: 'opened',
    gravestRank: 50,
    isUrgent: false,
    createdAt: NOW,
    edition: expect.any(Number),
    cloudIds: [alpha.id, beta.id],
    serviceTids: [alpha.service, beta.service],
    dataCenterTids: [alpha.dataCenter, beta.dataCenter],
    termTids: [],
    content: {
      title: 'Traffic is slow',
      summary: 'Some connections fail.',
      status: 'In Progress',
      severity: 'Service Disruption',
      severity_tid: expect.any(Number),
      update: null,
      body: '<p>We look into it.</p>',
      clouds: [
        { id: alpha.id, title: 'Alpha', domain: 'alpha.example' },
        { id: beta.id, title: 'Beta', domain: 'beta.example' },
      ],
      services: [
        { tid: alpha.service, name: 'Alpha Gateway' },
        { tid: beta.service, name: 'Beta Gateway' },
      ],
      data_centers: [
        { tid: alpha.dataCenter, name: 'Alpha I', region_tid: expect.any(Number), region: 'Europe' },
        { tid: beta.dataCenter, name: 'Beta I', region_tid: expect.any(Number), region: 'Europe' },
      ],
      terms: [],
      posted_on: '2026-11-15T10:00:00.123Z',
      from_time: '2026-11-15T09:30:00.000Z',
      to_time: null,
      closed_on: null,
      next_update: '2026-11-15T11:00:00.000Z',
      customer_impact: 'Pages load slowly.',
      available_workaround: null,
    },
  })
})

test("later edits don't change a publication", async () => {
  const recordId = await addDraft(db, { clouds: [alpha] })
  const before = await published({ recordId, step: 'opened' })
  await db
    .updateTable('records')
    .set({ title: 'Traffic was slow', severity_tid: 1361 })
    .where('id', '=', recordId)
    .execute()
  await db.deleteFrom('record_services').where('record_id', '=', recordId).execute()
  expect(await findPublications(db, [before.id])).toEqual([before])
})

test('messages neither name nor link to a cloud that was retired; its subscribers still get them', async () => {
  const recordId = await addDraft(db, { clouds: [alpha, beta] })
  await db.updateTable('clouds').set({ retired_at: NOW }).where('id', '=', alpha.id).execute()
  const { content, cloudIds } = await published({ recordId, step: 'opened' })
  await db.updateTable('clouds').set({ retired_at: null }).where('id', '=', alpha.id).execute()
  expect(content.clouds.map(({ id }) => id)).toEqual([beta.id])
  expect(cloudIds).toEqual([alpha.id, beta.id])
})

test('messages contain no internal field', async () => {
  const recordId = await addDraft(db, { clouds: [alpha], author: 'Status team' })
  const link = `https://internal.example/${INTERNAL_CANARY}`
  await db
    .insertInto('record_internals')
    .values({
      record_id: recordId,
      internal_note: INTERNAL_CANARY,
      slack_link: link,
      jira_link: link,
      sfdc_link: link,
      severity_link: link,
    })
    .execute()
  const publication = await published({ recordId, step: 'opened' })
  const row = await db.selectFrom('publications').where('id', '=', publication.id).selectAll().execute()
  expect(JSON.stringify(row)).toContain('Traffic is slow')
  expect(JSON.stringify(row)).not.toContain('canary')
})

test.each([
  ['opened', undefined],
  ['scheduled', undefined],
  ['updated', '<p>Newest.</p>'],
  ['resolved', '<p>Newest.</p>'],
] as const)('a record that is %s quotes %s of its updates', async (step, body) => {
  const recordId = await addDraft(db)
  await addUpdate(recordId, '<p>Newest.</p>', '2026-11-15T09:59:00Z')
  await addUpdate(recordId, '<p>Older, written down later.</p>', '2026-11-15T09:00:00Z')
  expect((await published({ recordId, step })).content.update?.body).toBe(body)
})

test('a named update is the one that is quoted, sanitized', async () => {
  const recordId = await addDraft(db)
  const updateId = await addUpdate(recordId, '<p onclick="x()">First.</p>', '2026-11-15T09:00:00Z')
  await addUpdate(recordId, '<p>Second.</p>', '2026-11-15T09:30:00Z')
  const { id, content } = await published({ recordId, step: 'corrected', updateId })
  expect(content.update).toEqual({
    id: updateId,
    posted_on: '2026-11-15T09:00:00.000Z',
    body: '<p>First.</p>',
  })
  const row = db.selectFrom('publications').where('id', '=', id).select('update_id')
  expect(await row.executeTakeFirst()).toEqual({ update_id: updateId })
})

test('an update of another record is not published', async () => {
  const other = await addUpdate(await addDraft(db), '<p>Elsewhere.</p>', '2026-11-15T09:00:00Z')
  const recordId = await addDraft(db)
  const { number } = await currentEdition(db)
  expect(await publishRecord(db, publishing({ recordId, step: 'updated', updateId: other }))).toEqual({
    kind: 'no-such-update',
  })
  expect((await currentEdition(db)).number).toBe(number)
})

test('a record keeps its highest severity, so that the end reaches the same subscribers as the start', async () => {
  const recordId = await addDraft(db, { severity_tid: 17 })
  const ranks: (number | null)[][] = []
  for (const severity_tid of [17, 20, 1361]) {
    await db.updateTable('records').set({ severity_tid }).where('id', '=', recordId).execute()
    const { id } = await published({ recordId, step: 'updated' })
    const { severity_rank, gravest_rank, gravest_rank_before } = await db
      .selectFrom('publications')
      .where('id', '=', id)
      .select(['severity_rank', 'gravest_rank', 'gravest_rank_before'])
      .executeTakeFirstOrThrow()
    ranks.push([severity_rank, gravest_rank, gravest_rank_before])
  }
  expect(ranks).toEqual([
    [30, 30, null],
    [50, 50, 30],
    [0, 50, 50],
  ])
})

test('U-10 only messages count: the first after a silent opening is the opening to every channel', async () => {
  const recordId = await addDraft(db)
  await published({ recordId, step: 'opened', notifies: false })
  expect(await published({ recordId, step: 'updated' })).toMatchObject({
    gravestRank: 50,
  })
  // Retired before it left.
  await db.updateTable('records').set({ severity_tid: 17 }).where('id', '=', recordId).execute()
  await db
    .updateTable('publications')
    .set({ withdrawn_at: NOW, expanded_at: NOW })
    .where('record_id', '=', recordId)
    .execute()
  expect(await published({ recordId, step: 'updated' })).toMatchObject({
    gravestRank: 30,
  })
})

test('Z-03 a publication without notification needs no expansion', async () => {
  const { id } = await published({ recordId: await addDraft(db), step: 'opened', notifies: false })
  const row = db.selectFrom('publications').where('id', '=', id).select(['notifies', 'expanded_at'])
  expect(await row.executeTakeFirst()).toEqual({ notifies: false, expanded_at: NOW })
})

function publishing(of: { recordId: number; step: PublicationStep } & Partial<Publishing>): Publishing {
  return { actor: actorNamed('trust_admin'), now: NOW, isUrgent: false, notifies: true, ...of }
}

async function published(of: Parameters<typeof publishing>[0]) {
  const outcome = await publishRecord(db, publishing(of))
  if (outcome.kind !== 'published') throw new Error(`not published: ${outcome.kind}`)
  const [publication] = await findPublications(db, [outcome.publicationId])
  if (publication === undefined) throw new Error('no publication')
  return publication
}

async function addUpdate(record_id: number, body: string, posted_on: string): Promise<number> {
  const { id } = await db
    .insertInto('record_updates')
    .values({ record_id, status_id: 2, posted_on: new Date(posted_on), body })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
