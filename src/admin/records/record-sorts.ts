import { can, capabilityToEdit, type Role } from '../../domain/access.ts'
import type { NotificationType } from '../../domain/notification-type.ts'
import type { RecordKind } from '../../domain/record.ts'
import { KIND_WORDS, NOTIFICATION_TYPE_WORDS } from '../parts/record-words.ts'

export interface RecordSort {
  kind: RecordKind
  notificationType: NotificationType | null
  one: string
  many: string
}

const SORTS: readonly RecordSort[] = [
  { kind: 'incident', notificationType: null, ...KIND_WORDS.incident },
  { kind: 'maintenance', notificationType: null, ...KIND_WORDS.maintenance },
  { kind: 'advisory', notificationType: null, ...KIND_WORDS.advisory },
  ...(Object.keys(NOTIFICATION_TYPE_WORDS) as NotificationType[]).map((notificationType) => ({
    kind: 'notification' as const,
    notificationType,
    ...NOTIFICATION_TYPE_WORDS[notificationType],
  })),
]

/** Z-05: what these roles may write. */
export function sortsFor(roles: readonly Role[]): RecordSort[] {
  return SORTS.filter((sort) => can(roles, capabilityToEdit(sort)))
}

export function newRecordWords({ one }: RecordSort): string {
  const isAbbreviated = /^[A-Z]{2}/.test(one)
  return `New ${isAbbreviated ? one : one.charAt(0).toLowerCase() + one.slice(1)}`
}

export function newRecordPath(sort: RecordSort): string {
  return `/admin/records/new?${queryOf(sort)}`
}

export function recordsPath(sort: RecordSort): string {
  return `/admin/records?${queryOf(sort)}`
}

function queryOf({ kind, notificationType }: RecordSort) {
  const query = new URLSearchParams({ kind })
  if (notificationType !== null) query.set('notification_type', notificationType)
  return query
}
