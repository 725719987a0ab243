import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { LogAct, LogFace } from '../../domain/log/log-entry.ts'
import { isRewrite, versionChanges } from '../../domain/log/version-changes.ts'
import type { DB } from '../database.ts'

/** Faces may be large. */
const FACES_AT_ONCE = 200

export const HAS_UNREAD = sql<boolean>`exists (select from log_faces where log_id = head.log_id and edition is null)`

/**
 * `published` is the newest earlier version that was not a withdrawal. Null: there is none, or it was
 * redacted. Both are texts as in the log, where times are text, too.
 */
export function isRewriteOf(published: string | null, next: string, act: LogAct): boolean {
  if (published === null) return false
  // Always a rewrite, and a withdrawn face has nothing to compare.
  if (act === 'withdrawn') return true
  return isRewrite(act, versionChanges(parseFace(published), parseFace(next)))
}

function parseFace(text: string): LogFace {
  return JSON.parse(text) as LogFace
}

/**
 * Completes faces that were written by a process of an earlier release. These are few and the newest ones,
 * because every publication does this first. Needs the lock of the edition.
 */
export async function noteVersions(trx: Transaction<DB>): Promise<void> {
  const { rows } = await sql<{ hash: string }>`
    update log_faces set edition = noted.edition, published_at = noted.published_at
    from (
      select faces.hash, (entries.entry::jsonb ->> 'edition')::bigint as edition,
        greatest(
          max((entries.entry::jsonb ->> 'time')::timestamptz) over (partition by faces.log_id order by faces.index),
          (select published_at from log_faces earlier where earlier.log_id = faces.log_id
            and earlier.index < faces.index and earlier.edition is not null
            order by earlier.index desc limit 1)) as published_at
      from log_faces faces
      join log_entries entries on entries.log_id = faces.log_id and entries.index = faces.index
      where faces.edition is null
    ) noted
    where noted.hash = log_faces.hash
    returning log_faces.hash`.execute(trx)
  for (let first = 0; first < rows.length; first += FACES_AT_ONCE)
    await compare(
      trx,
      rows.slice(first, first + FACES_AT_ONCE).map(({ hash }) => hash),
    )
}

/**
 * Compares versions that are older than the column for the result. Uses many small statements without the
 * lock of the edition, so that publications don't wait. Runs before an edition is loaded, because loading
 * counts the results.
 */
export async function compareOldVersions(db: Kysely<DB>): Promise<void> {
  for (;;) {
    const uncompared = await db
      .selectFrom('log_faces')
      .where('record_id', 'is not', null)
      .where('is_rewrite', 'is', null)
      // `noteVersions` handles the others.
      .where('edition', 'is not', null)
      .select('hash')
      .limit(FACES_AT_ONCE)
      .execute()
    if (uncompared.length === 0) return
    await compare(
      db,
      uncompared.map(({ hash }) => hash),
    )
  }
}

async function compare(db: Kysely<DB>, hashes: readonly string[]): Promise<void> {
  const rewritten = await rewrittenAmong(db, hashes)
  await sql`
    update log_faces set is_rewrite = hash = any(${rewritten}::text[])
    where hash = any(${hashes}) and record_id is not null`.execute(db)
}

async function rewrittenAmong(db: Kysely<DB>, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ hash: string; face: string; before: string; act: LogAct }>`
    select faces.hash, faces.face, before.face as before, entries.entry::jsonb ->> 'act' as act
    from log_faces faces
    join log_entries entries on entries.log_id = faces.log_id and entries.index = faces.index
    join lateral (${publishedBefore(sql`faces.log_id`, sql`faces.record_id`, sql`faces.index`)}) before on true
    where faces.hash = any(${hashes}) and faces.face is not null and before.face is not null`.execute(db)
  return rows.flatMap(({ hash, face, before, act }) => (isRewriteOf(before, face, act) ? hash : []))
}

/** Leaves out withdrawals, whose first key is `id`. A redacted version has no face. */
export function publishedBefore(logId: Sql, recordId: Sql, index: Sql): Sql {
  return sql`
    select earlier.face from log_faces earlier
    where earlier.record_id = ${recordId} and earlier.index < ${index} and ${isInLog('earlier', logId)}
      and (earlier.face is null or ${startOf(sql`earlier.face`)} <> ${sql.lit(START_OF_WITHDRAWN)})
    order by earlier.index desc limit 1`
}

const START_OF_WITHDRAWN = '{"id":'

/** Enough to tell a withdrawal. The server decompresses only this part of a face, which may be large. */
export function startOf(face: Sql): Sql {
  return sql`substr(${face}, 1, ${sql.lit(START_OF_WITHDRAWN.length)})`
}

/**
 * Whether a version that was found by its record is in this log. Written so that no index matches: while
 * the server has no statistics about a new log, it would otherwise read the whole log for every record. The
 * planner also considers it likely, so a search for the newest version stops at the first match.
 */
export function isInLog(faces: string, logId: Sql): RawBuilder<SqlBool> {
  return sql`coalesce(${sql.ref(`${faces}.log_id`)} = ${logId}, false)`
}

type Sql = RawBuilder<unknown>
