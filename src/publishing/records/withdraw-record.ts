import type { Kysely } from 'kysely'
import { findAdminRecord } from '../../db/admin-records.ts'
import type { DB } from '../../db/database.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { type Unpublishing, type UnpublishOutcome, unpublishRecord } from '../unpublish-record.ts'
import { sortOf } from './edit-refusal.ts'

/** The kind of a published record can't change, so no lock is needed. */
export async function withdrawRecord(
  db: Kysely<DB>,
  of: Unpublishing & { mayEdit: MayEdit },
): Promise<UnpublishOutcome | { kind: 'no-such-record' } | { kind: 'not-allowed' }> {
  const { mayEdit, ...unpublishing } = of
  const record = await findAdminRecord(db, of.recordId)
  if (record === undefined) return { kind: 'no-such-record' }
  if (!mayEdit(sortOf(record))) return { kind: 'not-allowed' }
  return unpublishRecord(db, unpublishing)
}
