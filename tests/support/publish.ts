import type { Kysely } from 'kysely'
import type { DB } from '../../src/db/database.ts'
import { actorNamed } from '../../src/domain/actor.ts'
import { type Publishing, publishRecord } from '../../src/publishing/publish-record.ts'
import { unpublishRecord } from '../../src/publishing/unpublish-record.ts'

export async function publish(
  db: Kysely<DB>,
  recordId: number,
  options: Partial<Publishing> = {},
): Promise<number> {
  const outcome = await publishRecord(db, {
    recordId,
    actor: actorNamed('trust_admin'),
    now: new Date(),
    step: 'opened',
    isUrgent: false,
    notifies: true,
    ...options,
  })
  if (outcome.kind !== 'published') throw new Error(`not published: ${outcome.kind}`)
  return outcome.edition
}

export async function unpublish(db: Kysely<DB>, recordId: number): Promise<number> {
  const now = new Date()
  const outcome = await unpublishRecord(db, {
    recordId,
    actor: actorNamed('trust_admin'),
    now,
    reason: 'a mistake',
  })
  if (outcome.kind !== 'unpublished') throw new Error(`not unpublished: ${outcome.kind}`)
  return outcome.edition
}
