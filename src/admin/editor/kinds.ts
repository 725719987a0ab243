import { NOTIFICATION_ROUTES, type NotificationType } from '../../domain/notification-type.ts'
import type { RecordKind } from '../../domain/record.ts'

/** Not from the contract: its schemas would come along into the browser. */
export const KINDS: readonly RecordKind[] = ['incident', 'maintenance', 'advisory', 'notification']
export const NOTIFICATION_TYPES = Object.keys(NOTIFICATION_ROUTES) as NotificationType[]
