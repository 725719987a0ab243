import { sql, type Transaction } from 'kysely'
import type { DB } from '../database.ts'

/** A single version, or every version of a record besides the one that readers see. */
export type ToRedact = { face: string } | { record: number }

export type RedactedFaces =
  | { kind: 'redacted'; faces: string[] }
  | { kind: 'no-such-face' }
  /** It is what readers see now. Without it, nobody could verify what the site shows. */
  | { kind: 'still-shown' }

/** Under the lock of the edition, so that none of them becomes what readers see meanwhile. */
export async function redactLogFaces(
  trx: Transaction<DB>,
  { of, reason, at }: { of: ToRedact; reason: string; at: Date },
): Promise<RedactedFaces> {
  await trx.selectFrom('edition').select('number').forUpdate().executeTakeFirstOrThrow()
  const isAsked = 'face' in of ? sql`faces.hash = ${of.face}` : sql`faces.record_id = ${of.record}`
  const { rows } = await sql<{ hash: string; is_shown: boolean }>`
    select faces.hash, faces.log_id = head.log_id
      and (faces.record_id is null or exists (
        select from records where records.id = faces.record_id and records.state = 'published'))
      and not exists (
        select from log_faces later where later.record_id is not distinct from faces.record_id
          and later.log_id = faces.log_id and later.index > faces.index) as is_shown
    from log_faces faces cross join log_head head
    where ${isAsked} and faces.face is not null
    order by faces.index`.execute(trx)
  const faces = rows.flatMap(({ hash, is_shown }) => (is_shown ? [] : hash))
  if (rows.length === 0) return { kind: 'no-such-face' }
  if (faces.length === 0) return { kind: 'still-shown' }
  await trx
    .updateTable('log_faces')
    .set({ face: null, salt: null, redacted_at: at, redacted_reason: reason })
    .where('hash', 'in', faces)
    .execute()
  return { kind: 'redacted', faces }
}
