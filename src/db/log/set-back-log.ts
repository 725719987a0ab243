import { sql, type Transaction } from 'kysely'
import { canonicalJson, type LogFace, type LoggedRecord } from '../../domain/log/log-entry.ts'
import type { DB } from '../database.ts'
import { appendToLog } from './append-log.ts'
import { type ChangedRecord, changedSinceLog, RECORDS_AT_ONCE } from './public-faces.ts'

/**
 * For a restore whose log has every entry that was ever signed. All others are locked out, and the edition
 * already has its new number and history.
 */
export async function setBackLog(
  trx: Transaction<DB>,
  { edition, at, to }: { edition: number; at: Date; to: Date },
): Promise<void> {
  await sql`update log_head set edition = 0, history = edition.history from edition`.execute(trx)
  for (let last: ChangedRecord | undefined; ; ) {
    const { changed } = await changedSinceLog(trx, { after: last })
    const differing = await differingAmong(trx, changed)
    await sql`update records set edition = ${edition} where id = any(${differing})`.execute(trx)
    last = changed.at(-1)
    if (last === undefined || changed.length < RECORDS_AT_ONCE) break
  }
  await trx
    .updateTable('log_head')
    .set({ edition: edition - 1 })
    .execute()
  await appendToLog(trx, {
    edition,
    at,
    otherwise: 'set-back',
    setBack: { to, lost: await lostRecords(trx) },
  })
}

/** Call it before the edition gets its new number. */
export async function redactedSinceBackup(trx: Transaction<DB>): Promise<number[]> {
  const { rows } = await sql<{ record_id: number }>`
    select record_id from (
      select distinct on (faces.record_id) faces.record_id, faces.redacted_at
      from log_faces faces
      join records on records.id = faces.record_id and records.state = 'published'
      where coalesce(faces.edition, 0) <= (select number from edition)
      order by faces.record_id, faces.edition desc nulls last, faces.index desc
    ) then_shown
    where redacted_at is not null
    order by record_id`.execute(trx)
  return rows.map(({ record_id }) => record_id)
}

async function differingAmong(trx: Transaction<DB>, changed: readonly ChangedRecord[]): Promise<number[]> {
  const ids = changed.map(({ record }) => record.id)
  const { rows } = await sql<{ record_id: number; face: string | null }>`
    select distinct on (record_id) record_id, face from log_faces
    where log_id = (select log_id from log_head) and record_id = any(${ids})
    order by record_id, index desc`.execute(trx)
  const newest = new Map(rows.map(({ record_id, face }) => [record_id, face]))
  return changed.flatMap(({ record, face }) => {
    const logged = newest.get(record.id)
    return typeof logged === 'string' && isSameFace(JSON.parse(logged) as LogFace, face) ? [] : record.id
  })
}

/** Fields that the logged version lacks are from a later release. If empty now, they count as equal. */
function isSameFace(logged: LogFace, now: LogFace): boolean {
  const shown = JSON.parse(JSON.stringify(now)) as LogFace
  const isKnown = Object.keys(logged).every((name) => name in shown)
  return (
    isKnown &&
    Object.entries(shown).every(([name, value]) =>
      name in logged ? canonicalJson(value) === canonicalJson(logged[name]) : EMPTY.has(canonicalJson(value)),
    )
  )
}

const EMPTY: ReadonlySet<string> = new Set(['null', '""', '[]', 'false'])

/** Published after the backup: readers saw them, and they are gone now, or drafts again. */
async function lostRecords(trx: Transaction<DB>): Promise<LoggedRecord[]> {
  const { rows } = await sql<{ record: LoggedRecord }>`
    select newest.entry -> 'record' as record from (
      select distinct on (faces.record_id) faces.record_id, entries.entry::jsonb as entry
      from log_faces faces
      join log_entries entries on entries.log_id = faces.log_id and entries.index = faces.index
      where faces.log_id = (select log_id from log_head) and faces.record_id is not null
      order by faces.record_id, faces.index desc
    ) newest
    where newest.entry ->> 'act' <> 'withdrawn'
      and not exists (select from records where records.id = newest.record_id and records.edition is not null)
    order by newest.record_id`.execute(trx)
  return rows.map(({ record }) => record)
}
