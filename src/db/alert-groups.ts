import { type Kysely, sql, type Transaction } from 'kysely'
import type {
  AlertGroup,
  AlertIncidentState,
  AlertPublishing,
  KeptAlerts,
} from '../domain/alerts/alert-group.ts'
import { limitOf } from './cloud-limits.ts'
import type { DB } from './database.ts'
import { findStatus } from './record-life.ts'

export interface GroupKey {
  tokenId: number
  /** SHA-256 of the key, because keys can be long. */
  keyHash: Buffer
}

export interface AlertGroupRow extends AlertGroup {
  id: number
  tokenId: number
  recordId: number | null
}

/**
 * The open group or else the last one, locked until the transaction ends. Other messages about the same
 * group wait, even if it has no row yet.
 */
export async function lockGroup(
  trx: Transaction<DB>,
  { tokenId, keyHash }: GroupKey,
): Promise<AlertGroupRow | undefined> {
  const name = `${tokenId}:${keyHash.toString('hex')}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 8))`.execute(trx)
  const group = await trx
    .selectFrom('alert_groups')
    .where('token_id', '=', tokenId)
    .where('group_key_hash', '=', keyHash)
    .select(COLUMNS)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return group === undefined ? undefined : withState(trx, group)
}

const COLUMNS = ['id', 'token_id', 'record_id', 'alerts', 'telling', 'due_at', 'closed_at'] as const

/** Undefined if it isn't due or another process is handling it. */
export async function lockDueGroup(
  trx: Transaction<DB>,
  { id, now }: { id: number; now: Date },
): Promise<AlertGroupRow | undefined> {
  const group = await trx
    .selectFrom('alert_groups')
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .where('closed_at', 'is', null)
    .select(COLUMNS)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return group === undefined ? undefined : withState(trx, group)
}

interface Row {
  id: number
  token_id: number
  record_id: number | null
  alerts: unknown
  telling: unknown
  due_at: Date | null
  closed_at: Date | null
}

async function withState(trx: Transaction<DB>, row: Row): Promise<AlertGroupRow> {
  const incidentState = row.record_id === null ? 'gone' : await incidentStateOf(trx, row.record_id)
  // Programs can't see records in the trash. A restored one is the draft of this group again.
  const isTrashed = incidentState === 'trashed'
  return {
    id: row.id,
    tokenId: row.token_id,
    recordId: isTrashed ? null : row.record_id,
    alerts: row.alerts as KeptAlerts,
    telling: row.telling as AlertPublishing,
    dueAt: row.due_at,
    closedAt: row.closed_at,
    incidentState: isTrashed ? 'gone' : incidentState,
  }
}

/** Also locks the record, so that manual changes come before or after. */
async function incidentStateOf(
  trx: Transaction<DB>,
  recordId: number,
): Promise<AlertIncidentState | 'trashed'> {
  const record = await trx
    .selectFrom('records')
    .where('id', '=', recordId)
    .select(['state', 'closed_on', 'status_id', 'trashed_at'])
    .forUpdate()
    .executeTakeFirst()
  if (record?.trashed_at != null) return 'trashed'
  switch (record?.state) {
    case 'published': {
      // No join: after waiting for the lock, it would look up the record's previous status.
      const status = await findStatus(trx, record.status_id)
      return status?.is_closed === true || record.closed_on !== null ? 'closed' : 'open'
    }
    case 'draft':
    case 'scheduled':
      return 'draft'
    case 'unpublished':
    case undefined:
      return 'gone'
  }
}

export interface GroupFields {
  alerts: KeptAlerts
  telling: AlertPublishing
  dueAt: Date | null
  closedAt: Date | null
  now: Date
}

export async function insertGroup(
  trx: Transaction<DB>,
  { tokenId, keyHash, key, recordId, ...fields }: GroupKey & GroupFields & { key: string; recordId: number },
): Promise<void> {
  await trx
    .insertInto('alert_groups')
    .values({
      token_id: tokenId,
      group_key_hash: keyHash,
      group_key: key,
      record_id: recordId,
      opened_at: fields.now,
      ...columnsOf(fields),
    })
    .execute()
}

export async function writeGroup(
  trx: Transaction<DB>,
  { id, ...fields }: GroupFields & { id: number },
): Promise<void> {
  await trx.updateTable('alert_groups').set(columnsOf(fields)).where('id', '=', id).execute()
}

function columnsOf({ alerts, telling, dueAt, closedAt, now }: GroupFields) {
  return {
    alerts: JSON.stringify(alerts),
    telling: JSON.stringify(telling),
    due_at: dueAt,
    closed_at: closedAt,
    last_heard_at: now,
  }
}

export function tokenOfGroup(db: Kysely<DB>, { tokenId }: { tokenId: number }) {
  return db
    .selectFrom('api_tokens')
    .leftJoin('senders', 'senders.token_id', 'api_tokens.id')
    .where('api_tokens.id', '=', tokenId)
    .select(['name', 'revoked_at', 'expires_at', 'scopes', 'is_on', limitOf('api_tokens').as('limit')])
    .executeTakeFirstOrThrow()
}
