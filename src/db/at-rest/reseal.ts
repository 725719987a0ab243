import { type Kysely, sql, type Transaction } from 'kysely'
import { actorNamed } from '../../domain/actor.ts'
import { insertAudit } from '../audit.ts'
import type { DB } from '../database.ts'
import { openedSecret, type SecretName, sealedSecret } from '../secrets.ts'
import { SEALED, type Vault } from './vault.ts'

const TABLES = [
  { table: 'channels', key: 'id', columns: ['address', 'secret', 'previous_secret'] },
  { table: 'second_factor_apps', key: 'user_id', columns: ['secret'] },
] as const

type SealedTable = (typeof TABLES)[number]

const LOCK = 0x5365616c // "Seal"
/** Small, so that it blocks nothing. */
const BATCH = 200

/**
 * Seals plain values and those of an older key with the newest key. Works in batches, so that a killed process loses
 * only one. Locked rows are left for the next time. Returns how many rows it wrote.
 */
export async function resealAll(
  db: Kysely<DB>,
  vault: Vault,
  { batch = BATCH, signal }: { batch?: number; signal?: AbortSignal } = {},
): Promise<number> {
  let written = 0
  for (const table of TABLES) {
    let after: number | undefined = 0
    while (after !== undefined && signal?.aborted !== true) {
      const from: number = after
      const done = await db.transaction().execute((trx) => resealBatch(trx, vault, { table, from, batch }))
      written += done.written
      after = done.last
    }
  }
  return written + (await db.transaction().execute((trx) => resealKeys(trx, vault)))
}

/** Keys that the site generated for itself; only a few. */
const SEALED_KEYS = ['unsubscribe', 'edition-signing', 'bounces'] as const satisfies SecretName[]

async function resealKeys(trx: Transaction<DB>, vault: Vault): Promise<number> {
  const { newest } = vault
  if (newest === undefined) return 0
  await takeTurn(trx)
  const rows = await trx
    .selectFrom('secrets')
    .where('name', 'in', SEALED_KEYS)
    .select(['name', 'value'])
    .forUpdate()
    .execute()
  const old = rows.filter(({ value }) => !value.toString('latin1').startsWith(newest))
  let written = 0
  for (const { name, value: stored } of old) {
    const value = openedSecret(vault, name, stored)
    if (value === undefined) continue
    await trx
      .updateTable('secrets')
      .set({ value: sealedSecret(vault, name, value) })
      .where('name', '=', name)
      .execute()
    written++
  }
  return written
}

interface SealedRow {
  row: number
  values: Record<string, string | null>
}

/** `last` is undefined at the end. */
async function resealBatch(
  trx: Transaction<DB>,
  vault: Vault,
  { table: { table, key, columns }, from, batch }: { table: SealedTable; from: number; batch: number },
): Promise<{ written: number; last: number | undefined }> {
  const { newest } = vault
  if (newest === undefined) return { written: 0, last: undefined }
  await takeTurn(trx)
  const isOld = (column: string) => {
    const stored = sql.ref(column)
    const older = vault.older.map((prefix) => sql` or starts_with(${stored}, ${prefix})`)
    return sql`(not starts_with(${stored}, ${SEALED})${sql.join(older, sql``)})`
  }
  const { rows } = await sql<SealedRow>`
    select ${sql.ref(key)}::int8 as row,
      json_build_object(${sql.join(columns.flatMap((column) => [sql.lit(column), sql.ref(column)]))}) as values
    from ${sql.table(table)}
    where ${sql.ref(key)} > ${from} and (${sql.join(columns.map(isOld), sql` or `)})
    order by ${sql.ref(key)}
    limit ${batch}
    for no key update skip locked`.execute(trx)
  const fresh = rows.map(({ row, values }) => ({
    row,
    values: columns.map((column) => {
      const stored = values[column] ?? null
      const place = { table, column, row }
      const value = stored === null ? undefined : vault.open(stored, place)
      // Values that can't be opened stay, in case their key comes back.
      return value === undefined ? stored : vault.seal(value, place)
    }),
  }))
  if (fresh.length > 0) {
    const given = columns.map((_, at) => sql`${fresh.map(({ values }) => values[at] ?? null)}::text[]`)
    await sql`
      update ${sql.table(table)}
      set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`fresh.${column}`)}`))}
      from unnest(${fresh.map(({ row }) => row)}::int8[], ${sql.join(given)})
        as fresh (${sql.join(['row', ...columns].map((column) => sql.ref(column)))})
      where ${sql.ref(`${table}.${key}`)} = fresh.row`.execute(trx)
  }
  return { written: fresh.length, last: rows.length < batch ? undefined : rows.at(-1)?.row }
}

/** One process at a time, for the length of a batch. */
function takeTurn(trx: Transaction<DB>) {
  return sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
}

export interface LockedValues {
  /** As `table.column`. */
  place: string
  count: number
}

export async function countLocked(db: Kysely<DB>, vault: Vault): Promise<LockedValues[]> {
  const prefixes = [vault.newest, ...vault.older].filter((prefix) => prefix !== undefined)
  const known = prefixes.map((prefix) => sql` and not starts_with(value, ${prefix})`)
  const counts = TABLES.flatMap(({ table, columns }) =>
    columns.map(
      (column) => sql`
        select ${sql.lit(`${table}.${column}`)} as place, count(*)::int as count
        from (select ${sql.ref(column)} as value from ${sql.table(table)}) as stored
        where starts_with(value, ${SEALED})${sql.join(known, sql``)}`,
    ),
  )
  const keys = sql`
    select 'secrets.value' as place, count(*)::int as count
    from (select encode(value, 'escape') as value from secrets) as stored
    where starts_with(value, ${SEALED})${sql.join(known, sql``)}`
  const { rows } = await sql<LockedValues>`${sql.join([...counts, keys], sql` union all `)}`.execute(db)
  return rows.filter(({ count }) => count > 0)
}

/** For a lost key. The site generates new keys for itself when needed. Returns the names. */
export function forgetLockedKeys(db: Kysely<DB>, vault: Vault, { now }: { now: Date }): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx)
    const rows = await trx.selectFrom('secrets').select(['name', 'value']).orderBy('name').execute()
    const locked = rows.filter(({ name, value }) => openedSecret(vault, name, value) === undefined)
    for (const { name } of locked) {
      await trx.deleteFrom('secrets').where('name', '=', name).execute()
      const about = { entity: 'secret', entityId: name, before: null, after: null }
      await insertAudit(trx, { at: now, actor: actorNamed('system'), action: 'forget-lost-key', ...about })
    }
    return locked.map(({ name }) => name)
  })
}
