import type { Transaction } from 'kysely'
import type { DB } from './database.ts'

export interface AuditEntry {
  at: Date
  /** A role, a token's name or "system": something that may outlive an account. */
  actor: string
  action: string
  entity: string
  entityId: number
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** In the transaction of the change it tells of, so that neither exists without the other. */
export function insertAudit(trx: Transaction<DB>, { entityId, before, after, ...entry }: AuditEntry) {
  return trx
    .insertInto('audit_log')
    .values({
      ...entry,
      entity_id: String(entityId),
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
    })
    .execute()
}
