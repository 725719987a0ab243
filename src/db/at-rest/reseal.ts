import { type Kysely, sql, type Transaction } from 'kysely'
import { actorNamed } from '../../domain/actor.ts'
import { insertAudit } from '../audit.ts'
import type { DB } from '../database.ts'
import { openedSecret, SITE_SECRETS, sealedSecret } from '../secrets.ts'
import { SEALED_PATTERN, type Vault } from './vault.ts'

const TABLES = [
  { table: 'channels', key: 'id', columns: ['address', 'secret', 'previous_secret'] },
  { table: 'second_factor_apps', key: 'user_id', columns: ['secret'] },
  { table: 'senders', key: 'id', columns: ['signing_secret'] },
] as const

type SealedTable = (typeof TABLES)[number]

const LOCK = 0x5365616c // "Seal"
/** Small, to keep locks short. */
const BATCH = 200

/** Works in batches, so that a killed process loses only one. Skips locked rows until the next run. */
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

const SEALED_KEYS = Object.entries(SITE_SECRETS).flatMap(([name, how]) => (how === 'sealed' ? [name] : []))

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
    return sql`(not ${stored} ~ ${SEALED_PATTERN}${sql.join(older, sql``)})`
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
      // Values that can't be opened stay, in case their key is set again.
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

function takeTurn(trx: Transaction<DB>) {
  return sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
}

export interface LockedValues {
  place: string
  count: number
}

/**
 * Values sealed with a key that this process doesn't have. With `opensAll`, also values that its own keys
 * can't open, because they were damaged or copied from another row. That reads every value.
 */
export async function countLocked(
  db: Kysely<DB>,
  vault: Vault,
  { opensAll = false }: { opensAll?: boolean } = {},
): Promise<LockedValues[]> {
  const counts: LockedValues[] = []
  for (const { table, key, columns } of TABLES)
    for (const column of columns) {
      const found = opensAll
        ? await openEach(db, vault, { table, key, column })
        : await countUnknown(db, vault, { table, column })
      counts.push({ place: `${table}.${column}`, count: found })
    }
  counts.push({ place: 'secrets.value', count: (await lockedKeys(db, vault)).length })
  return counts.filter(({ count }) => count > 0)
}

async function countUnknown(db: Kysely<DB>, vault: Vault, { table, column }: SealedColumn): Promise<number> {
  const stored = sql.ref(column)
  const prefixes = [vault.newest, ...vault.older].filter((prefix) => prefix !== undefined)
  const unknown = prefixes.map((prefix) => sql` and not starts_with(${stored}, ${prefix})`)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}
    where ${stored} ~ ${SEALED_PATTERN}${sql.join(unknown, sql``)}`.execute(db)
  return rows[0]?.count ?? 0
}

async function openEach(
  db: Kysely<DB>,
  vault: Vault,
  { table, key, column }: SealedColumn & { key: string },
): Promise<number> {
  let locked = 0
  let after: number | undefined = 0
  while (after !== undefined) {
    const { rows }: { rows: { row: number; stored: string }[] } = await sql<{ row: number; stored: string }>`
      select ${sql.ref(key)}::int8 as row, ${sql.ref(column)} as stored
      from ${sql.table(table)}
      where ${sql.ref(key)} > ${after} and ${sql.ref(column)} ~ ${SEALED_PATTERN}
      order by ${sql.ref(key)}
      limit ${BATCH}`.execute(db)
    for (const { row, stored } of rows) if (vault.open(stored, { table, column, row }) === undefined) locked++
    after = rows.at(-1)?.row
  }
  return locked
}

interface SealedColumn {
  table: string
  column: string
}

async function lockedKeys(db: Kysely<DB>, vault: Vault): Promise<string[]> {
  const rows = await db.selectFrom('secrets').select(['name', 'value']).orderBy('name').execute()
  return rows
    .filter(({ name, value }) => openedSecret(vault, name, value) === undefined)
    .map(({ name }) => name)
}

/** For a lost key. The site generates new keys when it needs them. */
export function forgetLockedKeys(db: Kysely<DB>, vault: Vault, { now }: { now: Date }): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx)
    const names = await lockedKeys(trx, vault)
    for (const name of names) {
      await trx.deleteFrom('secrets').where('name', '=', name).execute()
      const about = { entity: 'secret', entityId: name, before: null, after: null }
      await insertAudit(trx, { at: now, actor: actorNamed('system'), action: 'forget-lost-key', ...about })
    }
    return names
  })
}
