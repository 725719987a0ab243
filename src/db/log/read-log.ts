import { createPrivateKey, createPublicKey } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { hexOf } from '../../domain/log/checkpoint.ts'
import type { EndOfLog, FaceDocument, LogFace } from '../../domain/log/log-entry.ts'
import { rootOf } from '../../domain/log/merkle.ts'
import { bundleOf, TILE_WIDTH, type Tile } from '../../domain/log/tiles.ts'
import type { Vault } from '../at-rest/vault.ts'
import type { DB } from '../database.ts'
import { readOrMakeSecret } from '../secrets.ts'
import { peaksIn, sha256 } from './append-log.ts'
import { isInLog } from './note-versions.ts'

export interface LogHeadRow {
  /** Empty before the first log. */
  id: string
  /** Part of the name of the log. Null until the first start with this release. */
  host: string | null
  size: number
  /** In hex. */
  root: string
  began_at: Date | null
  /** Ed25519, in hex. Null until the first start with this release. */
  public_key: string | null
  /** The newest entry about the facts of the site. Null before the first log, undefined in files of earlier releases. */
  facts_entry?: number | null
  /** Number of redacted versions, including earlier logs. Absent in files of earlier releases. */
  redacted?: number
  /** The previous log, if this one began after a restore. Absent in files of earlier releases. */
  before?: EndOfLog | null
}

export async function readLogHead(db: Kysely<DB>): Promise<LogHeadRow> {
  const row = await db
    .selectFrom('log_head')
    .select(['log_id', 'host', 'size', 'peaks', 'began_at', 'public_key'])
    .select((eb) => [
      eb
        .selectFrom('log_faces')
        .where('record_id', 'is', null)
        .where(isInLog('log_faces', sql.ref('log_head.log_id')))
        .orderBy('index', 'desc')
        .limit(1)
        .select('index')
        .as('facts_entry'),
      eb
        .selectFrom('log_faces')
        .where('face', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('redacted'))
        .as('redacted'),
      eb
        .selectFrom('log_entries')
        .whereRef('log_entries.log_id', '=', 'log_head.log_id')
        .where('index', '=', 0)
        .select(sql<EndOfLog | null>`entry::jsonb -> 'began' -> 'before'`.as('before'))
        .as('before'),
    ])
    .executeTakeFirstOrThrow()
  return {
    id: row.log_id,
    host: row.host,
    size: row.size,
    root: hexOf(rootOf(sha256, peaksIn(row))),
    began_at: row.began_at,
    public_key: row.public_key === null ? null : hexOf(row.public_key),
    facts_entry: row.facts_entry,
    redacted: row.redacted ?? 0,
    before: row.before,
  }
}

/**
 * `since` is a size of the same log: then only later entries are read, so that the cost of a publication
 * doesn't depend on the length of the log.
 */
export async function readNewestEntries(
  db: Kysely<DB>,
  { log, since }: { log: string; since?: number | undefined },
): Promise<NewestEntryRow[]> {
  const { rows } =
    since === undefined
      ? await sql<NewestEntryRow>`
          select records.id as record_id, newest.index
          from records cross join lateral (
            select index from log_faces
            where record_id = records.id and ${isInLog('log_faces', sql`${log}`)} order by index desc limit 1
          ) newest
          where records.edition is not null`.execute(db)
      : await sql<NewestEntryRow>`
          select (entry::jsonb -> 'record' ->> 'id')::bigint as record_id, max(index) as index
          from log_entries
          where log_id = ${log} and index >= ${since} and entry::jsonb ? 'record'
          group by 1`.execute(db)
  return rows
}

export interface NewestEntryRow {
  record_id: number
  index: number
}

/** Undefined if the log is shorter. A partial tile has its own bytes, even after the whole tile exists. */
export async function readTile(db: Kysely<DB>, log: string, tile: Tile): Promise<Buffer | undefined> {
  const first = tile.index * TILE_WIDTH
  const [table, column] =
    tile.level === 'entries'
      ? (['log_entries', 'entry'] as const)
      : tile.level === 0
        ? (['log_entries', 'hash'] as const)
        : (['log_hashes', 'hash'] as const)
  const ofLevel = table === 'log_hashes' ? sql`level = ${tile.level} and` : sql``
  const { rows } = await sql<{ part: Buffer | string }>`
    select ${sql.ref(column)} as part from ${sql.table(table)}
    where log_id = ${log} and ${ofLevel} index >= ${first} and index < ${first + tile.width}
    order by index`.execute(db)
  if (rows.length !== tile.width) return undefined
  const parts = rows.map(({ part }) => (typeof part === 'string' ? Buffer.from(part) : part))
  return tile.level === 'entries' ? Buffer.from(bundleOf(parts)) : Buffer.concat(parts)
}

export async function readFaces(
  db: Kysely<DB>,
  hashes: readonly string[],
): Promise<Record<string, FaceDocument>> {
  if (hashes.length === 0) return {}
  const rows = await db.selectFrom('log_faces').where('hash', 'in', hashes).selectAll().execute()
  return Object.fromEntries(
    rows.map(({ hash, salt, face, redacted_at, redacted_reason }) => [
      hash,
      salt === null || face === null
        ? { redacted: { on: redacted_at?.toISOString() ?? '', reason: redacted_reason ?? '' } }
        : { salt, face: JSON.parse(face) as LogFace },
    ]),
  )
}

export async function readPlaceOfFace(
  db: Kysely<DB>,
  hash: string,
): Promise<{ log: string; index: number } | undefined> {
  return db
    .selectFrom('log_faces')
    .where('hash', '=', hash)
    .select(['log_id as log', 'index'])
    .executeTakeFirst()
}

/**
 * The key that signs checkpoints (PKCS #8, DER), created when first needed. Stores its public half, and the
 * first time also the host of the site.
 */
export async function openLogKey(
  db: Kysely<DB>,
  vault: Vault,
  { make, host }: { make: () => Buffer; host: string },
): Promise<Buffer> {
  const pkcs8 = await readOrMakeSecret(db, vault, 'log-signing', make)
  const spki = createPublicKey(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })).export({
    type: 'spki',
    format: 'der',
  })
  // The last 32 bytes of the SPKI are the key itself.
  const publicKey = spki.subarray(-32)
  await db
    .updateTable('log_head')
    .set(({ fn, val }) => ({ public_key: publicKey, host: fn.coalesce('host', val(host)) }))
    .where((eb) => eb.or([eb('public_key', 'is', null), eb('public_key', '<>', publicKey)]))
    .execute()
  return pkcs8
}
