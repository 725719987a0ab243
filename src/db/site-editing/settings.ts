import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../database.ts'

type SettingKey = 'provider' | 'maintenance' | 'approval'

export interface StoredSetting {
  version: number
  value: Record<string, unknown>
}

export async function readSetting(db: Kysely<DB>, key: SettingKey): Promise<StoredSetting> {
  const row = await db
    .selectFrom('settings')
    .where('key', '=', key)
    .select((eb) => ['version', eb.ref('value').$castTo<Record<string, unknown>>().as('value')])
    .executeTakeFirst()
  return row ?? { version: 0, value: {} }
}

export async function writeSetting(
  trx: Transaction<DB>,
  { key, value, at }: { key: SettingKey; value: Record<string, unknown>; at: Date },
) {
  await trx
    .insertInto('settings')
    .values({ key, value: JSON.stringify(value), updated_at: at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        value: eb.ref('excluded.value'),
        updated_at: eb.ref('excluded.updated_at'),
        version: eb('settings.version', '+', 1),
      })),
    )
    .execute()
}
