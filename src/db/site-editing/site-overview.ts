import { type Kysely, sql } from 'kysely'
import { LIST_MESSAGE_SLUG } from '../../domain/site-editing/list-message.ts'
import type { DB } from '../database.ts'

export async function countSiteThings(db: Kysely<DB>) {
  const { rows } = await sql<{
    clouds: number
    products: number
    menus: number
    banners: number
    home_banners: number
    list_messages: number
    services: number
    service_categories: number
    data_centers: number
    ip_ranges: number
    regions: number
    severities: number
    statuses: number
    terms: number
    faq: number
    compliance: number
    compliance_texts: number
    policies: number
    schedule: number
    threats: number
  }>`
    select
      (select count(*)::int from clouds where retired_at is null) as clouds,
      (select count(*)::int from products where retired_at is null) as products,
      (select count(*)::int from menu_items where retired_at is null) as menus,
      (select count(*)::int from site_banners) as banners,
      (select count(*)::int from cloud_banners) as home_banners,
      (select count(*)::int from pages where starts_with(slug, ${LIST_MESSAGE_SLUG})) as list_messages,
      (select count(*)::int from services where is_active) as services,
      (select count(*)::int from service_categories) as service_categories,
      (select count(*)::int from data_centers where is_active) as data_centers,
      (select count(*)::int from ip_ranges where removed_on is null) as ip_ranges,
      (select count(*)::int from regions) as regions,
      (select count(*)::int from severities where retired_at is null) as severities,
      (select count(*)::int from statuses where retired_at is null) as statuses,
      (select count(*)::int from notification_terms where retired_at is null) as terms,
      (select count(*)::int from pages where slug = 'faq') as faq,
      (select count(*)::int from compliance_rows) as compliance,
      (select count(*)::int from pages where slug = 'compliance') as compliance_texts,
      (select count(*)::int from pages
        where slug not in ('faq', 'compliance') and not starts_with(slug, ${LIST_MESSAGE_SLUG})) as policies,
      (select count(distinct cloud_id)::int from schedule_regions) as schedule,
      (select count(distinct day)::int from threat_counts) as threats`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('A select without a table always has one row.')
  return counts
}

export interface LastChange {
  entity: string
  entity_id: string
  at: Date
  actor: string
}

export async function readLastChanges(db: Kysely<DB>, entities: readonly string[]): Promise<LastChange[]> {
  return db
    .selectFrom('audit_log')
    .where('entity', 'in', entities)
    .distinctOn(['entity', sql`case when entity = 'setting' then entity_id end`])
    .select(['entity', 'entity_id', 'at', 'actor'])
    .orderBy('entity')
    .orderBy(sql`case when entity = 'setting' then entity_id end`)
    .orderBy('id', 'desc')
    .execute()
}
