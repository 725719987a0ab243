import { can, capabilityToEdit, type Role } from '../access.ts'
import { NOTIFICATION_ROUTES, type NotificationType } from '../notification-type.ts'
import { RECORD_KINDS, type RecordKind } from '../record.ts'

export interface SortOfRecord {
  kind: RecordKind
  notificationType: NotificationType | null
  /** While under embargo: who may read it, besides the roles that always may. Null or absent: no embargo. */
  embargo?: readonly number[] | null
}

interface StaffMember {
  uid: number
  roles: readonly Role[]
}

/** Checked for the record before and after the change. */
export type MayEdit = (sort: SortOfRecord) => boolean

export function mayEditAs(person: StaffMember): MayEdit {
  return (sort) => can(person.roles, capabilityToEdit(sort)) && isInsideEmbargo(person, sort)
}

export const MAY_EDIT_ALL: MayEdit = () => true

/** Z-08: a token may edit the kinds of its scope. An embargo names people, so programs never get past it. */
export function mayEditAsProgram(kind: RecordKind): MayEdit {
  return (sort) => sort.kind === kind && MAY_READ_AS_PROGRAM(sort)
}

/** Z-05: whether drafts and internal fields may be read. Published content is open to all staff. */
export type MayRead = (sort: SortOfRecord) => boolean

export function mayReadAs(person: StaffMember): MayRead {
  return (sort) => {
    if (sort.embargo != null) return isInsideEmbargo(person, sort)
    return can(person.roles, 'read-all-drafts') || can(person.roles, capabilityToEdit(sort))
  }
}

export const MAY_READ_AS_PROGRAM: MayRead = ({ embargo }) => embargo == null

function isInsideEmbargo({ uid, roles }: StaffMember, { embargo }: SortOfRecord) {
  return embargo == null || can(roles, 'read-embargoed') || embargo.includes(uid)
}

/** The same rule as data, for queries. */
export interface ReadableSorts {
  uid: number
  isInsideEmbargoes: boolean
  /** Of all sorts of records, those whose drafts may be read. */
  sorts: readonly Omit<SortOfRecord, 'embargo'>[]
  isEverySort: boolean
}

export function readableSorts(person: StaffMember): ReadableSorts {
  const mayRead = mayReadAs(person)
  const sorts = SORTS.filter(mayRead)
  return {
    uid: person.uid,
    isInsideEmbargoes: can(person.roles, 'read-embargoed'),
    sorts,
    isEverySort: sorts.length === SORTS.length,
  }
}

const SORTS: readonly Omit<SortOfRecord, 'embargo'>[] = RECORD_KINDS.flatMap(
  (kind): Omit<SortOfRecord, 'embargo'>[] =>
    kind === 'notification'
      ? (Object.keys(NOTIFICATION_ROUTES) as NotificationType[]).map((notificationType) => ({
          kind,
          notificationType,
        }))
      : [{ kind, notificationType: null }],
)
