import type { Transaction } from 'kysely'
import { cloudsTouched } from '../../db/cloud-limits.ts'
import type { DB } from '../../db/database.ts'
import { type EditedRecord, lockForEditing } from '../../db/record-editing.ts'
import type { MayEdit, SortOfRecord } from '../../domain/newsroom/may-edit.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import type { ContentErrors } from '../../domain/newsroom/tidy-content.ts'

export type EditRefusal =
  | { kind: 'no-such-record' }
  | { kind: 'not-allowed' }
  | { kind: 'conflict' }
  | { kind: 'wrong'; errors: ContentErrors }
  | { kind: 'needs-approval' }

/** Locks the record until the transaction ends. Without a version: the current one. */
export async function openForEditing(
  trx: Transaction<DB>,
  { recordId, version, mayEdit }: { recordId: number; version?: number; mayEdit: MayEdit },
): Promise<{ kind: 'open'; record: EditedRecord } | EditRefusal> {
  const record = await lockForEditing(trx, recordId)
  if (record === undefined) return { kind: 'no-such-record' }
  if (!mayEdit(sortOf({ ...record, clouds: await cloudsTouched(trx, recordId) })))
    return { kind: 'not-allowed' }
  if (version !== undefined && version !== record.version) return { kind: 'conflict' }
  return { kind: 'open', record }
}

export function sortOf({
  kind,
  notification_type,
  embargo = null,
  clouds,
  services = [],
}: Pick<RecordContent, 'kind' | 'notification_type' | 'embargo' | 'clouds'> & {
  services?: readonly number[]
}): SortOfRecord {
  return { kind, notificationType: notification_type, embargo, clouds, services }
}

/** People who subscribed to one kind of news must not get another in its place. */
export function changedSort(record: EditedRecord, content: RecordContent): ContentErrors | undefined {
  if (record.edition === null) return undefined
  if (content.kind !== record.kind) return { kind: 'The kind of a published record can’t change.' }
  return content.notification_type === record.notification_type
    ? undefined
    : { notification_type: 'The kind of a published record can’t change.' }
}

/** Someone who puts a record under embargo must still be able to open it. */
export function lockedOutByEmbargo(content: RecordContent, mayEdit: MayEdit): ContentErrors | undefined {
  return mayEdit(sortOf(content))
    ? undefined
    : { embargo: 'Also name yourself. Otherwise you couldn’t open this anymore.' }
}
