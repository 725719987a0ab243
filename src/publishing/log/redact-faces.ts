import type { Kysely } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { raiseEdition } from '../../db/edition.ts'
import {
  type RedactedFaces,
  readVersions,
  redactLogFaces,
  type ToRedact,
  withdrawPublicationsOfFaces,
} from '../../db/log/redact-log.ts'
import type { Actor } from '../../domain/actor.ts'
import type { LogEntry } from '../../domain/log/log-entry.ts'
import type { CloudLimit } from '../../domain/newsroom/may-edit.ts'
import { settleAllWithdrawn } from '../unpublish-record.ts'

export type RedactOutcome =
  | { kind: 'redacted'; edition: number; faces: number }
  | Exclude<RedactedFaces, { kind: 'redacted' }>

/**
 * Removes what the public log says about versions of a record or of the site. Their hashes stay, so every
 * proof still holds, and entries say when and why. What readers see now can't be redacted: correct or
 * withdraw it first. Pending messages about these versions are not sent.
 */
export async function redactFaces(
  db: Kysely<DB>,
  {
    of,
    limit,
    reason,
    actor,
    now,
  }: { of: ToRedact; limit: CloudLimit; reason: string; actor: Actor; now: Date },
): Promise<RedactOutcome> {
  const redacted = await db.transaction().execute(async (trx) => {
    const outcome = await redactLogFaces(trx, { of, limit, reason, at: now })
    if (outcome.kind !== 'redacted') return outcome
    const { faces } = outcome
    const publications = await withdrawPublicationsOfFaces(trx, { faces, at: now })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'redact',
      entity: 'log',
      entityId: 'face' in of ? of.face : String(of.record),
      before: null,
      after: { reason, faces },
    })
    const edition = await raiseEdition(trx, { at: now, changes: 'records' }, async () => ({
      redacted: { faces, reason },
    }))
    return { kind: 'redacted' as const, edition, faces: faces.length, publications }
  })
  if (redacted.kind !== 'redacted') return redacted
  const { publications, ...done } = redacted
  for (const publicationId of publications) await settleAllWithdrawn(db, publicationId)
  return done
}

export async function versionsInLog(db: Kysely<DB>, record: number) {
  const rows = await readVersions(db, record)
  return rows.map(({ face, index, is_current, entry, title, is_shown, redacted_at, redacted_reason }) => {
    const { act, time } = JSON.parse(entry) as LogEntry
    return {
      face,
      entry: index,
      is_current,
      act,
      time,
      title,
      is_shown,
      redacted:
        redacted_at === null ? null : { on: redacted_at.toISOString(), reason: redacted_reason ?? '' },
    }
  })
}
