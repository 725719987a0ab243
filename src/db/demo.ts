import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'

/** In insertion order. */
const TABLES = [
  'settings',
  'products',
  'clouds',
  'cloud_banners',
  'site_banners',
  'menu_items',
  'menu_item_cloud_routes',
  'menu_item_hidden_clouds',
  'service_categories',
  'services',
  'regions',
  'data_centers',
  'availability_goals',
  'cloud_data_centers',
  'ip_ranges',
  'threat_counts',
  'threat_origins',
  'notification_terms',
  'pages',
  'compliance_rows',
  'schedule_regions',
  'schedule_cells',
  'records',
  'record_internals',
  'record_clouds',
  'record_services',
  'record_data_centers',
  'record_terms',
  'record_updates',
  'record_changes',
  'post_mortems',
  'post_mortem_drafts',
  'record_templates',
] as const satisfies readonly (keyof DB)[]

type DemoTable = (typeof TABLES)[number]

/** Rows with explicit IDs. All rows of a table have the same columns. */
export type DemoRows = { readonly [Table in DemoTable]: readonly Insertable<DB[Table]>[] }

export interface DemoMark {
  /** The day (UTC) that the demo's times are based on. */
  day: string
  /** Records up to this ID came with the demo. */
  lastRecordId: number
  /** Parts added by later versions of the demo, by name. */
  parts: readonly string[]
}

const TABLES_WITH_IDENTITY = [
  'products',
  'clouds',
  'site_banners',
  'menu_items',
  'pages',
  'compliance_rows',
  'schedule_regions',
  'records',
  'record_updates',
  'record_changes',
  'record_templates',
  'ip_ranges',
  'availability_goals',
] as const satisfies readonly DemoTable[]

/** Any number that no other advisory lock of ours uses. */
const DEMO_LOCK = 7_204_211
const HOURS_PER_DAY = 24

/** Until the transaction ends. Processes that start together load or move the demo one after another. */
export async function lockDemo(trx: Transaction<DB>): Promise<void> {
  // On a slow machine, loading takes longer than any statement of a running site may, and others wait all that time.
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(trx)
}

export async function isEmpty(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select from clouds)
      and not exists (select from records)
      and not exists (select from settings where key = 'provider') as is_empty`.execute(db)
  return rows[0]?.is_empty ?? false
}

export async function findDemoMark(db: Kysely<DB>): Promise<DemoMark | undefined> {
  const { rows } = await sql<{ day: string; last_record_id: number; parts: string[] }>`
    select value ->> 'day' as day, (value -> 'last_record_id')::integer as last_record_id,
      coalesce(value -> 'parts', '[]') as parts
    from settings
    where key = 'demo'`.execute(db)
  const [row] = rows
  return row && { day: row.day, lastRecordId: row.last_record_id, parts: row.parts }
}

/** Afterwards, the content counts as a real provider's. */
export async function forgetDemoMark(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom('settings').where('key', 'in', ['demo', DEMO_WAS_OPEN]).execute()
}

const DEMO_WAS_OPEN = 'demo_was_open'

/** Records whether the demo is open to anyone, and returns whether it was open before. */
export async function turnDemoOpenness(
  db: Kysely<DB>,
  { isOpen, at }: { isOpen: boolean; at: Date },
): Promise<boolean> {
  if (!isOpen) {
    const [found] = await db
      .deleteFrom('settings')
      .where('key', '=', DEMO_WAS_OPEN)
      .returning('key')
      .execute()
    return found !== undefined
  }
  await db
    .insertInto('settings')
    .values({ key: DEMO_WAS_OPEN, value: 'true', updated_at: at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return true
}

export async function saveDemoMark(trx: Transaction<DB>, { day, lastRecordId, parts }: DemoMark, at: Date) {
  const value = JSON.stringify({ day, last_record_id: lastRecordId, parts })
  await trx
    .insertInto('settings')
    .values({ key: 'demo', value, updated_at: at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: at }))
    .execute()
}

export async function insertDemo(trx: Transaction<DB>, rows: DemoRows): Promise<void> {
  for (const table of TABLES) await insertRows(trx, table, rows[table])
  for (const table of TABLES_WITH_IDENTITY) await restartIdentity(trx, table)
  await restartTermTid(trx)
}

/**
 * Moves the times of unchanged demo records. In hours, because a day in PostgreSQL may have 23 hours, depending on the
 * session's time zone.
 */
export async function moveDemoTimes(
  trx: Transaction<DB>,
  { days, lastRecordId }: { days: number; lastRecordId: number },
): Promise<void> {
  const by = sql`make_interval(hours => ${days * HOURS_PER_DAY}::integer)`
  await sql`
    update records set
      created_at = created_at + ${by},
      publish_at = publish_at + ${by},
      posted_on = posted_on + ${by},
      closed_on = closed_on + ${by},
      from_time = from_time + ${by},
      to_time = to_time + ${by},
      actual_from_time = actual_from_time + ${by},
      actual_to_time = actual_to_time + ${by},
      updated_on = updated_on + ${by},
      withdrawn_on = withdrawn_on + ${by},
      next_update = next_update + ${by}
    where id <= ${lastRecordId} and version = 1`.execute(trx)
  await sql`
    update record_updates set posted_on = record_updates.posted_on + ${by}
    from records
    where records.id = record_updates.record_id and records.id <= ${lastRecordId} and version = 1`.execute(
    trx,
  )
  await sql`
    update record_changes set made_on = record_changes.made_on + ${by}
    from records
    where records.id = record_changes.record_id and records.id <= ${lastRecordId} and version = 1`.execute(
    trx,
  )
  await sql`
    update record_internals set updated_at = record_internals.updated_at + ${by}
    from records
    where records.id = record_internals.record_id and records.id <= ${lastRecordId} and version = 1`.execute(
    trx,
  )
}

export async function correctDemoRecord(
  trx: Transaction<DB>,
  {
    id,
    edition,
    texts,
  }: { id: number; edition: number; texts: { summary: string; how_found: string | null } },
): Promise<void> {
  await trx
    .updateTable('records')
    .set({ ...texts, edition })
    .where('id', '=', id)
    .where('version', '=', 1)
    .execute()
}

export async function promiseDemoUpdates(
  trx: Transaction<DB>,
  { lastRecordId, edition, dueAt }: { lastRecordId: number; edition: number; dueAt: readonly Date[] },
): Promise<void> {
  await sql`
    update records set next_update = promised.due_at, edition = ${edition}
    from (
      select id, (${dueAt.map((at) => at.toISOString())}::timestamptz[])[row_number() over (order by from_time, id)::int] as due_at
      from records
      where id <= ${lastRecordId} and version = 1 and kind = 'incident' and state = 'published'
        and closed_on is null and next_update is not null
    ) as promised
    where records.id = promised.id and promised.due_at is not null`.execute(trx)
}

/** Makes every process load the moved records again. */
export async function markDemoMoved(
  trx: Transaction<DB>,
  { edition, lastRecordId }: { edition: number; lastRecordId: number },
): Promise<void> {
  await trx
    .updateTable('records')
    .set({ edition })
    .where('id', '<=', lastRecordId)
    .where('version', '=', 1)
    .where('edition', 'is not', null)
    .execute()
}

/** Adds items to the menu of an earlier demo version, in their places. Existing keys stay unchanged. */
export async function addDemoMenuItems(
  trx: Transaction<DB>,
  { menu_items, menu_item_hidden_clouds }: Pick<DemoRows, 'menu_items' | 'menu_item_hidden_clouds'>,
): Promise<void> {
  const newIds = new Map<number | undefined, number>()
  for (const { id, ...item } of menu_items) {
    const isTaken = await trx
      .selectFrom('menu_items')
      .select('id')
      .where('key', '=', item.key)
      .executeTakeFirst()
    if (isTaken !== undefined) continue
    const parent_id = item.parent_id == null ? null : newIds.get(item.parent_id)
    if (parent_id === undefined) continue
    if (parent_id === null) await makeRoomInMenu(trx, item)
    const added = await trx
      .insertInto('menu_items')
      .values({ ...item, parent_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    newIds.set(id, added.id)
  }
  const hidden = menu_item_hidden_clouds.flatMap(({ menu_item_id, cloud_id }) => {
    const id = newIds.get(menu_item_id)
    return id === undefined ? [] : [{ menu_item_id: id, cloud_id }]
  })
  await sql`
    insert into menu_item_hidden_clouds (menu_item_id, cloud_id)
    select menu_item_id, cloud_id
    from json_populate_recordset(null::menu_item_hidden_clouds, ${JSON.stringify(hidden)}::json)
    where cloud_id in (select id from clouds)`.execute(trx)
}

async function makeRoomInMenu(trx: Transaction<DB>, { menu, position = 0 }: Insertable<DB['menu_items']>) {
  await trx
    .updateTable('menu_items')
    .set((eb) => ({ position: eb('position', '+', 1) }))
    .where('menu', '=', menu)
    .where('parent_id', 'is', null)
    .where('position', '>=', position)
    .execute()
}

export async function renewDemoAdvisories(
  trx: Transaction<DB>,
  { records, edition }: { records: DemoRows['records']; edition: number },
): Promise<void> {
  const advisories = records.filter(({ kind, advisory }) => kind === 'advisory' && advisory != null)
  await sql`
    update records set summary = told.summary, body = told.body, tags = told.tags, cve_ids = told.cve_ids,
      cvss_score = told.cvss_score, cvss_vector = told.cvss_vector, advisory = told.advisory, edition = ${edition}
    from json_populate_recordset(null::records, ${JSON.stringify(advisories)}::json) as told
    where records.id = told.id and records.alias = told.alias and records.version = 1
      and records.state = 'published'`.execute(trx)
}

/** Adds new fields to the demo's provider, unless staff have changed it. */
export async function renewDemoProvider(trx: Transaction<DB>, provider: object): Promise<void> {
  await sql`
    update settings set value = ${JSON.stringify(provider)}::jsonb || value
    where key = 'provider' and version = 1`.execute(trx)
}

/** Updates titles of unpublished demo records, unless staff have changed them. */
export async function renewDemoTitles(trx: Transaction<DB>, records: DemoRows['records']): Promise<void> {
  const hidden = records.filter(({ state }) => state !== 'published')
  await sql`
    update records set title = told.title, alias = told.alias
    from json_populate_recordset(null::records, ${JSON.stringify(hidden)}::json) as told
    where records.id = told.id and records.state = told.state and records.version = 1`.execute(trx)
}

export async function renewDemoPages(trx: Transaction<DB>, pages: DemoRows['pages']): Promise<void> {
  for (const { slug, cloud_id = null, body = '', column_titles = [] } of pages) {
    await trx
      .updateTable('pages')
      .set({ body, column_titles })
      .where('slug', '=', slug)
      .where('cloud_id', 'is not distinct from', cloud_id)
      .where('version', '=', 1)
      .execute()
  }
}

/** Only if staff have none of their own. */
export async function addDemoBanners(trx: Transaction<DB>, banners: DemoRows['site_banners']): Promise<void> {
  const own = await trx.selectFrom('site_banners').select('id').executeTakeFirst()
  if (own !== undefined) return
  await insertRows(trx, 'site_banners', banners)
  await restartIdentity(trx, 'site_banners')
}

/** Only if staff have none of their own. */
export async function addDemoTemplates(
  trx: Transaction<DB>,
  templates: DemoRows['record_templates'],
): Promise<void> {
  const own = await trx.selectFrom('record_templates').select('id').executeTakeFirst()
  if (own !== undefined) return
  await insertRows(trx, 'record_templates', templates)
  await restartIdentity(trx, 'record_templates')
}

/** Only if staff have none of their own, at existing data centers. */
export async function addDemoRanges(trx: Transaction<DB>, ranges: DemoRows['ip_ranges']): Promise<void> {
  const own = await trx.selectFrom('ip_ranges').select('id').executeTakeFirst()
  if (own !== undefined) return
  const centers = await trx.selectFrom('data_centers').select('tid').execute()
  const tids = new Set(centers.map(({ tid }) => tid))
  await insertRows(
    trx,
    'ip_ranges',
    ranges.filter(({ data_center_tid }) => tids.has(data_center_tid)),
  )
  await restartIdentity(trx, 'ip_ranges')
}

/** Adds goals, for existing services, unless staff have set some. */
export async function addDemoGoals(
  trx: Transaction<DB>,
  goals: DemoRows['availability_goals'],
): Promise<void> {
  const own = await trx.selectFrom('availability_goals').select('id').executeTakeFirst()
  if (own !== undefined) return
  const services = await trx.selectFrom('services').select('tid').execute()
  const tids = new Set(services.map(({ tid }) => tid))
  await insertRows(
    trx,
    'availability_goals',
    goals.filter(({ service_tid }) => tids.has(service_tid ?? 0)),
  )
  await restartIdentity(trx, 'availability_goals')
}

/** Adds figures for days without any, for existing regions and data centers, and deletes those before `oldestDay`. */
export async function addDemoThreats(
  trx: Transaction<DB>,
  { threat_counts, threat_origins }: Pick<DemoRows, 'threat_counts' | 'threat_origins'>,
  { oldestDay }: { oldestDay: string },
): Promise<void> {
  await trx.deleteFrom('threat_counts').where('day', '<', oldestDay).execute()
  await sql`
    insert into threat_counts (day, category, family, region_tid, blocked)
    select day, category, family, region_tid, blocked
    from json_populate_recordset(null::threat_counts, ${JSON.stringify(threat_counts)}::json)
    where region_tid in (select tid from regions)
      and day not in (select day from threat_counts)`.execute(trx)
  const newestDay = threat_origins[0]?.day
  if (newestDay === undefined) return
  await trx.deleteFrom('threat_origins').where('day', '<', newestDay).execute()
  await sql`
    insert into threat_origins (day, country_code, data_center_tid, category, family, blocked)
    select day, country_code, data_center_tid, category, family, blocked
    from json_populate_recordset(null::threat_origins, ${JSON.stringify(threat_origins)}::json)
    where data_center_tid in (select tid from data_centers)
      and day not in (select day from threat_origins)`.execute(trx)
}

/**
 * One statement per table, whatever its size: one parameter per value would be slower and limited to 65,535. On a busy
 * machine, the 55,000 threat counts took 0.9 s, mostly for their keys; the 17,000 other rows took 0.5 s.
 */
async function insertRows(trx: Transaction<DB>, table: DemoTable, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns}
    from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(trx)
}

async function restartIdentity(trx: Transaction<DB>, table: (typeof TABLES_WITH_IDENTITY)[number]) {
  await sql`
    select setval(pg_get_serial_sequence(${table}, 'id'), coalesce(max(id), 1), max(id) is not null)
    from ${sql.table(table)}`.execute(trx)
}

async function restartTermTid(trx: Transaction<DB>) {
  await sql`
    select setval('term_tid', max(tid))
    from (
      select tid from regions
      union all select tid from data_centers
      union all select tid from service_categories
      union all select tid from services
      union all select tid from notification_terms
      union all select maintenance_tid from clouds
      union all select advisory_tid from clouds
    ) as terms`.execute(trx)
}

/** Adds or moves the post-mortems of the demo's own incidents. Those that staff changed stay as they are. */
export async function renewDemoPostMortems(
  trx: Transaction<DB>,
  {
    rows,
    edition,
  }: { rows: Pick<DemoRows, 'records' | 'post_mortems' | 'post_mortem_drafts'>; edition: number },
): Promise<void> {
  const titles = new Map(rows.records.map(({ id, title }) => [id, title]))
  const isUnchanged = async (id: number) => {
    const record = await trx
      .selectFrom('records')
      .where('id', '=', id)
      .where('title', '=', titles.get(id) ?? '')
      .where('state', '=', 'published')
      .where('closed_on', 'is not', null)
      .select('id')
      .executeTakeFirst()
    return record !== undefined
  }
  for (const row of rows.post_mortems) {
    if (!(await isUnchanged(row.record_id))) continue
    await trx
      .insertInto('post_mortems')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('record_id')
          .doUpdateSet({ content: row.content, published_on: row.published_on })
          .where('post_mortems.updated_on', 'is', null),
      )
      .execute()
    await trx.updateTable('records').set({ edition }).where('id', '=', row.record_id).execute()
  }
  for (const row of rows.post_mortem_drafts) {
    if (!(await isUnchanged(row.record_id))) continue
    await trx
      .insertInto('post_mortem_drafts')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('record_id')
          .doUpdateSet({ due_on: row.due_on ?? null, saved_at: row.saved_at })
          .where('post_mortem_drafts.version', '=', 1),
      )
      .execute()
  }
}
