import { randomBytes } from 'node:crypto'
import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, Records, Subscriptions, Users } from '../../src/db/database.ts'

export interface SmallCloud {
  id: number
  machineName: string
  domain: string
  service: number
  dataCenter: number
}

export async function addSmallSite(db: Kysely<DB>): Promise<{ alpha: SmallCloud; beta: SmallCloud }> {
  const product = await db
    .insertInto('products')
    .values({ machine_name: 'gateway', title: 'Gateway' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const region = await db
    .insertInto('regions')
    .values({ title: 'Europe' })
    .returning('tid')
    .executeTakeFirstOrThrow()
  const add = (name: string) => addCloud(db, { name, productId: product.id, regionTid: region.tid })
  return { alpha: await add('alpha'), beta: await add('beta') }
}

export async function addDraft(
  db: Kysely<DB>,
  { clouds = [], ...fields }: Partial<Insertable<Records>> & { clouds?: readonly SmallCloud[] } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('records')
    .values({
      kind: 'incident',
      event_type: 'service_disruption',
      title: 'Traffic is slow',
      alias: randomBytes(8).toString('hex'),
      status_id: 2,
      severity_tid: 20,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const cloud of clouds) {
    await db.insertInto('record_clouds').values({ record_id: id, cloud_id: cloud.id }).execute()
    await db.insertInto('record_services').values({ record_id: id, service_tid: cloud.service }).execute()
    await db
      .insertInto('record_data_centers')
      .values({ record_id: id, data_center_tid: cloud.dataCenter })
      .execute()
  }
  return id
}

async function addCloud(db: Kysely<DB>, of: { name: string; productId: number; regionTid: number }) {
  const title = of.name.charAt(0).toUpperCase() + of.name.slice(1)
  const domain = `${of.name}.example`
  const cloud = await db
    .insertInto('clouds')
    .values({ product_id: of.productId, title, machine_name: of.name, domain })
    .returning('id')
    .executeTakeFirstOrThrow()
  const category = await db
    .insertInto('service_categories')
    .values({ cloud_id: cloud.id, title: 'Core' })
    .returning('tid')
    .executeTakeFirstOrThrow()
  const service = await db
    .insertInto('services')
    .values({ category_tid: category.tid, name: `${title} Gateway`, started_on: '2020-01-01' })
    .returning('tid')
    .executeTakeFirstOrThrow()
  const center = await db
    .insertInto('data_centers')
    .values({
      region_tid: of.regionTid,
      name: `${title} I`,
      city: 'Zurich',
      country_code: 'CH',
      latitude: 47.4,
      longitude: 8.5,
      opened_on: '2020-01-01',
    })
    .returning('tid')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('cloud_data_centers')
    .values({ cloud_id: cloud.id, data_center_tid: center.tid })
    .execute()
  return { id: cloud.id, machineName: of.name, domain, service: service.tid, dataCenter: center.tid }
}

export async function addSubscriber(
  db: Kysely<DB>,
  subscriptions: readonly Omit<Insertable<Subscriptions>, 'user_id'>[],
  fields: Partial<Insertable<Users>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({
      email: `${randomBytes(6).toString('hex')}@customer.example`,
      email_verified_at: new Date(),
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const subscription of subscriptions) {
    await db
      .insertInto('subscriptions')
      .values({ user_id: id, ...subscription })
      .execute()
  }
  return id
}

/** Stays within the statement timeout, even on a busy machine. */
const AT_ONCE = 10_000

/** A kilobyte each, besides the default channel of every account. */
export async function addManySubscribers(db: Kysely<DB>, count: number): Promise<void> {
  for (let done = 0; done < count; done += AT_ONCE) {
    await sql`
      insert into users (email, display_name, email_verified_at)
      select 'subscriber' || n || '@example.com', repeat(md5(n::text), 32), now()
      from generate_series(${done + 1}::int, ${Math.min(done + AT_ONCE, count)}::int) as n`.execute(db)
  }
}
