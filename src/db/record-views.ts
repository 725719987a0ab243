import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'

export interface ViewRow {
  id: number
  name: string
  query: string
  is_shared: boolean
  made_by: number | null
  made_by_name: string | null
  is_default: boolean
}

export async function viewsFor(db: Kysely<DB>, userId: number): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select views.id, views.name, views.query, views.private_to is null as is_shared, views.made_by,
      coalesce(users.display_name, regexp_replace(users.email, '@.*$', '')) as made_by_name,
      exists (select from record_view_defaults where user_id = ${userId} and view_id = views.id) as is_default
    from record_views views left join users on users.id = views.made_by
    where views.private_to is null or views.private_to = ${userId}
    order by lower(views.name), views.id`.execute(db)
  return rows
}

export function lockView(trx: Transaction<DB>, { id, userId }: { id: number; userId: number }) {
  return trx
    .selectFrom('record_views')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('private_to', 'is', null), eb('private_to', '=', userId)]))
    .select(['id', 'name', 'query', 'made_by', 'private_to'])
    .forUpdate()
    .executeTakeFirst()
}

/** Otherwise two concurrent ones could both be the last one allowed. */
export async function holdViews(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('record views', 11))`.execute(trx)
}

export async function countViews(trx: Transaction<DB>, privateTo: number | null): Promise<number> {
  const { count } = await trx
    .selectFrom('record_views')
    .where('private_to', privateTo === null ? 'is' : '=', privateTo)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function isViewNamed(
  trx: Transaction<DB>,
  { name, privateTo, but }: { name: string; privateTo: number | null; but?: number | undefined },
): Promise<boolean> {
  const found = await trx
    .selectFrom('record_views')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('private_to', privateTo === null ? 'is' : '=', privateTo)
    .where('id', '<>', but ?? 0)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

export async function insertView(
  trx: Transaction<DB>,
  view: { name: string; query: string; madeBy: number; privateTo: number | null; at: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('record_views')
    .values({
      name: view.name,
      query: view.query,
      made_by: view.madeBy,
      private_to: view.privateTo,
      made_at: view.at,
      changed_at: view.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function writeView(
  trx: Transaction<DB>,
  view: { id: number; name: string; query: string; privateTo: number | null; at: Date },
) {
  const { id, name, query, privateTo, at } = view
  await trx
    .updateTable('record_views')
    .set({ name, query, private_to: privateTo, changed_at: at })
    .where('id', '=', id)
    .execute()
  if (privateTo === null) return
  // Others can't open it anymore, so it is no longer their default.
  await trx
    .deleteFrom('record_view_defaults')
    .where('view_id', '=', id)
    .where('user_id', '<>', privateTo)
    .execute()
}

export function deleteView(trx: Transaction<DB>, id: number) {
  return trx.deleteFrom('record_views').where('id', '=', id).execute()
}

export async function writeDefaultView(
  trx: Transaction<DB>,
  { viewId, userId, isDefault }: { viewId: number; userId: number; isDefault: boolean },
) {
  if (!isDefault) {
    await trx
      .deleteFrom('record_view_defaults')
      .where('user_id', '=', userId)
      .where('view_id', '=', viewId)
      .execute()
    return
  }
  await trx
    .insertInto('record_view_defaults')
    .values({ user_id: userId, view_id: viewId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ view_id: viewId }))
    .execute()
}
