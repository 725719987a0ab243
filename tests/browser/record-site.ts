import { type Kysely, sql } from 'kysely'
import { afterAll } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { testDatabase } from '../cluster/test-database.ts'
import { publish } from '../support/publish.ts'
import { raiseSite } from '../support/raise-edition.ts'
import { addDraft, type SmallCloud } from '../support/small-site.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { borrowedSite, type OwnSite, untilEdition } from './own-site.ts'

export const DATA_CENTERS = 38
export const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The day after tomorrow: newer than all demo incidents, which are dated relative to the run. */
export const NOON = new Date((Math.floor(Date.now() / DAY_MS) + 2) * DAY_MS + 12 * HOUR_MS)

/** Everything hostile that a body may contain and that must have no effect. */
const HOSTILE = `<p id="harmless">Read me.</p>
  <script>window.ran = 'script'</script>
  <img src="/nothing.png" onerror="window.ran = 'onerror'" alt="">
  <p onmouseover="window.ran = 'onmouseover'">Point at me.</p>
  <a href="javascript:window.ran='javascript'">Press me.</a>
  <iframe src="https://evil.example/"></iframe>
  <svg onload="window.ran = 'svg'"></svg>`

export interface RecordSite extends OwnSite {
  records: Awaited<ReturnType<typeof publishRecords>>
}

/**
 * A site whose content tests may change: the demo, plus records of every kind on its first cloud and the beta cloud. A
 * test removes what it published.
 */
export function recordSite(): () => RecordSite {
  const borrowed = borrowedSite('records', async () => {
    const { db, url } = await testDatabase('demo')
    const facts = await publishRecords(db)
    const env = { REDIRECT_HOSTS: 'docs.example' }
    return { databaseUrl: url, facts, env, hostname: '127.0.0.1' }
  })
  // The next file must find the site without removed records.
  afterAll(async () => {
    await untilEdition(borrowed(), await raiseSite(borrowed().db))
  })
  return () => {
    const { facts, ...site } = borrowed()
    return { ...site, records: facts as RecordSite['records'] }
  }
}

export function pathOf(id: number): string {
  return `${PATH.home}/posts/${id}`
}

/** Newer than the demo incidents, so that they are on the first page of the list. */
async function publishRecords(db: Kysely<DB>) {
  const cloud = await cloudOf(db, CLOUD.first.machineName)
  const beta = await cloudOf(db, CLOUD.beta.machineName)
  const add = (minutes: number, fields: Parameters<typeof addDraft>[1]) =>
    addDraft(db, {
      from_time: new Date(NOON.getTime() + minutes * MINUTE_MS),
      posted_on: new Date(NOON.getTime() + minutes * MINUTE_MS),
      status_id: 5,
      clouds: [cloud],
      ...fields,
    })
  const circle = await add(-59, { title: 'Moved to itself' })
  await db
    .updateTable('records')
    .set({ redirect: `/posts/${circle}` })
    .where('id', '=', circle)
    .execute()
  const moved = await add(-58, { title: 'Moved to the documents', redirect: 'https://docs.example/read' })
  // Without data centers, so that no related record links to it.
  const hostile = await add(-57, { title: 'A hostile body', body: HOSTILE, clouds: [] })
  await db.insertInto('record_clouds').values({ record_id: hostile, cloud_id: cloud.id }).execute()
  const closed = await add(-56, {
    title: 'Closed: three updates',
    closed_on: new Date(NOON.getTime() - 10 * MINUTE_MS),
    next_update: NOON,
    author: 'Operations',
    resolved_by: 'Network',
  })
  await addUpdates(db, closed, [
    [-50, 2, '<p>We are looking.</p>'],
    [-30, 3, '<p>It gets better.</p>'],
    [-10, 5, '<p>It is over.</p>'],
  ])
  const open = await add(-5, {
    title: 'Open: many data centers',
    status_id: 2,
    next_update: new Date(NOON.getTime() + 18 * MINUTE_MS),
    customer_impact: 'Users wait.',
    available_workaround: 'Wait too.',
  })
  await db.insertInto('record_clouds').values({ record_id: open, cloud_id: beta.id }).execute()
  await db.insertInto('record_services').values({ record_id: open, service_tid: beta.service }).execute()
  const centerNames = await addDataCenters(db, open, cloud)
  for (const id of [circle, moved, hostile, closed, open]) await publish(db, id, { notifies: false })
  // Publishing sanitized it; this restores the hostile body as if it had slipped through.
  await db.updateTable('records').set({ body: HOSTILE }).where('id', '=', hostile).execute()
  return { circle, moved, hostile, closed, open, cloud, centerNames }
}

async function cloudOf(db: Kysely<DB>, machineName: string): Promise<SmallCloud> {
  const { id, domain } = await db
    .selectFrom('clouds')
    .select(['id', 'domain'])
    .where('machine_name', '=', machineName)
    .executeTakeFirstOrThrow()
  const service = await db
    .selectFrom('services')
    .innerJoin('service_categories', 'service_categories.tid', 'services.category_tid')
    .where('service_categories.cloud_id', '=', id)
    .where('services.name', '=', 'Web Security')
    .select('services.tid')
    .executeTakeFirstOrThrow()
  const center = await db
    .selectFrom('cloud_data_centers')
    .where('cloud_id', '=', id)
    .select('data_center_tid')
    .orderBy('data_center_tid')
    .executeTakeFirstOrThrow()
  return { id, machineName, domain, service: service.tid, dataCenter: center.data_center_tid }
}

async function addUpdates(
  db: Kysely<DB>,
  record_id: number,
  updates: [minutes: number, status: number, body: string][],
) {
  for (const [minutes, status_id, body] of updates) {
    const posted_on = new Date(NOON.getTime() + minutes * MINUTE_MS)
    await db.insertInto('record_updates').values({ record_id, posted_on, status_id, body }).execute()
  }
}

async function addDataCenters(db: Kysely<DB>, record: number, { id }: SmallCloud): Promise<string[]> {
  await sql`delete from record_data_centers where record_id = ${record}`.execute(db)
  const centers = await db
    .selectFrom('cloud_data_centers')
    .innerJoin('data_centers', 'data_centers.tid', 'cloud_data_centers.data_center_tid')
    .where('cloud_id', '=', id)
    .select(['data_centers.tid', 'data_centers.name'])
    .orderBy('data_centers.tid')
    .limit(DATA_CENTERS)
    .execute()
  for (const { tid } of centers) {
    await db.insertInto('record_data_centers').values({ record_id: record, data_center_tid: tid }).execute()
  }
  return centers.map(({ name }) => name)
}
