import type { Access, Role } from '../../src/domain/access.ts'

/**
 * Access rules, deliberately written out a second time: a new route or a changed rule fails here until it has been
 * reviewed. Public reads and their preflights need no line.
 */
const RULES_OF_PEOPLE: Record<string, Access> = {
  'POST /sign-in': 'anyone',
  'POST /sign-up': 'anyone',
  'POST /sign-out': 'anyone',
  'POST /user/second-step': 'anyone',
  'POST /user/password': 'anyone',
  'POST /user/password/reset': 'anyone',
  'POST /user/verify': 'anyone',
  'POST /user/email/confirm': 'anyone',
  'POST /user/staff-link': 'anyone',
  'POST /api/user/before-login': 'anyone',
  'POST /api/user/login': 'anyone',
  'POST /api/user/second-step': 'anyone',
  'POST /api/user/second-step/passkey/options': 'anyone',
  'POST /api/user/second-step/passkey': 'anyone',
  'POST /api/validate-email': 'anyone',
  'POST /api/user/register': 'anyone',
  'POST /api/user/verify': 'anyone',
  'POST /api/user/password': 'anyone',
  'POST /api/user/password/reset': 'anyone',
  'POST /api/user/email/confirm': 'anyone',
  'POST /api/user/staff-link': 'anyone',
  // Browsers report violations of the page's policy.
  'POST /api/csp-reports': 'anyone',
  // The demo's own identity provider, which only signs in demo people.
  'POST /demo-identity/interaction/:uid': 'anyone',
  'POST /demo-identity/token': 'anyone',
  'POST /user/logout': 'signed-in',
  'POST /api/user/details': 'signed-in',
  'POST /api/user/activity': 'signed-in',
  'POST /api/resend/verification': 'signed-in',
  'GET /api/user/:uid/settings': 'own-account',
  'POST /api/user/:uid/password': 'own-account',
  'POST /api/user/:uid/email': 'own-account',
  'POST /api/user/:uid/timezone': 'own-account',
  'GET /api/user/:uid/second-factor': 'own-account',
  'POST /api/user/:uid/second-factor/app': 'own-account',
  'POST /api/user/:uid/second-factor/app/confirm': 'own-account',
  'POST /api/user/:uid/second-factor/app/remove': 'own-account',
  'POST /api/user/:uid/second-factor/passkeys/options': 'own-account',
  'POST /api/user/:uid/second-factor/passkeys': 'own-account',
  'POST /api/user/:uid/second-factor/passkeys/:passkey/remove': 'own-account',
  'POST /api/user/:uid/second-factor/recovery-codes': 'own-account',
  'POST /api/user/:uid/second-factor/off': 'own-account',
  'GET /api/user/:uid/sessions': 'own-account',
  'POST /api/user/:uid/sessions/end': 'own-account',
  'GET /api/user/:uid/data': 'own-account',
  'POST /api/user/:uid/delete': 'own-account',
  'GET /api/user/:uid/calendar': 'own-account',
  'POST /api/user/:uid/calendar': 'own-account',
  'POST /api/user/:uid/calendar/remove': 'own-account',
  'POST /api/subscriptions': 'signed-in',
  'POST /api/subscribe': 'signed-in',
  'POST /api/user_notifications': 'signed-in',
  'POST /api/notification_manage_subscription': 'signed-in',
  'POST /api/subscriptions/dry-run': 'signed-in',
  'GET /api/user/:uid/channels': 'own-account',
  'POST /api/user/:uid/channels': 'own-account',
  'POST /api/user/:uid/channels/:channel': 'own-account',
  'POST /api/user/:uid/channels/:channel/test': 'own-account',
  'POST /api/user/:uid/channels/:channel/secret': 'own-account',
  'POST /api/user/:uid/channels/:channel/remove': 'own-account',
  // Reads public content.
  'POST /mcp': 'anyone',
  // Takes its query as a body, and changes nothing.
  'POST /api/cloud-status.json': 'anyone',
  // These only need the signed link of a message.
  'POST /unsubscribe': 'anyone',
  'POST /api/unsubscribe': 'anyone',
  'POST /api/unsubscribe/about': 'anyone',
}

/** Staff routes, by required access. */
const RULES_OF_STAFF: Partial<Record<Access, readonly string[]>> = {
  'see-admin-area': [
    'GET /api/admin/records/:id/recipients',
    'GET /api/admin/dashboard',
    'GET /api/admin/choices',
    'GET /api/admin/records',
    'GET /api/admin/records/:id',
    'GET /api/admin/series',
    'GET /api/admin/series/:id',
    'GET /api/admin/site',
    'GET /api/admin/site/maintenance',
  ],
  'see-deliveries': [
    'GET /api/admin/deliveries',
    'GET /api/admin/deliveries/publications/:id',
    'GET /api/admin/deliveries/dead',
    'POST /api/admin/deliveries/search',
    'GET /api/admin/figures',
    'GET /api/admin/suppressions',
    'POST /api/admin/suppressions/find',
  ],
  'retry-deliveries': [
    'POST /api/admin/deliveries/retry',
    'POST /api/admin/suppressions/lift',
    'POST /api/admin/suppressions/lift-many',
  ],
  'edit-records': [
    'POST /api/admin/records',
    'POST /api/admin/records/:id/copy',
    'POST /api/admin/records/:id/draft',
    'POST /api/admin/records/:id/discard',
    'POST /api/admin/records/:id/preview',
    'POST /api/admin/records/:id/publish',
    'POST /api/admin/records/:id/schedule',
    'POST /api/admin/records/:id/unschedule',
    'POST /api/admin/records/:id/unpublish',
    'POST /api/admin/records/:id/archive',
    'POST /api/admin/records/:id/updates',
    'POST /api/admin/records/:id/updates/:update',
    'POST /api/admin/records/:id/resolve',
    'POST /api/admin/records/:id/reopen',
    'POST /api/admin/records/:id/start',
    'POST /api/admin/records/:id/postpone',
    'POST /api/admin/records/:id/cancel',
    'GET /api/admin/templates',
    'POST /api/admin/templates',
    'POST /api/admin/templates/:id',
    'POST /api/admin/templates/:id/remove',
    'POST /api/admin/templates/order',
  ],
  'edit-maintenance': [
    'POST /api/admin/series',
    'POST /api/admin/series/windows',
    'POST /api/admin/series/:id',
    'POST /api/admin/series/:id/pause',
    'POST /api/admin/series/:id/resume',
    'POST /api/admin/series/:id/remove',
  ],
  'edit-site': [
    'POST /api/admin/site/schedules/:cloud',
    'POST /api/admin/site/threats/:day/remove',
    'POST /api/admin/imports/threats',
    'GET /api/admin/site/schedules',
    'GET /api/admin/site/provider',
    'POST /api/admin/site/provider',
    'GET /api/admin/site/threats',
    'GET /api/admin/site/ip-ranges',
    'POST /api/admin/site/ip-ranges',
    'POST /api/admin/site/ip-ranges/look',
    'POST /api/admin/site/ip-ranges/apply',
    'POST /api/admin/site/ip-ranges/:range/note',
    'POST /api/admin/site/ip-ranges/:range/remove',
  ],
  'manage-people': [
    'GET /api/admin/people',
    'GET /api/admin/people/:uid',
    'POST /api/admin/people/:uid/roles',
    'POST /api/admin/people/:uid/lock',
    'POST /api/admin/people/:uid/unlock',
    'POST /api/admin/people/:uid/second-factor/remove',
    'POST /api/admin/people/:uid/sessions/end',
  ],
  'manage-tokens': ['GET /api/admin/tokens', 'POST /api/admin/tokens', 'POST /api/admin/tokens/:id/revoke'],
  'see-audit-log': ['GET /api/admin/audit', 'GET /api/admin/audit.csv', 'GET /api/admin/audit/choices'],
  'import-content': ['POST /api/admin/imports/statuspage', 'POST /api/admin/imports/subscribers'],
  'close-site': ['POST /api/admin/site/maintenance'],
}

type SiteVerb = 'retire' | 'restore' | 'order'

/** Every kind of site content can be listed, added, saved and removed; some can also be retired or ordered. */
const RULES_OF_SITE: readonly [noun: string, access: Access, also: readonly SiteVerb[]][] = [
  ['terms', 'see-admin-area', ['retire', 'restore', 'order']],
  ['list-messages', 'see-admin-area', []],
  ['clouds', 'edit-site', ['retire', 'restore', 'order']],
  ['products', 'edit-site', ['retire', 'restore', 'order']],
  ['cloud-banners', 'edit-site', []],
  ['banners', 'edit-site', []],
  ['menu-items', 'edit-site', ['retire', 'restore', 'order']],
  ['service-categories', 'edit-site', ['order']],
  ['services', 'edit-site', ['retire', 'restore', 'order']],
  ['regions', 'edit-site', ['order']],
  ['data-centers', 'edit-site', ['retire', 'restore', 'order']],
  ['severities', 'edit-site', ['retire', 'restore']],
  ['statuses', 'edit-site', ['retire', 'restore', 'order']],
  ['policies', 'edit-policies', []],
  ['faq', 'edit-faq', []],
  ['compliance-texts', 'edit-compliance', []],
  ['compliance-rows', 'edit-compliance', ['order']],
]

export const RULES: Record<string, Access> = {
  ...RULES_OF_PEOPLE,
  ...Object.fromEntries(
    Object.entries(RULES_OF_STAFF).flatMap(([access, names]) =>
      names.map((name) => [name, access as Access]),
    ),
  ),
  ...Object.fromEntries(RULES_OF_SITE.flatMap(([noun, access, also]) => rulesOf(noun, access, also))),
}

function rulesOf(noun: string, access: Access, also: readonly SiteVerb[]): [string, Access][] {
  const path = `/api/admin/site/${noun}`
  const names = [`GET ${path}`, `POST ${path}`, `POST ${path}/:id`, `POST ${path}/:id/remove`]
  const more = also.map((verb) => `POST ${path}${verb === 'order' ? '' : '/:id'}/${verb}`)
  return [...names, ...more].map((name) => [name, access])
}

/** Z-08: routes for programs, with a token of this scope. No signed-in user may use them. */
export const PROGRAM_RULES: Record<string, Access> = {
  'GET /api/v1/me': 'token:any',
  'GET /api/v1/records': 'token:records:read',
  'GET /api/v1/records/:id': 'token:records:read',
  'POST /api/v1/incidents': 'token:incidents:write',
  'PATCH /api/v1/incidents/:id': 'token:incidents:write',
  'POST /api/v1/incidents/:id/updates': 'token:incidents:write',
  'POST /api/v1/incidents/:id/resolve': 'token:incidents:write',
  'POST /api/v1/incidents/:id/reopen': 'token:incidents:write',
  'POST /api/v1/maintenance': 'token:maintenance:write',
  'PATCH /api/v1/maintenance/:id': 'token:maintenance:write',
  'POST /api/v1/maintenance/:id/updates': 'token:maintenance:write',
  'POST /api/v1/maintenance/:id/start': 'token:maintenance:write',
  'POST /api/v1/maintenance/:id/complete': 'token:maintenance:write',
  'POST /api/v1/maintenance/:id/postpone': 'token:maintenance:write',
  'POST /api/v1/maintenance/:id/cancel': 'token:maintenance:write',
  'POST /api/v1/advisories': 'token:advisories:write',
  'PATCH /api/v1/advisories/:id': 'token:advisories:write',
  'POST /api/v1/advisories/:id/updates': 'token:advisories:write',
  'POST /api/v1/advisories/:id/resolve': 'token:advisories:write',
  'POST /api/v1/notifications': 'token:notifications:write',
  'PATCH /api/v1/notifications/:id': 'token:notifications:write',
  'POST /api/v1/notifications/:id/updates': 'token:notifications:write',
  'GET /api/v1/clouds': 'token:site:read',
  'GET /api/v1/services': 'token:site:read',
  'GET /api/v1/data-centers': 'token:site:read',
  'PUT /api/v1/services/:tid/state': 'token:site:write',
  'POST /api/v1/services/:tid/state': 'token:site:write',
  'PUT /api/v1/data-centers/:tid/state': 'token:site:write',
  'POST /api/v1/data-centers/:tid/state': 'token:site:write',
  'GET /api/v1/deliveries': 'token:deliveries:read',
  'POST /api/v1/alertmanager': 'token:alerts:write',
  'POST /api/v1/imports/statuspage': 'token:imports:write',
  'POST /api/v1/imports/subscribers': 'token:imports:write',
  'POST /api/v1/imports/threats': 'token:imports:write',
}

/** These change nothing: they read by a body, also for pages of other sites. */
export const READS_BY_BODY: readonly string[] = [
  'POST /mcp',
  'POST /api/cloud-status.json',
  'POST /api/csp-reports',
]

/** Z-05, also written out a second time: the roles of each capability. */
const EVERYBODY: readonly Role[] = [
  'administrator',
  'blog_editor',
  'jab_compliance',
  'url_editor',
  'customer_success_manager',
  'cloud_apps',
  'legal_team',
  'trust_admin',
]
export const LETS_IN: Record<string, readonly Role[]> = {
  'see-admin-area': EVERYBODY,
  'edit-records': ['administrator', 'trust_admin', 'blog_editor', 'cloud_apps', 'legal_team', 'url_editor'],
  'edit-maintenance': ['administrator', 'trust_admin', 'blog_editor'],
  'edit-faq': ['administrator', 'trust_admin', 'blog_editor'],
  'edit-compliance': ['administrator', 'trust_admin', 'jab_compliance'],
  'edit-policies': ['administrator', 'trust_admin', 'legal_team'],
  'edit-site': ['administrator', 'trust_admin'],
  'close-site': ['administrator', 'trust_admin'],
  'import-content': ['administrator', 'trust_admin'],
  'see-deliveries': ['administrator', 'trust_admin', 'blog_editor', 'customer_success_manager'],
  'retry-deliveries': ['administrator', 'trust_admin'],
  'see-audit-log': ['administrator', 'trust_admin'],
  'manage-people': ['administrator'],
  'manage-tokens': ['administrator'],
}
