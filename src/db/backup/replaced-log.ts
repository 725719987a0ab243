import type { Client } from 'pg'

/** Of the public log of the database that a backup replaces. */
export interface ReplacedLog {
  head: { log_id: string; size: string; peaks: Buffer }
  redacted: { hash: string; at: Date; reason: string }[]
}

/** Undefined for an empty database, and for one of an earlier release, which has no log. */
export async function readReplacedLog(client: Client): Promise<ReplacedLog | undefined> {
  const { rows: tables } = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.log_faces') is not null as is_there`,
  )
  if (tables[0]?.is_there !== true) return undefined
  const { rows: heads } = await client.query<ReplacedLog['head']>(
    'select log_id, size::text, peaks from public.log_head where size > 0',
  )
  const [head] = heads
  if (head === undefined) return undefined
  const { rows: redacted } = await client.query<ReplacedLog['redacted'][number]>(
    'select hash, redacted_at as at, redacted_reason as reason from public.log_faces where face is null',
  )
  return { head, redacted }
}

/**
 * What was redacted since the backup stays redacted, and the log that begins now names the end of the one that the world
 * has seen, which may have more entries than the backup.
 */
export async function carryLogOver(client: Client, { head, redacted }: ReplacedLog): Promise<void> {
  await client.query('update log_head set log_id = $1, size = $2, peaks = $3', [
    head.log_id,
    head.size,
    head.peaks,
  ])
  await client.query(
    `update log_faces set face = null, salt = null, redacted_at = given.at, redacted_reason = given.reason
     from unnest($1::text[], $2::timestamptz[], $3::text[]) as given (hash, at, reason)
     where log_faces.hash = given.hash and log_faces.face is not null`,
    [redacted.map(({ hash }) => hash), redacted.map(({ at }) => at), redacted.map(({ reason }) => reason)],
  )
}

/** Versions of posts that the backup brings back to the public log. */
export async function hasLoggedFaces(client: Client): Promise<boolean> {
  const { rows } = await client.query('select from log_faces limit 1')
  return rows.length > 0
}
