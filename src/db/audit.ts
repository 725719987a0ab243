import { sql, type Transaction } from 'kysely'
import { type Actor, SYSTEM } from '../domain/actor.ts'
import { storable } from '../domain/newsroom/tidy-content.ts'
import type { DB } from './database.ts'

interface AuditEntry {
  at: Date
  actor: Actor
  action: string
  entity: string
  entityId: number | string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export function insertAudit(trx: Transaction<DB>, entry: AuditEntry) {
  return auditInsert(trx, entry).execute()
}

export function auditInsert(trx: Transaction<DB>, { actor, entityId, before, after, ...entry }: AuditEntry) {
  return trx.insertInto('audit_log').values({
    ...entry,
    actor: actor.name,
    actor_user_id: actor.userId,
    request_id: actor.requestId,
    entity_id: String(entityId),
    before: before === null ? null : asJson(before),
    after: after === null ? null : asJson(after),
  })
}

export const TEST_OF_DRAFT = 'test-draft'
export const DELETION_OF_CHANGES = 'delete-changes'

/** These change nothing about a record, so they don't count as edits. */
export const NO_EDITS: readonly string[] = [TEST_OF_DRAFT, DELETION_OF_CHANGES]

/** For queries on `audit_log`. */
export const IS_BY_STAFF = sql<boolean>`(actor not like 'token:%' and actor <> ${SYSTEM.name})`

export function lastAudit(
  trx: Transaction<DB>,
  { entity, entityId }: { entity: string; entityId: number | string },
) {
  return trx
    .selectFrom('audit_log')
    .where('entity', '=', entity)
    .where('entity_id', '=', String(entityId))
    .select(['at', 'actor', 'actor_user_id', 'action'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Converts dates to strings first, so that an audit entry never makes a change fail. */
function asJson(fields: Record<string, unknown>): string {
  return JSON.stringify(storable(JSON.parse(JSON.stringify(fields))))
}
