import { type Insertable, sql, type Transaction } from 'kysely'
import { SYSTEM } from '../domain/actor.ts'
import type { DB } from './database.ts'
import { type DemoRows, insertRows, restartIdentity, type TableWithIdentity } from './demo.ts'

const HOURS_PER_DAY = 24

/** In hours, because a day in PostgreSQL may have 23 hours, depending on the session's time zone. */
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

/**
 * The timetable has completed the old record, which stays; a copy takes its place. Only if no one else edited
 * it.
 */
export async function planDemoWorkAgain(
  trx: Transaction<DB>,
  {
    rows,
    edition,
  }: { rows: Pick<DemoRows, 'records' | 'record_internals' | 'record_updates'>; edition: number },
): Promise<number[]> {
  const planned = rows.records.filter(
    ({ kind, state, closed_on }) => kind === 'maintenance' && state === 'published' && closed_on === null,
  )
  const { rows: completed } = await sql<{ id: number; new_id: number }>`
    select records.id, nextval(pg_get_serial_sequence('records', 'id'))::integer as new_id
    from records
    join json_populate_recordset(null::records, ${JSON.stringify(planned)}::json) as fresh
      on fresh.id = records.id and fresh.title = records.title and fresh.kind = records.kind
    where records.state = 'published' and records.closed_on is not null and records.version > 1
      and exists (select from record_clouds where record_id = records.id)
      and not exists (
        select from audit_log
        where entity = 'record' and entity_id = records.id::text and actor <> ${SYSTEM.name}
      )
      and not exists (
        select from records as again
        where again.kind = records.kind and again.title = records.title and again.state = 'published'
          and again.closed_on is null
      )
    order by records.id`.execute(trx)
  for (const { id, new_id } of completed) {
    const copies = planned.filter((record) => record.id === id)
    const alias = (of: string) => of.replace(/\d+$/, String(new_id))
    const ofRecord = <Row extends { record_id: number }>(all: readonly Row[]) =>
      all.filter(({ record_id }) => record_id === id).map((row) => ({ ...row, record_id: new_id }))
    await insertRows(
      trx,
      'records',
      copies.map((record) => ({ ...record, id: new_id, alias: alias(record.alias), edition })),
    )
    await insertRows(trx, 'record_internals', ofRecord(rows.record_internals))
    await insertRows(
      trx,
      'record_updates',
      ofRecord(rows.record_updates).map(({ id: _, ...update }) => update),
    )
    // As they are now, because staff may have removed a place.
    await sql`insert into record_clouds (record_id, cloud_id)
      select ${new_id}::integer, cloud_id from record_clouds where record_id = ${id}`.execute(trx)
    await sql`insert into record_services (record_id, service_tid)
      select ${new_id}::integer, service_tid from record_services where record_id = ${id}`.execute(trx)
    await sql`insert into record_data_centers (record_id, data_center_tid)
      select ${new_id}::integer, data_center_tid from record_data_centers where record_id = ${id}`.execute(
      trx,
    )
  }
  return completed.map(({ new_id }) => new_id)
}

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
    update records set summary = fresh.summary, body = fresh.body, tags = fresh.tags, cve_ids = fresh.cve_ids,
      cvss_score = fresh.cvss_score, cvss_vector = fresh.cvss_vector, advisory = fresh.advisory, edition = ${edition}
    from json_populate_recordset(null::records, ${JSON.stringify(advisories)}::json) as fresh
    where records.id = fresh.id and records.alias = fresh.alias and records.version = 1
      and records.state = 'published'`.execute(trx)
}

export async function renewDemoProvider(trx: Transaction<DB>, provider: object): Promise<void> {
  await sql`
    update settings set value = ${JSON.stringify(provider)}::jsonb || value
    where key = 'provider' and version = 1`.execute(trx)
}

export async function renewDemoTitles(trx: Transaction<DB>, records: DemoRows['records']): Promise<void> {
  const hidden = records.filter(({ state }) => state !== 'published')
  await sql`
    update records set title = fresh.title, alias = fresh.alias
    from json_populate_recordset(null::records, ${JSON.stringify(hidden)}::json) as fresh
    where records.id = fresh.id and records.state = fresh.state and records.version = 1`.execute(trx)
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

export function addDemoBanners(trx: Transaction<DB>, banners: DemoRows['site_banners']): Promise<void> {
  return addUnlessOwn(trx, 'site_banners', banners)
}

export function addDemoTemplates(
  trx: Transaction<DB>,
  templates: DemoRows['record_templates'],
): Promise<void> {
  return addUnlessOwn(trx, 'record_templates', templates)
}

export async function addDemoRanges(trx: Transaction<DB>, ranges: DemoRows['ip_ranges']): Promise<void> {
  const centers = await trx.selectFrom('data_centers').select('tid').execute()
  const tids = new Set(centers.map(({ tid }) => tid))
  const here = ranges.filter(({ data_center_tid }) => tids.has(data_center_tid))
  await addUnlessOwn(trx, 'ip_ranges', here)
}

export async function addDemoGoals(
  trx: Transaction<DB>,
  goals: DemoRows['availability_goals'],
): Promise<void> {
  const services = await trx.selectFrom('services').select('tid').execute()
  const tids = new Set(services.map(({ tid }) => tid))
  const here = goals.filter(({ service_tid }) => tids.has(service_tid ?? 0))
  await addUnlessOwn(trx, 'availability_goals', here)
}

async function addUnlessOwn<Table extends TableWithIdentity>(
  trx: Transaction<DB>,
  table: Table,
  rows: DemoRows[Table],
): Promise<void> {
  const own = await sql`select from ${sql.table(table)} limit 1`.execute(trx)
  if (own.rows.length > 0) return
  await insertRows(trx, table, rows)
  await restartIdentity(trx, table)
}

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
