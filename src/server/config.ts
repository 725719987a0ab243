import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isRole, ROLES, type Role } from '../domain/access.ts'
import { emailAddress } from '../domain/account/email-address.ts'
import type { MailRates } from '../domain/telling/mail-rates.ts'
import type { Sender } from '../mail/mail-message.ts'

/** Everything that a deployment may set, read once. */
export interface Config {
  port: number
  host: string
  /** Without a trailing slash. Links in pages, feeds and mail start with it, never with a request's Host. */
  publicUrl: string
  isHttps: boolean
  dataDir: string
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  /** Absent: mail is kept in `dataDir/outbox`. */
  smtpUrl: string | undefined
  /** So many notifications are sent at a time. */
  smtpConnections: number
  /** Absent: an address of the site's own host that nobody reads. */
  mailFrom: Sender | undefined
  /** How many notifications may go by mail in a second, over all workers. */
  mailRates: MailRates
  /** A worker that sends notifications runs beside this process. */
  hasDeliveryWorker: boolean
  /** Absent: the demo identity provider. */
  oidc: OidcConfig | undefined
  isTrustDR: boolean
  isGov: boolean
  /** O-02: closed for maintenance, whatever staff have set. */
  isInMaintenance: boolean
  /** Absent: the usual words. */
  maintenanceMessage: string | undefined
  hasDemo: boolean
  /** Absent: whoever starts the site decides by who is watching. */
  logLevel: LogLevel | undefined
  /** Hosts besides this site that a post may redirect to. */
  redirectHosts: string[]
  /** Proxies whose X-Forwarded-For counts: addresses or CIDR ranges. */
  trustedProxies: string[]
  /** Channels may also lead to this machine, without https: for trying them out. */
  isWebhookLocal: boolean
}

/** the identity provider of the staff. */
export interface OidcConfig {
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string
  /** The claim that carries the groups of a person; dots lead into it, as in `realm_access.roles`. */
  roleClaim: string
  /** Which role each group stands for. Absent: the claim names the roles themselves. */
  roleMap: readonly { group: string; role: Role }[] | undefined
}

export type ConfigOutcome = { kind: 'read'; config: Config } | { kind: 'wrong'; line: string }

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

const DEFAULT_PORT = 3000
const HIGHEST_PORT = 65_535
const DEFAULT_SMTP_CONNECTIONS = 20
const MOST_SMTP_CONNECTIONS = 100
const DEFAULT_SCOPES = 'openid email profile'
const DEFAULT_ROLE_CLAIM = 'roles'

export function readConfig(env: Record<string, string | undefined>): ConfigOutcome {
  try {
    return { kind: 'read', config: parse(env) }
  } catch (error) {
    if (error instanceof WrongValue) return { kind: 'wrong', line: error.message }
    throw error
  }
}

class WrongValue extends Error {}

function parse(env: Record<string, string | undefined>): Config {
  const read = (name: string) => env[name]?.trim() || undefined
  const port = toPort(read('PORT'))
  const publicUrl = toPublicUrl(read('PUBLIC_URL')) ?? `http://localhost:${port}`
  return {
    port,
    host: toHost(read('HOST')),
    publicUrl,
    isHttps: publicUrl.startsWith('https:'),
    dataDir: resolve(read('DATA_DIR') ?? 'data'),
    databaseUrl: toUrl('DATABASE_URL', read('DATABASE_URL'), ['postgres:', 'postgresql:']),
    smtpUrl: toUrl('SMTP_URL', read('SMTP_URL'), ['smtp:', 'smtps:']),
    smtpConnections: toSmtpConnections(read('SMTP_CONNECTIONS')),
    mailFrom: toSender(read('MAIL_FROM')),
    mailRates: toMailRates(read('MAIL_RATE'), read('MAIL_DOMAIN_RATES')),
    hasDeliveryWorker: toFlag('DELIVERY_WORKER', read('DELIVERY_WORKER'), true),
    oidc: toOidc(read),
    isTrustDR: toFlag('TRUST_DR', read('TRUST_DR'), false),
    isGov: toFlag('IS_GOV', read('IS_GOV'), false),
    isInMaintenance: toFlag('SITE_MAINTENANCE', read('SITE_MAINTENANCE'), false),
    maintenanceMessage: read('SITE_MAINTENANCE_MESSAGE'),
    hasDemo: toFlag('DEMO', read('DEMO'), true),
    logLevel: toLogLevel(read('LOG_LEVEL')),
    redirectHosts: toList(read('REDIRECT_HOSTS')).map(toRedirectHost),
    trustedProxies: toList(read('TRUSTED_PROXIES')).map(toProxy),
    isWebhookLocal: toFlag('WEBHOOK_LOCAL', read('WEBHOOK_LOCAL'), false),
  }
}

function toPort(value: string | undefined) {
  if (value === undefined) return DEFAULT_PORT
  const port = Number(value)
  const isPort = /^\d+$/.test(value) && port <= HIGHEST_PORT
  if (!isPort) throw new WrongValue(`PORT must be a number from 0 to ${HIGHEST_PORT}, not "${value}".`)
  return port
}

/** All interfaces, as a server in a container needs; a proxy in front or `HOST=127.0.0.1` narrows it. */
function toHost(value: string | undefined) {
  if (value === undefined) return '0.0.0.0'
  const isHost = /^[a-z0-9.:-]+$/i.test(value)
  if (!isHost) throw new WrongValue(`HOST must be an address or a host name, not "${value}".`)
  return value
}

function toPublicUrl(value: string | undefined) {
  const url = toUrl('PUBLIC_URL', value, ['http:', 'https:'])
  if (url === undefined) return undefined
  const { origin, pathname, search, hash } = new URL(url)
  const isOrigin = pathname === '/' && search === '' && hash === ''
  if (!isOrigin) throw new WrongValue(`PUBLIC_URL must be an address without a path, such as ${origin}.`)
  return origin
}

/** The value may hold a password, so the line never repeats it whole. */
function toUrl(name: string, value: string | undefined, protocols: string[]) {
  if (value === undefined) return undefined
  const isWanted = URL.canParse(value) && protocols.includes(new URL(value).protocol)
  if (!isWanted) throw new WrongValue(`${name} must be a URL that begins with ${protocols.join('// or ')}//.`)
  return value
}

function toSmtpConnections(value: string | undefined) {
  if (value === undefined) return DEFAULT_SMTP_CONNECTIONS
  const count = Number(value)
  if (!/^[1-9]\d*$/.test(value) || count > MOST_SMTP_CONNECTIONS) {
    throw new WrongValue(
      `SMTP_CONNECTIONS must be a number from 1 to ${MOST_SMTP_CONNECTIONS}, not "${value}".`,
    )
  }
  return count
}

function toSender(value: string | undefined): Sender | undefined {
  if (value === undefined) return undefined
  const [, name, bracketed] = value.match(/^([^<>\p{Cc}]*)<([^<>]+)>$/u) ?? []
  const address = emailAddress(bracketed ?? value)
  if (address === undefined) {
    throw new WrongValue(
      `MAIL_FROM must be an address such as trust@example.com or Example Trust <trust@example.com>, not "${value}".`,
    )
  }
  return { name: name?.replaceAll('"', '').trim() || undefined, address }
}

function toMailRates(overAll: string | undefined, domains: string | undefined): MailRates {
  const pairs = new Map(toList(domains).map(toDomainRate))
  const toOthers = pairs.get(EVERY_OTHER_DOMAIN)
  pairs.delete(EVERY_OTHER_DOMAIN)
  const rate = overAll === undefined ? undefined : toRate(overAll)
  if (Number.isNaN(rate))
    throw new WrongValue(`MAIL_RATE must be a number of mails per second above 0, not "${overAll}".`)
  return { overAll: rate, byDomain: pairs, toOthers }
}

const EVERY_OTHER_DOMAIN = '*'

function toDomainRate(pair: string): [string, number] {
  const [domain = '', value = '', ...rest] = pair.split('=').map((part) => part.trim())
  const isDomain = domain === EVERY_OTHER_DOMAIN || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(domain)
  const rate = toRate(value)
  if (!isDomain || Number.isNaN(rate) || rest.length > 0) {
    throw new WrongValue(
      `MAIL_DOMAIN_RATES must be pairs domain=mails per second separated by commas, such as gmail.com=20,*=50; "${pair}" is none.`,
    )
  }
  return [domain.toLowerCase(), rate]
}

/** Not a number for what is none. */
function toRate(value: string) {
  const rate = /^\d+(\.\d+)?$/.test(value) ? Number(value) : 0
  return rate > 0 ? rate : Number.NaN
}

function toOidc(read: (name: string) => string | undefined): Config['oidc'] {
  const issuer = toUrl('OIDC_ISSUER', read('OIDC_ISSUER'), ['http:', 'https:'])
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

/** A group may have `=` in its name, a role has none. */
function toMappedRole(pair: string) {
  const at = pair.lastIndexOf('=')
  const group = pair.slice(0, Math.max(0, at)).trim()
  const role = pair.slice(at + 1).trim()
  if (group === '' || !isRole(role)) {
    throw new WrongValue(
      `OIDC_ROLE_MAP must be pairs group=role separated by commas, with roles out of ${ROLES.join(', ')}; "${pair}" is none.`,
    )
  }
  return { group, role }
}

function toFlag(name: string, value: string | undefined, otherwise: boolean) {
  if (value === undefined) return otherwise
  if (value !== '0' && value !== '1') throw new WrongValue(`${name} must be 0 or 1, not "${value}".`)
  return value === '1'
}

function toLogLevel(value: string | undefined): LogLevel | undefined {
  if (value === undefined) return undefined
  const level = LOG_LEVELS.find((candidate) => candidate === value)
  if (level === undefined)
    throw new WrongValue(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${value}".`)
  return level
}

function toList(value: string | undefined) {
  return (value ?? '').split(',').flatMap((part) => part.trim() || [])
}

function toRedirectHost(value: string) {
  const isHost = URL.canParse(`https://${value}`) && new URL(`https://${value}`).host === value
  if (!isHost)
    throw new WrongValue(`REDIRECT_HOSTS must be host names separated by commas; "${value}" is none.`)
  return value
}

function toProxy(value: string) {
  const [address = '', prefix, ...rest] = value.split('/')
  const longest = LONGEST_PREFIX[isIP(address)] ?? 0
  const isPrefix = prefix === undefined || (/^[1-9]\d*$/.test(prefix) && Number(prefix) <= longest)
  const isRange = longest > 0 && isPrefix && rest.length === 0
  if (!isRange) {
    throw new WrongValue(
      `TRUSTED_PROXIES must be addresses or ranges separated by commas; "${value}" is none.`,
    )
  }
  return value
}

/** In bits, by version of the protocol. */
const LONGEST_PREFIX: Record<number, number> = { 4: 32, 6: 128 }
