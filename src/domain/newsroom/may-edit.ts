import { can, capabilityToEdit, type Role } from '../access.ts'
import { NOTIFICATION_ROUTES, type NotificationType } from '../notification-type.ts'
import { RECORD_KINDS, type RecordKind } from '../record.ts'

export interface SortOfRecord {
  kind: RecordKind
  notificationType: NotificationType | null
  /** While under embargo: who may read it, besides the roles that always may. Null or absent: no embargo. */
  embargo?: readonly number[] | null
  /** Every cloud that it touches. Of a stored record: also those of its draft and of its services. */
  clouds: readonly number[]
  /** Of content that isn't stored yet: its services, whose clouds count as well. */
  services?: readonly number[]
}

/**
 * The clouds to which the rights of a person or a token are limited, and the services of these clouds. Null: no limit.
 */
export type CloudLimit = { clouds: readonly number[]; services: readonly number[] } | null

interface StaffMember {
  uid: number
  roles: readonly Role[]
  limit: CloudLimit
}

/** Checked for the record before and after the change. */
export type MayEdit = (sort: SortOfRecord) => boolean

export function mayEditAs(person: StaffMember): MayEdit {
  return (sort) =>
    can(person.roles, capabilityToEdit(sort)) &&
    isInsideEmbargo(person, sort) &&
    isInsideLimit(person.limit, sort)
}

/**
 * A record about two clouds needs both. A notification without a cloud is shown on all of them, so it needs rights
 * without a limit. Other kinds can't be published without a cloud: a draft that names none yet is open.
 */
export function isInsideLimit(
  limit: CloudLimit,
  { kind, clouds, services = [] }: Pick<SortOfRecord, 'kind' | 'clouds' | 'services'>,
): boolean {
  if (limit === null) return true
  if (clouds.length === 0 && kind === 'notification') return false
  return (
    clouds.every((id) => limit.clouds.includes(id)) && services.every((tid) => limit.services.includes(tid))
  )
}

export const MAY_EDIT_ALL: MayEdit = () => true

/** Z-08: a token may edit the kinds of its scope. An embargo names people, so programs never get past it. */
export function mayEditAsProgram(kind: RecordKind, limit: CloudLimit): MayEdit {
  const mayRead = mayReadAsProgram(limit)
  return (sort) => sort.kind === kind && mayRead(sort)
}

export function mayEditWithin(limit: CloudLimit): MayEdit {
  return (sort) => isInsideLimit(limit, sort)
}

/** Z-05: whether drafts and internal fields may be read. Published content is open to all staff. */
export type MayRead = (sort: SortOfRecord) => boolean

export function mayReadAs(person: StaffMember): MayRead {
  return (sort) => {
    if (!isInsideLimit(person.limit, sort)) return false
    if (sort.embargo != null) return isInsideEmbargo(person, sort)
    return can(person.roles, 'read-all-drafts') || can(person.roles, capabilityToEdit(sort))
  }
}

export function mayReadAsProgram(limit: CloudLimit): MayRead {
  return (sort) => sort.embargo == null && isInsideLimit(limit, sort)
}

function isInsideEmbargo({ uid, roles }: StaffMember, { embargo }: SortOfRecord) {
  return embargo == null || can(roles, 'read-embargoed') || embargo.includes(uid)
}

export interface ReadableSorts {
  uid: number
  isInsideEmbargoes: boolean
  sorts: readonly Pick<SortOfRecord, 'kind' | 'notificationType'>[]
  isEverySort: boolean
  limit: CloudLimit
}

export function readableSorts(person: StaffMember): ReadableSorts {
  const mayRead = mayReadAs({ ...person, limit: null })
  const sorts = SORTS.filter((sort) => mayRead({ ...sort, clouds: [] }))
  return {
    uid: person.uid,
    isInsideEmbargoes: can(person.roles, 'read-embargoed'),
    sorts,
    isEverySort: sorts.length === SORTS.length,
    limit: person.limit,
  }
}

const SORTS: readonly Pick<SortOfRecord, 'kind' | 'notificationType'>[] = RECORD_KINDS.flatMap(
  (kind): Pick<SortOfRecord, 'kind' | 'notificationType'>[] =>
    kind === 'notification'
      ? (Object.keys(NOTIFICATION_ROUTES) as NotificationType[]).map((notificationType) => ({
          kind,
          notificationType,
        }))
      : [{ kind, notificationType: null }],
)
