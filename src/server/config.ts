import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isLoopbackHost } from '../domain/loopback-host.ts'
import type { MailRates } from '../domain/notifying/mail-rates.ts'
import { parseUrl } from '../domain/parse-url.ts'
import type { LogWitness } from '../edition/log/ask-witness.ts'
import type { DkimKey } from '../mail/dkim.ts'
import type { Sender } from '../mail/mail-message.ts'
import { type BackupConfig, toBackups } from './config/backup-config.ts'
import { type CacheConfig, toCaches } from './config/cache-config.ts'
import { type EditionFileConfig, toEditionFile } from './config/edition-file-config.ts'
import { type SigningKeyConfig, toLogWitnesses, toSecretsKeys, toSigningKey } from './config/keys-config.ts'
import { type BounceConfig, toBounces, toDkim, toMailRates, toSender } from './config/mail-config.ts'
import { type MetricsListen, type ScaleConfig, toMetricsListen, toScale } from './config/scale-config.ts'
import { type OidcConfig, toOidc } from './config/sign-on-config.ts'
import { toCount, toFlag, toList, toUrl, WrongValue } from './config/values.ts'

export interface Config {
  port: number
  host: string
  /**
   * Without a trailing slash. Links in pages, feeds and mail start with it, never with a request's Host
   * header.
   */
  publicUrl: string
  isHttps: boolean
  dataDir: string
  /** Absent: embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  /** Absent: mail is written to `dataDir/outbox`. */
  smtpUrl: string | undefined
  smtpConnections: number
  /** Absent: a no-reply address at the site's host. */
  mailFrom: Sender | undefined
  dkim: DkimKey | undefined
  bounces: BounceConfig
  /** Rate limit for notification mail, per second across all workers. */
  mailRates: MailRates
  /** Absent: the demo identity provider. */
  oidc: OidcConfig | undefined
  isTrustDR: boolean
  /** For the files of a static export, which is also a disaster-recovery site. */
  isExport?: boolean
  isGov: boolean
  /** O-02: closed for maintenance, regardless of the setting in the admin area. */
  isInMaintenance: boolean
  maintenanceMessage: string | undefined
  /** Fills an empty database with demo content, and uses the demo identity provider unless a real one is set. */
  hasDemo: boolean
  /** `DEMO=1`: the demo identity provider accepts anyone who can reach the site, not only this machine. */
  isDemoOpen: boolean
  /** Absent: depends on whether a terminal is attached. */
  logLevel: LogLevel | undefined
  redirectHosts: string[]
  trustedProxies: string[]
  /** For development: channels may also point to this machine, without HTTPS. */
  isWebhookLocal: boolean
  scale: ScaleConfig
  metricsListen: MetricsListen | undefined
  editionFile: EditionFileConfig
  backups: BackupConfig
  caches: CacheConfig
  signingKey: SigningKeyConfig | undefined
  /**
   * Encrypt secrets in the database: the first key encrypts, all of them decrypt. Empty: secrets are stored in plain
   * text.
   */
  secretsKeys: readonly Uint8Array[]
  logWitnesses: readonly LogWitness[]
}

type ConfigOutcome = { kind: 'read'; config: Config } | { kind: 'wrong'; line: string }

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

const DEFAULT_PORT = 3000
const HIGHEST_PORT = 65_535

export function readConfig(env: Record<string, string | undefined>): ConfigOutcome {
  try {
    return { kind: 'read', config: parse(env) }
  } catch (error) {
    if (error instanceof WrongValue) return { kind: 'wrong', line: error.message }
    throw error
  }
}

function parse(env: Record<string, string | undefined>): Config {
  const read = (name: string) => env[name]?.trim() || undefined
  const port = toPort(read('PORT'))
  const dataDir = resolve(read('DATA_DIR') ?? 'data')
  const publicUrl = toPublicUrl(read('PUBLIC_URL')) ?? `http://localhost:${port}`
  const isTrustDR = toFlag('TRUST_DR', read('TRUST_DR'), false)
  const editionFile = toEditionFile(read, { dataDir, isTrustDR })
  return {
    port,
    host: toHost(read('HOST')),
    publicUrl,
    isHttps: publicUrl.startsWith('https:'),
    dataDir,
    databaseUrl: toUrl('DATABASE_URL', read('DATABASE_URL'), ['postgres:', 'postgresql:']),
    smtpUrl: toUrl('SMTP_URL', read('SMTP_URL'), ['smtp:', 'smtps:']),
    smtpConnections: toCount('SMTP_CONNECTIONS', read('SMTP_CONNECTIONS'), {
      least: 1,
      most: 100,
      otherwise: 20,
    }),
    mailFrom: toSender(read('MAIL_FROM')),
    dkim: toDkim(read),
    bounces: toBounces(read),
    mailRates: toMailRates(read('MAIL_RATE'), read('MAIL_DOMAIN_RATES')),
    oidc: toOidc(read),
    isTrustDR,
    isGov: toFlag('IS_GOV', read('IS_GOV'), false),
    isInMaintenance: toFlag('SITE_MAINTENANCE', read('SITE_MAINTENANCE'), false),
    maintenanceMessage: read('SITE_MAINTENANCE_MESSAGE'),
    ...toDemo(read, { publicUrl }),
    logLevel: toLogLevel(read('LOG_LEVEL')),
    redirectHosts: toList(read('REDIRECT_HOSTS')).map(toRedirectHost),
    trustedProxies: toList(read('TRUSTED_PROXIES')).map(toProxy),
    isWebhookLocal: toFlag('WEBHOOK_LOCAL', read('WEBHOOK_LOCAL'), false),
    scale: toScale(read),
    metricsListen: toMetricsListen(read('METRICS_LISTEN')),
    editionFile,
    backups: toBackups(read, dataDir),
    caches: toCaches(read),
    signingKey: toSigningKey(read),
    secretsKeys: toSecretsKeys(read),
    logWitnesses: toLogWitnesses(read('LOG_WITNESSES')),
  }
}

function toPort(value: string | undefined) {
  if (value === undefined) return DEFAULT_PORT
  const port = Number(value)
  const isPort = /^\d+$/.test(value) && port <= HIGHEST_PORT
  if (!isPort) throw new WrongValue(`PORT must be a number from 0 to ${HIGHEST_PORT}, not "${value}".`)
  return port
}

/** All interfaces, as containers need. A proxy in front or `HOST=127.0.0.1` limits access. */
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

function toLogLevel(value: string | undefined): LogLevel | undefined {
  if (value === undefined) return undefined
  const level = LOG_LEVELS.find((candidate) => candidate === value)
  if (level === undefined)
    throw new WrongValue(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${value}".`)
  return level
}

function toRedirectHost(value: string) {
  const isHost = parseUrl(`https://${value}`)?.host === value
  if (!isHost) throw new WrongValue(`REDIRECT_HOSTS must be host names separated by commas, not "${value}".`)
  return value
}

function toProxy(value: string) {
  const [address = '', prefix, ...rest] = value.split('/')
  const longest = LONGEST_PREFIX[isIP(address)] ?? 0
  const isPrefix = prefix === undefined || (/^[1-9]\d*$/.test(prefix) && Number(prefix) <= longest)
  const isRange = longest > 0 && isPrefix && rest.length === 0
  if (!isRange) {
    throw new WrongValue(`TRUSTED_PROXIES must be addresses or ranges separated by commas, not "${value}".`)
  }
  return value
}

const LONGEST_PREFIX: Record<number, number> = { 4: 32, 6: 128 }

type Read = (name: string) => string | undefined

/**
 * The demo is on by default only if nothing suggests production, so operators needn't know about it to turn
 * it off.
 */
function toDemo(read: Read, { publicUrl }: { publicUrl: string }) {
  const given = read('DEMO')
  switch (given) {
    case '0':
      return { hasDemo: false, isDemoOpen: false }
    case '1':
      return { hasDemo: true, isDemoOpen: true }
    case 'local':
      return { hasDemo: true, isDemoOpen: false }
    case undefined:
      return { hasDemo: !suggestsProduction(read, publicUrl), isDemoOpen: false }
    default:
      throw new WrongValue(`DEMO must be 0, 1 or local, not "${given}".`)
  }
}

function suggestsProduction(read: Read, publicUrl: string): boolean {
  return (
    read('DATABASE_URL') !== undefined ||
    read('TRUSTED_PROXIES') !== undefined ||
    !isLoopbackHost(new URL(publicUrl).hostname) ||
    read('NODE_ENV') === 'production'
  )
}

/** DEMO for child processes, which get DATABASE_URL from this one and would otherwise turn the demo off. */
export function demoVariable({ hasDemo, isDemoOpen }: Pick<Config, 'hasDemo' | 'isDemoOpen'>): string {
  if (!hasDemo) return '0'
  return isDemoOpen ? '1' : 'local'
}
