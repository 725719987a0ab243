import { can, capabilityToEdit, type Role } from '../access.ts'
import type { NotificationType } from '../notification-type.ts'
import type { RecordKind } from '../record.ts'

interface RecordSort {
  kind: RecordKind
  notificationType: NotificationType | null
}

/** Checked for the record before and after the change. */
export type MayEdit = (sort: RecordSort) => boolean

export function mayEditAs(roles: readonly Role[]): MayEdit {
  return (sort) => can(roles, capabilityToEdit(sort))
}

export const MAY_EDIT_ALL: MayEdit = () => true
