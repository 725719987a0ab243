import { can, capabilityToEdit, type Role } from '../access.ts'
import type { NotificationType } from '../notification-type.ts'
import type { RecordKind } from '../record.ts'

/** What decides on who may edit a record. */
interface RecordSort {
  kind: RecordKind
  notificationType: NotificationType | null
}

/** Asked of the record as it is, and as it is to be. */
export type MayEdit = (sort: RecordSort) => boolean

export function mayEditAs(roles: readonly Role[]): MayEdit {
  return (sort) => can(roles, capabilityToEdit(sort))
}

/** For what happens by itself. */
export const MAY_EDIT_ALL: MayEdit = () => true
