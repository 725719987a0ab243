import type { Kysely } from 'kysely'
import { type BrandLook, lookOf } from '../domain/brand/brand.ts'
import type { DB } from './database.ts'

export async function findProvider(
  db: Kysely<DB>,
): Promise<{ name?: string; feedback_email?: string; brand?: BrandLook } | undefined> {
  const row = await db
    .selectFrom('settings')
    .where('key', '=', 'provider')
    .select((eb) => eb.ref('value').$castTo<{ name?: string; feedback_email?: string }>().as('value'))
    .executeTakeFirst()
  const brand = await db
    .selectFrom('brands')
    .select('value')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (brand === undefined) return row?.value
  return { ...row?.value, brand: lookOf(brand.value) }
}
