import { type Kysely, sql, type Transaction } from 'kysely'
import type { CloudLimit } from '../../domain/newsroom/may-edit.ts'
import { isInsideLimitOf } from '../cloud-limits.ts'
import type { DB } from '../database.ts'

/** A single version, or every version of a record except the one that readers see. */
export type ToRedact = { face: string } | { record: number }

export type RedactedFaces =
  | { kind: 'redacted'; faces: string[] }
  | { kind: 'no-such-face' }
  /** Readers see this version now and use it to verify the site. */
  | { kind: 'still-shown' }
  /** Its clouds are outside the limit. Null: the facts of the site, which cover all clouds. */
  | { kind: 'outside-limit'; record: number | null }

const IS_SHOWN = sql<boolean>`(faces.log_id = head.log_id
  and (faces.record_id is null or exists (
    select from records where records.id = faces.record_id and records.edition is not null))
  and not exists (
    select from log_faces later where later.record_id is not distinct from faces.record_id
      and later.log_id = faces.log_id and later.index > faces.index))`

const MOST_VERSIONS = 500

export interface VersionRow {
  face: string
  log_id: string
  index: number
  is_current: boolean
  entry: string
  title: string | null
  is_shown: boolean
  redacted_at: Date | null
  redacted_reason: string | null
}

export async function readVersions(db: Kysely<DB>, record: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select faces.hash as face, faces.log_id, faces.index, faces.log_id = head.log_id as is_current,
      log_entries.entry, faces.face::jsonb ->> 'title' as title, ${IS_SHOWN} as is_shown,
      faces.redacted_at, faces.redacted_reason
    from log_faces faces cross join log_head head
    join log_entries on log_entries.log_id = faces.log_id and log_entries.index = faces.index
    where faces.record_id = ${record}
    order by is_current desc, faces.log_id, faces.index desc
    limit ${MOST_VERSIONS}`.execute(db)
  return rows
}

/**
 * Under the lock of the edition, so that no redacted version becomes what readers see meanwhile. Locks the
 * record first, like everything else that stops its messages.
 */
export async function redactLogFaces(
  trx: Transaction<DB>,
  { of, limit, reason, at }: { of: ToRedact; limit: CloudLimit; reason: string; at: Date },
): Promise<RedactedFaces> {
  const isAsked = 'face' in of ? sql`faces.hash = ${of.face}` : sql`faces.record_id = ${of.record}`
  await sql`
    select from records where id in (select record_id from log_faces faces where ${isAsked}) order by id for update`.execute(
    trx,
  )
  await trx.selectFrom('edition').select('number').forUpdate().executeTakeFirstOrThrow()
  const isInside =
    limit === null
      ? sql`true`
      : sql`exists (select from records where records.id = faces.record_id and ${isInsideLimitOf(limit)})`
  const { rows } = await sql<{
    hash: string
    record_id: number | null
    is_shown: boolean
    is_inside: boolean
  }>`
    select faces.hash, faces.record_id, ${IS_SHOWN} as is_shown, ${isInside} as is_inside
    from log_faces faces cross join log_head head
    where ${isAsked} and faces.face is not null
    order by faces.index`.execute(trx)
  const faces = rows.flatMap(({ hash, is_shown }) => (is_shown ? [] : hash))
  if (rows.length === 0) return { kind: 'no-such-face' }
  const outside = rows.find(({ is_inside }) => !is_inside)
  if (outside !== undefined) return { kind: 'outside-limit', record: outside.record_id }
  if (faces.length === 0) return { kind: 'still-shown' }
  await trx
    .updateTable('log_faces')
    .set({ face: null, salt: null, redacted_at: at, redacted_reason: reason })
    .where('hash', 'in', faces)
    .execute()
  return { kind: 'redacted', faces }
}

/** Each version covers the publications up to the next one. */
export async function withdrawPublicationsOfFaces(
  trx: Transaction<DB>,
  { faces, at }: { faces: readonly string[]; at: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with said as materialized (
      select publications.id
      from log_faces faces
      join publications on publications.record_id = faces.record_id and publications.edition >= faces.edition
      where faces.hash = any (${[...faces]}::text[]) and not exists (
        select from log_faces later
        where later.record_id = faces.record_id and later.edition > faces.edition
          and later.edition <= publications.edition)
    )
    update publications set withdrawn_at = ${at}, expanded_at = coalesce(expanded_at, ${at})
    where id in (select id from said) and withdrawn_at is null
    returning id`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * For queries on `publications`: messages were stopped by a redaction. The record is still on the site, so
 * its followers should get the next message.
 */
export const IS_STOPPED_BY_REDACTION = sql<boolean>`exists (
  select from log_faces
  where log_faces.record_id = publications.record_id and log_faces.redacted_at = publications.withdrawn_at)`
