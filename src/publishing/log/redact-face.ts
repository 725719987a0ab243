import type { Kysely } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { raiseEdition } from '../../db/edition.ts'
import { redactLogFace } from '../../db/log/read-log.ts'
import type { Actor } from '../../domain/actor.ts'

export type RedactOutcome = { kind: 'redacted'; edition: number } | { kind: 'no-such-face' }

/**
 * Removes what the public log says about one version of a record or of the site. Its hash stays, so every proof still
 * holds, and an entry says when and why. What readers see on the site isn't changed: correct or withdraw it first.
 */
export function redactFace(
  db: Kysely<DB>,
  { face, reason, actor, now }: { face: string; reason: string; actor: Actor; now: Date },
): Promise<RedactOutcome> {
  return db.transaction().execute(async (trx) => {
    if (!(await redactLogFace(trx, { hash: face, reason, at: now }))) return { kind: 'no-such-face' }
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'redact',
      entity: 'log',
      entityId: face,
      before: null,
      after: { reason },
    })
    const edition = await raiseEdition(trx, { at: now, changes: 'records' }, async () => ({
      redacted: { face, reason },
    }))
    return { kind: 'redacted', edition }
  })
}
