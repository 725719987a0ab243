import type { FastifyInstance } from 'fastify'
import { networkOfSubject } from '../../domain/account/subject-of-address.ts'
import { GROUP_SHARE } from '../../domain/fair-line.ts'
import { parseUrl } from '../../domain/parse-url.ts'
import type { AppContext } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

/** Browsers collect reports for a minute and send a list. */
const BODY_LIMIT_BYTES = 16 * 1024
const TYPES = ['application/csp-report', 'application/reports+json']

/** Nothing is looked up, stored or returned, so anyone may post without a cookie or token. */
export function cspReportRoutes(app: FastifyInstance, { clock, log, metrics }: AppContext) {
  const reports = new CspReports({
    count: (directive) => metrics.observeCspReport(directive),
    log: (report) => log.warn(report, 'The content security policy blocked something'),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    TYPES,
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    app.getDefaultJsonParser('ignore', 'ignore'),
  )
  app.post(
    CSP_REPORTS_PATH,
    { config: { ...ANYONE, readsOnly: true }, schema: { hide: true } },
    async (request, reply) => {
      const given = cspReportsIn(request.body)
      if (given === undefined) throw new Fault('bad-request')
      reports.note(given, { client: clientOf(request), now: clock() })
      return reply.code(204).header('cache-control', PRIVATE_CACHE).send()
    },
  )
  refuseOtherMethods(app, CSP_REPORTS_PATH, ['POST'])
}

export const CSP_REPORTS_PATH = '/api/csp-reports'

/** A page with an injected script sends a few reports. More from one client are ignored. */
const MOST_OF_ONE_CLIENT = 60
/** An IPv6 network may be a single client with any number of addresses. */
const MOST_OF_ONE_NETWORK = MOST_OF_ONE_CLIENT * GROUP_SHARE
const COUNTED_FOR_MS = 60_000
const MOST_NETWORKS = 10_000
const LOGGED_AGAIN_AFTER_MS = 10 * 60_000
/** Reports can be forged, and each kind is a log line. One network gets only part of the lines. */
const MOST_LOGGED = 50
const MOST_LOGGED_OF_ONE_NETWORK = 10

/** A report without anything about the reader: no query, identifiers or markup sample. */
export interface CspReport {
  directive: string
  /** The blocked origin, or a keyword such as `inline`. */
  blocked: string
  /** The path of the page, with `:id` for identifiers. */
  page: string
}

interface Noting {
  count(directive: string): void
  log(report: CspReport): void
}

export class CspReports {
  readonly #noting: Noting
  #logged = new Map<string, { at: number; network: string }>()
  readonly #networks = new Map<string, { reports: number; clients: Map<string, number> }>()
  #countedSince = Number.NEGATIVE_INFINITY

  constructor(noting: Noting) {
    this.#noting = noting
  }

  /** `client` is the result of `subjectOfAddress`. */
  note(reports: readonly CspReport[], { client, now }: { client: string; now: Date }) {
    const network = networkOfSubject(client)
    for (const report of reports) {
      if (!this.#isCounted(client, network, now.getTime())) return
      this.#noting.count(report.directive)
      if (this.#isNews(report, network, now.getTime())) this.#noting.log(report)
    }
  }

  #isCounted(client: string, network: string, now: number): boolean {
    if (now - this.#countedSince >= COUNTED_FOR_MS) {
      this.#countedSince = now
      this.#networks.clear()
    }
    const counted = this.#networks.get(network) ?? { reports: 0, clients: new Map<string, number>() }
    const ofClient = counted.clients.get(client) ?? 0
    if (ofClient >= MOST_OF_ONE_CLIENT || counted.reports >= MOST_OF_ONE_NETWORK) return false
    counted.reports++
    counted.clients.set(client, ofClient + 1)
    this.#networks.set(network, counted)
    // Drop the oldest rather than refuse: a flood must not block others.
    const [oldest] = this.#networks.keys()
    if (this.#networks.size > MOST_NETWORKS && oldest !== undefined) this.#networks.delete(oldest)
    return true
  }

  #isNews({ directive, blocked, page }: CspReport, network: string, now: number): boolean {
    for (const [key, { at }] of this.#logged) if (now - at >= LOGGED_AGAIN_AFTER_MS) this.#logged.delete(key)
    const key = `${directive} ${blocked} ${page}`
    if (this.#logged.has(key) || this.#logged.size >= MOST_LOGGED) return false
    const ofNetwork = [...this.#logged.values()].filter((logged) => logged.network === network).length
    if (ofNetwork >= MOST_LOGGED_OF_ONE_NETWORK) return false
    this.#logged.set(key, { at: now, network })
    return true
  }
}

/**
 * The reports in a body, in the format of `report-uri` (one object) or of `report-to` (a list that may contain other
 * kinds); undefined for anything else. Reports caused by browser extensions are dropped, because users want those
 * changes.
 */
export function cspReportsIn(body: unknown): CspReport[] | undefined {
  const given = Array.isArray(body) ? body.map(violationOf) : [fieldOf(body, 'csp-report')]
  const violations = given.filter((violation) => violation !== undefined)
  if (!violations.every(isObject) || (!Array.isArray(body) && violations.length === 0)) return undefined
  return violations.flatMap((violation) => {
    const blocked = textOf(violation, 'blockedURL', 'blocked-uri')
    const source = textOf(violation, 'sourceFile', 'source-file')
    if ([blocked, source].some((address) => EXTENSION.test(address))) return []
    const directive = textOf(violation, 'effectiveDirective', 'effective-directive', 'violated-directive')
    return {
      directive: knownDirective(directive),
      blocked: originOf(blocked),
      page: pageOf(textOf(violation, 'documentURL', 'document-uri')),
    }
  })
}

function violationOf(report: unknown): unknown {
  if (!isObject(report)) return null
  return report.type === 'csp-violation' ? (report.body ?? null) : undefined
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(violation: Record<string, unknown>, ...names: readonly string[]): string {
  for (const name of names) {
    const value = violation[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}

const EXTENSION = /^(?:[a-z-]*-extension|webkit-masked-url|safari-web-extension):/i

/** Used as a metric label, so forged names must not create new ones. */
function knownDirective(given: string): string {
  const name = given.split(' ')[0] ?? ''
  return DIRECTIVES.has(name) ? name : 'other'
}

const DIRECTIVES: ReadonlySet<string> = new Set(
  [
    [
      'default-src',
      'base-uri',
      'form-action',
      'frame-ancestors',
      'require-trusted-types-for',
      'trusted-types',
    ],
    ['script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem', 'style-src-attr'],
    [
      'img-src',
      'font-src',
      'connect-src',
      'manifest-src',
      'object-src',
      'frame-src',
      'media-src',
      'worker-src',
    ],
  ].flat(),
)

function originOf(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked
  const url = parseUrl(blocked)
  if (url === undefined) return 'unknown'
  return (url.origin === 'null' ? url.protocol : url.origin).slice(0, 100)
}

function pageOf(address: string): string {
  const segments = parseUrl(address)?.pathname.split('/').slice(1, 7) ?? ['unknown']
  return `/${segments.map((segment) => (PLAIN_SEGMENT.test(segment) ? segment : ':id')).join('/')}`
}

/** Matches words of our routes and domains of clouds. Numbers and tokens could identify a reader. */
const PLAIN_SEGMENT = /^(?!.*\d{2})[a-z0-9.-]{0,40}$/
