import { type Kysely, sql } from 'kysely'
import type { CloudLimit, ReadableSorts } from '../domain/newsroom/may-edit.ts'
import { limitOf } from './cloud-limits.ts'
import type { DB } from './database.ts'
import { isOpenTo } from './readable-records.ts'

/** Includes retired items, because old records have them. */
export async function readThings(db: Kysely<DB>) {
  const clouds = await db
    .selectFrom('clouds')
    .select(['id', 'machine_name', 'title', 'domain'])
    .select((eb) => eb('retired_at', 'is not', null).$castTo<boolean>().as('is_retired'))
    .orderBy('position')
    .orderBy('id')
    .execute()
  const severities = await db
    .selectFrom('severities')
    .select(['tid', 'name', 'rank'])
    .select((eb) => eb('retired_at', 'is not', null).$castTo<boolean>().as('is_retired'))
    .orderBy('rank', 'desc')
    .orderBy('tid')
    .execute()
  const statuses = await db
    .selectFrom('statuses')
    .select(['id', 'name', 'class', 'is_closed'])
    .select((eb) => eb('retired_at', 'is not', null).$castTo<boolean>().as('is_retired'))
    .orderBy('position')
    .orderBy('id')
    .execute()
  const terms = await db
    .selectFrom('notification_terms')
    .select(['tid', 'name', 'notification_type', 'group_name'])
    .select((eb) => eb('retired_at', 'is not', null).$castTo<boolean>().as('is_retired'))
    .orderBy('notification_type')
    .orderBy('position')
    .orderBy('tid')
    .execute()
  return {
    clouds,
    service_categories: await readServices(db),
    regions: await readDataCenters(db),
    severities,
    statuses,
    terms,
  }
}

export async function readProducts(db: Kysely<DB>) {
  const { rows } = await sql<{ id: number; title: string; is_retired: boolean; clouds: number[] }>`
    select id, title, retired_at is not null as is_retired,
      array(select clouds.id from clouds where product_id = products.id order by position, clouds.id) as clouds
    from products order by position, id`.execute(db)
  return rows
}

async function readServices(db: Kysely<DB>) {
  const categories = await db
    .selectFrom('service_categories')
    .select(['tid', 'cloud_id', 'title'])
    .orderBy('cloud_id')
    .orderBy('position')
    .orderBy('tid')
    .execute()
  const services = await db
    .selectFrom('services')
    .select(['tid', 'name', 'category_tid'])
    .select((eb) => eb.not('is_active').$castTo<boolean>().as('is_retired'))
    .orderBy('position')
    .orderBy('tid')
    .execute()
  return categories.map((category) => ({
    ...category,
    services: services
      .filter(({ category_tid }) => category_tid === category.tid)
      .map(({ category_tid: _, ...service }) => service),
  }))
}

async function readDataCenters(db: Kysely<DB>) {
  const regions = await db
    .selectFrom('regions')
    .select(['tid', 'title'])
    .orderBy('position')
    .orderBy('tid')
    .execute()
  const centers = await db
    .selectFrom('data_centers')
    .select(['tid', 'name', 'region_tid', 'city', 'country_code', 'latitude', 'longitude', 'is_premium'])
    .select((eb) => eb.not('is_active').$castTo<boolean>().as('is_retired'))
    .select(
      sql<number[]>`array(
        select cloud_id from cloud_data_centers where data_center_tid = data_centers.tid order by 1)`.as(
        'clouds',
      ),
    )
    .orderBy('position')
    .orderBy('name')
    .execute()
  return regions.map((region) => ({
    ...region,
    data_centers: centers
      .filter(({ region_tid }) => region_tid === region.tid)
      .map(({ region_tid: _, ...center }) => center),
  }))
}

export async function staffToName(db: Kysely<DB>): Promise<StaffToName[]> {
  const { rows } = await sql<StaffToName>`
    select users.id as uid, coalesce(display_name, regexp_replace(email, '@.*$', ''), 'Account ' || users.id) as name,
      array(select role from user_roles where user_id = users.id order by role) as roles,
      ${limitOf('users')} as "limit"
    from users
    where locked_at is null and exists (select from user_roles where user_id = users.id)
    order by lower(coalesce(display_name, email)), users.id
    limit ${STAFF_AT_MOST}`.execute(db)
  return rows
}

interface StaffToName {
  uid: number
  name: string
  roles: string[]
  limit: CloudLimit
}

/** No one reads a longer list. */
const STAFF_AT_MOST = 2000

const WORDS_AT_MOST = 200

export async function wordsInUse(
  db: Kysely<DB>,
  { column, reader }: { column: 'tags' | 'clusters'; reader: ReadableSorts },
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from records, unnest(${sql.ref(`records.${column}`)}) as word
    where ${isOpenTo(reader)}
    group by word
    order by count(*) desc, word
    limit ${WORDS_AT_MOST}`.execute(db)
  return rows.map(({ word }) => word)
}
