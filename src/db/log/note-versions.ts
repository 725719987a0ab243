import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { LogAct, LogFace } from '../../domain/log/log-entry.ts'
import { isRewrite, versionChanges } from '../../domain/log/version-changes.ts'
import type { DB } from '../database.ts'

/** Faces may be large. */
const FACES_AT_ONCE = 200

/** `published` is the newest version before it that was not a withdrawal. Null: none, or it was redacted. */
export function isRewriteOf(published: LogFace | null, next: LogFace, act: LogAct): boolean {
  return published !== null && isRewrite(act, versionChanges(published, next))
}

/** Fills in what an earlier release left out of the faces that it wrote. Under the lock of the edition. */
export async function noteVersions(trx: Transaction<DB>): Promise<void> {
  const unread = await trx.selectFrom('log_faces').where('edition', 'is', null).select('hash').execute()
  if (unread.length === 0) return
  await sql`
    update log_faces set edition = (entries.entry::jsonb ->> 'edition')::bigint,
      published_at = (entries.entry::jsonb ->> 'time')::timestamptz,
      is_rewrite = case when log_faces.record_id is not null then false end
    from log_entries entries
    where log_faces.edition is null and entries.log_id = log_faces.log_id and entries.index = log_faces.index`.execute(
    trx,
  )
  for (let first = 0; first < unread.length; first += FACES_AT_ONCE) {
    const hashes = unread.slice(first, first + FACES_AT_ONCE).map(({ hash }) => hash)
    const rewritten = await rewrittenAmong(trx, hashes)
    if (rewritten.length > 0)
      await trx.updateTable('log_faces').set({ is_rewrite: true }).where('hash', 'in', rewritten).execute()
  }
}

/** Most records have a single version, so only those with an earlier one are read. */
async function rewrittenAmong(trx: Transaction<DB>, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ hash: string; face: string; before: string; act: LogAct }>`
    select faces.hash, faces.face, before.face as before, entries.entry::jsonb ->> 'act' as act
    from log_faces faces
    join log_entries entries on entries.log_id = faces.log_id and entries.index = faces.index
    join lateral (${publishedBefore(sql`faces.log_id`, sql`faces.record_id`, sql`faces.index`)}) before on true
    where faces.hash = any(${hashes}) and faces.face is not null and before.face is not null`.execute(trx)
  return rows.flatMap(({ hash, face, before, act }) =>
    isRewriteOf(JSON.parse(before) as LogFace, JSON.parse(face) as LogFace, act) ? hash : [],
  )
}

/**
 * The newest version of a record before an entry that was not a withdrawal, which has `id` as its first key. A redacted
 * one has no face.
 */
export function publishedBefore(logId: Sql, recordId: Sql, index: Sql): Sql {
  return sql`
    select earlier.face from log_faces earlier
    where earlier.log_id = ${logId} and earlier.record_id = ${recordId} and earlier.index < ${index}
      and (earlier.face is null or earlier.face not like '{"id":%')
    order by earlier.index desc limit 1`
}

type Sql = RawBuilder<unknown>
