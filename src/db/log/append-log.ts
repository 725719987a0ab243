import { createHash, randomBytes } from 'node:crypto'
import { type InsertQueryBuilder, type InsertResult, sql, type Transaction } from 'kysely'
import {
  canonicalJson,
  type EndOfLog,
  type LogAct,
  type LogEntry,
  type LogFace,
  type LoggedRecord,
  saltedFace,
} from '../../domain/log/log-entry.ts'
import { addLeaf, HASH_BYTES, leafHash, type Peaks, rootOf } from '../../domain/log/merkle.ts'
import { TILE_HEIGHT } from '../../domain/log/tiles.ts'
import { PLANNED_ONCE } from '../connect.ts'
import type { DB } from '../database.ts'
import { isRewriteOf, noteVersions } from './note-versions.ts'
import {
  type ChangedRecord,
  changedSinceLog,
  type LogState,
  type MarkedRecord,
  RECORDS_AT_ONCE,
  readSiteFacts,
} from './public-faces.ts'

/** Acts by record. Other records that this edition changed are logged as `otherwise`. */
export interface LogActs {
  records?: ReadonlyMap<number, LogAct>
  otherwise?: LogAct
  redacted?: { faces: readonly string[]; reason: string }
  /** A backup of this time was restored, which lacks these records. All other changes are `otherwise`. */
  setBack?: { to: Date; lost: readonly LoggedRecord[] }
  /** Sets the edition of a record in the statement that reads the changes. */
  mark?: MarkedRecord
  /** Writes rows that readers don't see. The server does it while the entries are hashed here. */
  meanwhile?: () => Promise<unknown>
  /** Becomes part of the statement that appends the entries. */
  audit?: InsertQueryBuilder<DB, 'audit_log', InsertResult>
}

interface Appending extends LogActs {
  edition: number
  at: Date
}

/**
 * The transaction holds the lock of the edition and has written everything before. Changes by a program
 * without a log are logged as `found`.
 */
export async function appendToLog(trx: Transaction<DB>, appending: Appending): Promise<void> {
  const { state, changed: first } = await changedSinceLog(trx, { mark: appending.mark })
  const writing = writingTo(trx, state, appending)
  const isBeginning = state.history !== state.currentHistory
  if (isBeginning) writing.begin()
  else if (state.hasUnread) await noteVersions(trx)
  writing.addSetBack()
  // Facts first, because records refer to them.
  const mayHaveNewFacts = isBeginning || state.siteNumber > state.edition
  if (mayHaveNewFacts) writing.addFacts(await readSiteFacts(trx))
  let changed = first
  let { meanwhile } = appending
  for (;;) {
    const last = changed.at(-1)
    const isLast = last === undefined || changed.length < RECORDS_AT_ONCE
    const noting = meanwhile?.()
    meanwhile = undefined
    try {
      for (const record of changed) writing.add(record)
      if (isLast) writing.addRedaction()
    } finally {
      // Wait for it even after a failure: a statement sent after the rollback would be committed.
      await Promise.allSettled([noting])
    }
    await noting
    await writing.write()
    if (isLast) return
    changed = (await changedSinceLog(trx, { after: last })).changed
  }
}

function writingTo(trx: Transaction<DB>, state: LogState, { edition, at, ...acts }: Appending) {
  const time = at.toISOString()
  let id = state.id
  let peaks = peaksIn(state)
  let factsDigest = state.factsDigest
  let beganAt: Date | null = null
  let isNewLog = false
  let { audit } = acts
  let firstIndex = peaks.size
  const entries: { text: string; hash: Uint8Array }[] = []
  const faces: FaceToWrite[] = []
  const roots: { level: number; index: number; hash: Uint8Array }[] = []

  function addEntry(entry: LogEntry) {
    const text = canonicalJson(entry)
    const hash = leafHash(sha256, Buffer.from(text))
    entries.push({ text, hash })
    peaks = addLeaf(sha256, peaks, hash, (subtree) => {
      if (subtree.height % TILE_HEIGHT !== 0) return
      roots.push({ level: subtree.height / TILE_HEIGHT, index: subtree.index, hash: subtree.hash })
    })
  }

  function addFace(text: string, of: Pick<FaceToWrite, 'record' | 'isRewrite'>): string {
    const salt = randomBytes(16).toString('hex')
    const hash = Buffer.from(sha256(saltedFace(salt, text))).toString('hex')
    faces.push({ hash, salt, text, index: peaks.size, ...of })
    return hash
  }

  return {
    /**
     * After a restore, the previous log may have had more entries. So a new log begins instead of a second
     * version of it.
     */
    begin() {
      const before: EndOfLog | undefined =
        peaks.size === 0
          ? undefined
          : { log: id, size: peaks.size, root: Buffer.from(rootOf(sha256, peaks)).toString('hex') }
      id = randomBytes(8).toString('hex')
      peaks = { size: 0, hashes: [] }
      firstIndex = 0
      factsDigest = null
      beganAt = at
      isNewLog = true
      addEntry({
        act: 'began',
        edition,
        time,
        began: before === undefined ? { reason: 'first' } : { reason: 'restored', before },
      })
    },

    addSetBack() {
      if (acts.setBack === undefined) return
      const to = acts.setBack.to.toISOString()
      addEntry({ act: 'set-back', edition, time, set_back: { to } })
      for (const record of acts.setBack.lost) {
        const { id, kind } = record
        const face = canonicalJson({ id, kind, withdrawn_on: time, withdrawn_reason: lostWords(to) })
        addEntry({
          act: 'withdrawn',
          edition,
          time,
          record,
          face: addFace(face, { record: id, isRewrite: true }),
        })
      }
    },

    addFacts(facts: LogFace) {
      const text = canonicalJson(facts)
      const digest = Buffer.from(sha256(Buffer.from(text)))
      if (factsDigest?.equals(digest)) return
      factsDigest = digest
      addEntry({ act: 'facts', edition, time, face: addFace(text, { record: null, isRewrite: null }) })
    },

    add({ record, face, faceBefore, isPublished, edition: changedAt }: ChangedRecord) {
      const known = acts.records?.get(record.id) ?? acts.otherwise ?? 'found'
      const act = isPublished ? (changedAt === edition ? known : 'found') : 'withdrawn'
      const text = canonicalJson(face)
      const isRewrite = !isNewLog && isRewriteOf(faceBefore, text, act)
      addEntry({ act, edition, time, record, face: addFace(text, { record: record.id, isRewrite }) })
    },

    addRedaction() {
      const { faces: hashes, reason = '' } = acts.redacted ?? { faces: [] }
      for (const face of hashes) addEntry({ act: 'redacted', edition, time, redacted: { face, reason } })
    },

    /** In one statement, because the next publication waits for it. */
    async write() {
      const written = entries.splice(0)
      const shown = faces.splice(0)
      const complete = roots.splice(0)
      const indexes = written.map((_, at) => firstIndex + at)
      firstIndex = peaks.size
      const audited = audit === undefined ? sql`` : sql`audited as (${audit}),`
      audit = undefined
      await sql`${PLANNED_ONCE}
        with ${audited} entries as (
          insert into log_entries (log_id, index, entry, hash)
          select ${id}::text, * from unnest(${indexes}::bigint[], ${written.map(({ text }) => text)}::text[],
            ${written.map(({ hash }) => Buffer.from(hash))}::bytea[])
        ), faces as (
          insert into log_faces (log_id, edition, published_at, hash, salt, face, index, record_id, is_rewrite)
          select ${id}::text, ${edition}::bigint, greatest(${at}::timestamptz,
            (select max(published_at) from log_faces where log_id = ${id}::text)), * from unnest(${shown.map(({ hash }) => hash)}::text[],
            ${shown.map(({ salt }) => salt)}::text[], ${shown.map(({ text }) => text)}::text[],
            ${shown.map(({ index }) => index)}::bigint[], ${shown.map(({ record }) => record)}::bigint[],
            ${shown.map(({ isRewrite }) => isRewrite)}::boolean[])
        ), hashes as (
          insert into log_hashes (log_id, level, index, hash)
          select ${id}::text, * from unnest(${complete.map(({ level }) => level)}::smallint[],
            ${complete.map(({ index }) => index)}::bigint[],
            ${complete.map(({ hash }) => Buffer.from(hash))}::bytea[])
        )
        update log_head set log_id = ${id}, size = ${peaks.size}, peaks = ${Buffer.concat(peaks.hashes)},
          edition = ${edition}, history = ${state.currentHistory}, facts_digest = ${factsDigest},
          began_at = coalesce(${beganAt}, began_at)`.execute(trx)
    },
  }
}

function lostWords(to: string): string {
  return `The site was restored from a backup of ${to}, which was made before this was published.`
}

interface FaceToWrite {
  hash: string
  salt: string
  text: string
  index: number
  record: number | null
  isRewrite: boolean | null
}

export function peaksIn({ size, peaks }: { size: number; peaks: Buffer }): Peaks {
  const hashes = Array.from({ length: peaks.length / HASH_BYTES }, (_, at) =>
    peaks.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  )
  return { size, hashes }
}

export function sha256(...parts: Uint8Array[]): Uint8Array {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
