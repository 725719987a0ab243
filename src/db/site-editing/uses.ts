import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../database.ts'

export type UseKind =
  | 'record'
  | 'template'
  | 'series'
  | 'subscription'
  | 'sender'
  | 'subscriber-import'
  | 'approval-rule'
  | 'cloud'
  | 'menu-item'
  | 'banner'
  | 'heading'
  | 'service-category'
  | 'service'
  | 'data-center'
  | 'page'
  | 'compliance-row'
  | 'schedule-row'
  | 'threat-figure'
  | 'ip-range'

export interface FoundUse {
  kind: UseKind
  count: number
  /** A few of them. Empty if they have no name or belong to a person. */
  examples: { id: number; label: string }[]
}

type Used =
  | 'product'
  | 'cloud'
  | 'menu-item'
  | 'service-category'
  | 'service'
  | 'region'
  | 'data-center'
  | 'severity'
  | 'status'
  | 'term'

const EXAMPLES = 5

export async function usesOf(db: Kysely<DB>, used: Used, id: number): Promise<FoundUse[]> {
  const found: FoundUse[] = []
  for (const [kind, query] of queriesOf(used, id)) {
    const { rows } = await sql<{ id: number | null; label: string | null; total: number }>`
      select id, label, count(*) over () as total from (${query}) as used
      order by id desc limit ${EXAMPLES}`.execute(db)
    const [first] = rows
    if (first === undefined) continue
    const examples = rows.flatMap((row) =>
      row.id === null || row.label === null ? [] : { id: row.id, label: row.label },
    )
    found.push({ kind, count: first.total, examples })
  }
  return found
}

type Query = RawBuilder<unknown>

function queriesOf(used: Used, id: number): [UseKind, Query][] {
  switch (used) {
    case 'product':
      return [['cloud', sql`select id, title as label from clouds where product_id = ${id}`]]
    case 'cloud':
      return [
        ...namedByRecords('record_clouds', 'cloud_id', 'clouds', id),
        ['subscription', ofPeople(sql`cloud_id = ${id}`)],
        ['sender', ofSenders(sql`${id} = any(clouds)`)],
        [
          'subscriber-import',
          sql`select id::int, file_name as label from subscriber_imports where cloud_id = ${id} and ended_at is null`,
        ],
        [
          'approval-rule',
          sql`select 1 as id, 'Approval' as label from settings
            where key = 'approval' and value->'clouds' @> ${String(id)}::jsonb`,
        ],
        [
          'service-category',
          sql`select tid as id, title as label from service_categories where cloud_id = ${id}`,
        ],
        [
          'data-center',
          sql`select tid as id, name as label from cloud_data_centers
            join data_centers on tid = data_center_tid where cloud_id = ${id}`,
        ],
        [
          'menu-item',
          sql`select id, label from menu_items where id in (
            select menu_item_id from menu_item_hidden_clouds where cloud_id = ${id}
            union select menu_item_id from menu_item_cloud_routes where cloud_id = ${id})`,
        ],
        ['heading', sql`select cloud_id as id, title as label from cloud_banners where cloud_id = ${id}`],
        ['banner', sql`select id, text as label from site_banners where cloud_id = ${id}`],
        ['page', sql`select id, title as label from pages where cloud_id = ${id}`],
        ['compliance-row', sql`select id, description as label from compliance_rows where cloud_id = ${id}`],
        ['schedule-row', sql`select id, title as label from schedule_regions where cloud_id = ${id}`],
      ]
    case 'menu-item':
      return [['menu-item', sql`select id, label from menu_items where parent_id = ${id}`]]
    case 'service-category':
      return [['service', sql`select tid as id, name as label from services where category_tid = ${id}`]]
    case 'service':
      return [
        ...namedByRecords(
          'record_services',
          'service_tid',
          'services',
          id,
          sql`${id} = any(services_added || services_removed)`,
        ),
        ['subscription', ofPeople(sql`service_tid = ${id}`)],
        ['sender', ofSenders(sql`${id} = any(services)`)],
      ]
    case 'region':
      return [
        ['data-center', sql`select tid as id, name as label from data_centers where region_tid = ${id}`],
        ['subscription', ofPeople(sql`region_tid = ${id}`)],
        [
          'threat-figure',
          sql`select null::integer as id, '' as label from threat_counts where region_tid = ${id}`,
        ],
      ]
    case 'data-center':
      return [
        ...namedByRecords(
          'record_data_centers',
          'data_center_tid',
          'data_centers',
          id,
          sql`${id} = any(data_centers_added || data_centers_removed)`,
        ),
        [
          'ip-range',
          // Includes removed ones, because the history of ranges refers to them.
          sql`select id, range::text || case when removed_on is null then '' else ' (removed)' end as label
            from ip_ranges where data_center_tid = ${id}`,
        ],
        ['subscription', ofPeople(sql`data_center_tid = ${id}`)],
        ['sender', ofSenders(sql`${id} = any(data_centers)`)],
        [
          'threat-figure',
          sql`select null::integer as id, '' as label from threat_origins where data_center_tid = ${id}`,
        ],
      ]
    case 'severity':
      return [...recordsWith('severity_tid', id), ['sender', ofSenders(sql`severity_tid = ${id}`)]]
    case 'status':
      return recordsWith('status_id', id)
    case 'term':
      return [
        ...namedByRecords('record_terms', 'term_tid', 'terms', id),
        ['subscription', ofPeople(sql`term_tid = ${id}`)],
      ]
  }
}

/** Doesn't show who they belong to. */
function ofPeople(condition: Query): Query {
  return sql`select null::integer as id, '' as label from subscriptions where ${condition}`
}

/** Through defaults: without them, alerts that name no place would become incidents elsewhere. */
function ofSenders(condition: Query): Query {
  return sql`select senders.id, api_tokens.name as label from senders
    join api_tokens on api_tokens.id = token_id where ${condition}`
}

/** `isChange` says which lines of the history refer to it. */
function namedByRecords(
  table: string,
  column: string,
  field: string,
  id: number,
  isChange: Query = sql`false`,
): [UseKind, Query][] {
  const names = sql`content -> ${sql.lit(field)} @> ${String(id)}::jsonb`
  const records = sql`
    select record_id from ${sql.table(table)} where ${sql.ref(column)} = ${id}
    union select record_id from record_changes where ${isChange}
    union select record_id from record_drafts where ${names}
    union select record_id from record_schedules where ${names}`
  return inNewsroom(sql`id in (${records})`, names)
}

function recordsWith(column: 'status_id' | 'severity_tid', id: number): [UseKind, Query][] {
  const names = sql`content -> ${sql.lit(column)} = ${String(id)}::jsonb`
  const records = sql`
    select record_id from record_updates where ${sql.ref(column)} = ${id}
    ${column === 'severity_tid' ? sql`union select record_id from record_changes where ${id} in (severity_before, severity_after)` : sql``}
    union select record_id from record_drafts where ${names}
    union select record_id from record_schedules where ${names}`
  return inNewsroom(sql`${sql.ref(column)} = ${id} or id in (${records})`, names)
}

function inNewsroom(isRecord: Query, isContent: Query): [UseKind, Query][] {
  return [
    [
      'record',
      sql`select id, title || case when trashed_at is null then '' else ' (in the trash)' end as label
        from records where ${isRecord}`,
    ],
    ['template', sql`select id, name as label from record_templates where ${isContent}`],
    ['series', sql`select id, title as label from maintenance_series where ${isContent}`],
  ]
}
