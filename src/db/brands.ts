import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'

/** Images of versions that can be restored are stored as long as these. */
export const BRANDS_KEPT = 30

interface BrandRow {
  number: number
  value: unknown
  publishedAt: Date
  /** Null: the account was deleted. */
  publishedBy: string | null
}

export async function liveBrand(db: Kysely<DB>): Promise<BrandRow | undefined> {
  const [live] = await listBrands(db, 1)
  return live
}

export async function listBrands(db: Kysely<DB>, most = BRANDS_KEPT): Promise<BrandRow[]> {
  const rows = await db
    .selectFrom('brands')
    .leftJoin('users', 'users.id', 'brands.published_by')
    .select(['number', 'value', 'published_at as publishedAt', nameOfUser.as('publishedBy')])
    .orderBy('number', 'desc')
    .limit(most)
    .execute()
  return rows
}

const nameOfUser = sql<string | null>`coalesce(users.display_name, split_part(users.email, '@', 1))`

export async function insertBrand(
  trx: Transaction<DB>,
  { value, at, by }: { value: object; at: Date; by: number | null },
): Promise<number> {
  const { number } = await trx
    .insertInto('brands')
    .values({ value: JSON.stringify(value), published_at: at, published_by: by })
    .returning('number')
    .executeTakeFirstOrThrow()
  await trx
    .deleteFrom('brands')
    .where('number', '<=', number - BRANDS_KEPT)
    .execute()
  return number
}

export interface BrandDraftRow {
  value: unknown
  version: number
  savedAt: Date | null
  savedBy: string | null
  savedById: number | null
}

export async function readBrandDraft(db: Kysely<DB>): Promise<BrandDraftRow> {
  const row = await db
    .selectFrom('brand_draft')
    .leftJoin('users', 'users.id', 'brand_draft.saved_by')
    .select(['value', 'version', 'saved_at as savedAt', 'saved_by as savedById', nameOfUser.as('savedBy')])
    .executeTakeFirst()
  return row ?? { value: null, version: 0, savedAt: null, savedBy: null, savedById: null }
}

export async function writeBrandDraft(
  trx: Transaction<DB>,
  { value, at, by }: { value: object | null; at: Date; by: number | null },
): Promise<void> {
  const row = { value: value === null ? null : JSON.stringify(value), saved_at: at, saved_by: by }
  await trx
    .insertInto('brand_draft')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('is_the_draft')
        .doUpdateSet((eb) => ({ ...row, version: eb('brand_draft.version', '+', 1) })),
    )
    .execute()
}
