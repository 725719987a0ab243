import type { NotificationType } from './notification-type.ts'
import type { RecordKind } from './record.ts'

/** roles that see the admin area. */
export const ROLES = [
  'administrator',
  'blog_editor',
  'jab_compliance',
  'url_editor',
  'customer_success_manager',
  'cloud_apps',
  'legal_team',
  'trust_admin',
] as const
export type Role = (typeof ROLES)[number]

/** Z-05: what each role may do. Server and screens use this one table. */
const ROLES_THAT_CAN = {
  'see-admin-area': ROLES,
  /** Drafts and internal fields of every kind. Otherwise, the right to edit a kind includes reading them. */
  'read-all-drafts': ['administrator', 'trust_admin', 'customer_success_manager'],
  'read-embargoed': ['administrator', 'trust_admin'],
  'read-series': ['administrator', 'trust_admin', 'blog_editor', 'customer_success_manager'],
  'edit-incidents': ['administrator', 'trust_admin', 'blog_editor'],
  'edit-maintenance': ['administrator', 'trust_admin', 'blog_editor'],
  'edit-advisories': ['administrator', 'trust_admin', 'blog_editor'],
  'edit-cloud-app-notifications': ['administrator', 'trust_admin', 'cloud_apps'],
  'edit-advisory-notifications': ['administrator', 'trust_admin', 'blog_editor'],
  'edit-sub-processor-notifications': ['administrator', 'trust_admin', 'legal_team'],
  'edit-url-notifications': ['administrator', 'trust_admin', 'url_editor'],
  /** May edit records of at least one kind; each record is then checked. */
  'edit-records': ['administrator', 'trust_admin', 'blog_editor', 'cloud_apps', 'legal_team', 'url_editor'],
  'delete-for-good': ['administrator', 'trust_admin'],
  'add-images': [
    'administrator',
    'trust_admin',
    'blog_editor',
    'cloud_apps',
    'legal_team',
    'url_editor',
    'jab_compliance',
  ],
  'edit-faq': ['administrator', 'trust_admin', 'blog_editor'],
  'edit-compliance': ['administrator', 'trust_admin', 'jab_compliance'],
  'edit-policies': ['administrator', 'trust_admin', 'legal_team'],
  'edit-site': ['administrator', 'trust_admin'],
  'close-site': ['administrator', 'trust_admin'],
  'import-content': ['administrator', 'trust_admin'],
  'see-deliveries': ['administrator', 'trust_admin', 'blog_editor', 'customer_success_manager'],
  'retry-deliveries': ['administrator', 'trust_admin'],
  /** Who follows what, with addresses. Delivery reports have none, so more roles may see those. */
  'see-subscribers': ['administrator', 'trust_admin', 'customer_success_manager'],
  'manage-subscribers': ['administrator', 'trust_admin'],
  'see-audit-log': ['administrator', 'trust_admin'],
  'manage-people': ['administrator'],
  'manage-tokens': ['administrator'],
} as const satisfies Record<string, readonly Role[]>

export type Capability = keyof typeof ROLES_THAT_CAN

export function can(roles: readonly Role[], capability: Capability): boolean {
  const holders: readonly Role[] = ROLES_THAT_CAN[capability]
  return roles.some((role) => holders.includes(role))
}

export function capabilityToEdit({
  kind,
  notificationType,
}: {
  kind: RecordKind
  notificationType: NotificationType | null
}): Capability {
  switch (kind) {
    case 'incident':
      return 'edit-incidents'
    case 'maintenance':
      return 'edit-maintenance'
    case 'advisory':
      return 'edit-advisories'
    case 'notification':
      return CAPABILITY_OF_NOTIFICATION[notificationType ?? 'advisories']
  }
}

const CAPABILITY_OF_NOTIFICATION: Record<NotificationType, Capability> = {
  cloud_app: 'edit-cloud-app-notifications',
  advisories: 'edit-advisory-notifications',
  sub_processor: 'edit-sub-processor-notifications',
  url_change_notification: 'edit-url-notifications',
}

export function isRole(name: string): name is Role {
  return (ROLES as readonly string[]).includes(name)
}

/** Z-08: scopes of API tokens. */
export const SCOPES = [
  'records:read',
  'incidents:write',
  'maintenance:write',
  'advisories:write',
  'notifications:write',
  'site:read',
  /** Status of services and data centers. */
  'site:write',
  'deliveries:read',
  'alerts:write',
  'imports:write',
  /** Channels of the account that created the token. */
  'channels:write',
  'approval:skip',
] as const
export type Scope = (typeof SCOPES)[number]

export function isScope(name: string): name is Scope {
  return (SCOPES as readonly string[]).includes(name)
}

export type TokenAccess = `token:${Scope}` | 'token:any'

export function isTokenAccess(access: Access): access is TokenAccess {
  return access.startsWith('token:')
}

export function doesTokenAllow(access: TokenAccess, scopes: readonly Scope[]): boolean {
  return access === 'token:any' || scopes.some((scope) => `token:${scope}` === access)
}

export type Access = 'anyone' | 'signed-in' | 'own-account' | Capability | TokenAccess

export type OpenedBy = 'password' | 'sign-on' | 'staff-link' | MailLinkKind

/**
 * `mail-link`: in a message about an incident, which is often forwarded. `asked-link`: sent alone on the
 * owner's request, with a warning, and valid for a day.
 */
export type MailLinkKind = 'mail-link' | 'asked-link'

export function isOpenedWell(openedBy: OpenedBy, leastLink: MailLinkKind | undefined): boolean {
  if (openedBy !== 'mail-link' && openedBy !== 'asked-link') return true
  return leastLink === 'mail-link' || leastLink === openedBy
}

export type AccessVerdict = 'allowed' | 'sign-in-first' | 'refused'

interface Person {
  uid: number
  roles: readonly Role[]
}

export function judgeAccess(
  access: Access,
  person: Person | undefined,
  uid: number | undefined,
): AccessVerdict {
  if (access === 'anyone') return 'allowed'
  if (person === undefined) return 'sign-in-first'
  switch (access) {
    case 'signed-in':
      return 'allowed'
    case 'own-account':
      return person.uid === uid ? 'allowed' : 'refused'
    default:
      return !isTokenAccess(access) && can(person.roles, access) ? 'allowed' : 'refused'
  }
}
