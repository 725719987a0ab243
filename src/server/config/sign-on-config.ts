import { isRole, ROLES, type Role } from '../../domain/access.ts'
import { toFetchedUrl, toList, WrongValue } from './values.ts'

const DEFAULT_SCOPES = 'openid email profile'
const DEFAULT_ROLE_CLAIM = 'roles'

export interface OidcConfig {
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string
  /** The claim with the user's groups. Dots go into nested objects, as in `realm_access.roles`. */
  roleClaim: string
  /** The role of each group. Absent: the claim contains role names. */
  roleMap: readonly { group: string; role: Role }[] | undefined
}

export function toOidc(read: (name: string) => string | undefined): OidcConfig | undefined {
  const issuer = toFetchedUrl('OIDC_ISSUER', read('OIDC_ISSUER'), {
    instead: 'use OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  })
  const clientId = read('OIDC_CLIENT_ID')
  const clientSecret = read('OIDC_CLIENT_SECRET')
  const details = {
    scopes: toScopes(read('OIDC_SCOPES')),
    roleClaim: read('OIDC_ROLE_CLAIM') ?? DEFAULT_ROLE_CLAIM,
    roleMap: toRoleMap(read('OIDC_ROLE_MAP')),
  }
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new WrongValue(
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all three or none.',
    )
  }
  return { issuer, clientId, clientSecret, ...details }
}

function toScopes(value = DEFAULT_SCOPES) {
  const scopes = value.split(/\s+/)
  const areScopes = scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))
  if (!areScopes || !scopes.includes('openid'))
    throw new WrongValue(`OIDC_SCOPES must be names separated by spaces, "openid" among them.`)
  return scopes.join(' ')
}

function toRoleMap(value: string | undefined): OidcConfig['roleMap'] {
  return value === undefined ? undefined : toList(value).map(toMappedRole)
}

/** A group name may contain `=`; a role can't. */
function toMappedRole(pair: string) {
  const at = pair.lastIndexOf('=')
  const group = pair.slice(0, Math.max(0, at)).trim()
  const role = pair.slice(at + 1).trim()
  if (group === '' || !isRole(role)) {
    throw new WrongValue(
      `OIDC_ROLE_MAP must be pairs group=role separated by commas, where role is one of ${ROLES.join(', ')}, not "${pair}".`,
    )
  }
  return { group, role }
}
