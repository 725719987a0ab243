import { sql, type Transaction } from 'kysely'
import { canonicalJson, type FaceDocument, type LogEntry } from '../../domain/log/log-entry.ts'
import { addLeaf, leafHash, NO_PEAKS } from '../../domain/log/merkle.ts'
import { TILE_HEIGHT } from '../../domain/log/tiles.ts'
import type { DB } from '../database.ts'
import { peaksIn, sha256 } from './append-log.ts'
import { noteVersions } from './note-versions.ts'

export interface TakenEntry {
  /** Exactly the hashed bytes. */
  text: string
  entry: LogEntry
  /** Undefined for entries about a redaction or the log itself. */
  face: FaceDocument | undefined
}

/** The caller knows that the entries lead from `start` to a signed root. */
export async function takingIn(trx: Transaction<DB>, { id, from }: { id: string; from: number }) {
  const head = await trx
    .selectFrom('log_head')
    .select(['size', 'peaks', 'began_at', 'facts_digest'])
    .executeTakeFirstOrThrow()
  let { began_at: beganAt, facts_digest: factsDigest } = head
  const start = from === 0 ? NO_PEAKS : peaksIn(head)
  let peaks = start

  async function addEntries(taken: readonly TakenEntry[]) {
    const roots: { level: number; index: number; hash: Buffer }[] = []
    const rows = taken.map(({ text }) => {
      const index = peaks.size
      const hash = leafHash(sha256, Buffer.from(text))
      peaks = addLeaf(sha256, peaks, hash, (subtree) => {
        const { height } = subtree
        if (height % TILE_HEIGHT !== 0) return
        roots.push({ level: height / TILE_HEIGHT, index: subtree.index, hash: Buffer.from(subtree.hash) })
      })
      return { log_id: id, index, entry: text, hash: Buffer.from(hash) }
    })
    // An earlier log may be in the database already.
    await trx
      .insertInto('log_entries')
      .values(rows)
      .onConflict((on) => on.doNothing())
      .execute()
    if (roots.length === 0) return
    const complete = roots.map((root) => ({ log_id: id, ...root }))
    await trx
      .insertInto('log_hashes')
      .values(complete)
      .onConflict((on) => on.doNothing())
      .execute()
  }

  /** Without the edition, which `noteVersions` sets. */
  async function addFaces(taken: readonly TakenEntry[], first: number) {
    const rows = taken.flatMap(({ entry, face }, at) =>
      face === undefined || entry.face === undefined
        ? []
        : {
            hash: entry.face,
            log_id: id,
            index: first + at,
            record_id: entry.record?.id ?? null,
            ...('redacted' in face
              ? { redacted_at: new Date(face.redacted.on), redacted_reason: face.redacted.reason }
              : { salt: face.salt, face: canonicalJson(face.face) }),
          },
    )
    if (rows.length === 0) return
    await trx
      .insertInto('log_faces')
      .values(rows)
      .onConflict((on) => on.doNothing())
      .execute()
  }

  return {
    start,

    async add(taken: readonly TakenEntry[]) {
      const first = peaks.size
      await addEntries(taken)
      await addFaces(taken, first)
      for (const { entry, face } of taken) {
        if (entry.act === 'began') beganAt = new Date(entry.time)
        if (entry.act === 'facts') factsDigest = digestOf(face)
        if (entry.redacted !== undefined) await redact(trx, entry.redacted, entry.time)
      }
    },

    async end(): Promise<void> {
      await trx
        .updateTable('log_head')
        .set({
          log_id: id,
          size: peaks.size,
          peaks: Buffer.concat(peaks.hashes),
          began_at: beganAt,
          facts_digest: factsDigest,
        })
        .execute()
      await noteVersions(trx)
      await keepIdsFree(trx)
    },
  }
}

/** For a version that the backup still has. */
async function redact(
  trx: Transaction<DB>,
  { face, reason }: NonNullable<LogEntry['redacted']>,
  time: string,
): Promise<void> {
  await trx
    .updateTable('log_faces')
    .set({ face: null, salt: null, redacted_at: new Date(time), redacted_reason: reason })
    .where('hash', '=', face)
    .where('face', 'is not', null)
    .execute()
}

/** Null makes the next publication log the facts again. */
function digestOf(face: FaceDocument | undefined): Buffer | null {
  if (face === undefined || 'redacted' in face) return null
  return Buffer.from(sha256(Buffer.from(canonicalJson(face.face))))
}

/**
 * Readers know addresses of records that were published since the backup. These must never lead to other
 * records.
 */
async function keepIdsFree(trx: Transaction<DB>): Promise<void> {
  await sql`
    select setval(sequence, greatest(newest.id, coalesce(pg_sequence_last_value(sequence), 0)))
    from (select max(record_id) as id from log_faces where log_id = (select log_id from log_head)) newest,
      (select pg_get_serial_sequence('records', 'id')::regclass as sequence) own
    where newest.id is not null`.execute(trx)
}
