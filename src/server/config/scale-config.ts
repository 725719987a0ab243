import { availableParallelism } from 'node:os'
import { toCount, toUrl, WrongValue } from './values.ts'

const PROCESS_ROLES = ['web', 'worker', 'all'] as const
type ProcessRole = (typeof PROCESS_ROLES)[number]

export interface ScaleConfig {
  /** `web` answers, `worker` tells subscribers and writes editions and backups, `all` does both. */
  role: ProcessRole
  /** So many processes answer on one port. */
  workers: number
  /** A read replica that editions are loaded from. Absent: the database itself. */
  databaseReadUrl: string | undefined
  /** Where a worker answers to probes. Absent: nowhere, so that it runs beside a site without being told how. */
  probePort: number | undefined
  /** After a stop is asked for, `/readyz` says so for this long before no more connections are taken. */
  drainSeconds: number
}

export interface MetricsListen {
  host: string
  port: number
  /** Somebody set it: without it the start is refused. The usual one may be taken by another site on this machine. */
  isChosen: boolean
}

const MOST_WORKERS = 64
const HIGHEST_PORT = 65_535
const USUAL_METRICS: MetricsListen = { host: '127.0.0.1', port: 9464, isChosen: false }
const MOST_DRAIN_SECONDS = 300

export function toScale(read: (name: string) => string | undefined): ScaleConfig {
  return {
    role: toRole(read('ROLE')),
    workers: toWorkers(read('WORKERS')),
    databaseReadUrl: toUrl('DATABASE_READ_URL', read('DATABASE_READ_URL'), ['postgres:', 'postgresql:']),
    // Its value was checked with the port of the site.
    probePort: read('PORT') === undefined ? undefined : Number(read('PORT')),
    drainSeconds: toCount('DRAIN_SECONDS', read('DRAIN_SECONDS'), {
      least: 0,
      most: MOST_DRAIN_SECONDS,
      otherwise: 0,
    }),
  }
}

function toRole(value = 'all'): ProcessRole {
  const role = PROCESS_ROLES.find((candidate) => candidate === value)
  if (role === undefined)
    throw new WrongValue(`ROLE must be one of ${PROCESS_ROLES.join(', ')}, not "${value}".`)
  return role
}

function toWorkers(value: string | undefined) {
  if (value === 'auto') return availableParallelism()
  return toCount('WORKERS', value, { least: 1, most: MOST_WORKERS, otherwise: 1 })
}

/** Loopback unless a host is named: metrics are for those who run the site. */
export function toMetricsListen(value: string | undefined): MetricsListen | undefined {
  if (value === undefined) return USUAL_METRICS
  if (value === 'none') return undefined
  const [, inBrackets, plain, digits] =
    /^(?:(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+)):)?(\d{1,5})$/i.exec(value) ?? []
  const port = Number(digits)
  if (digits === undefined || port > HIGHEST_PORT)
    throw new WrongValue(
      `METRICS_LISTEN must be an address with a port such as 127.0.0.1:9464 or [::1]:9464, or none, not "${value}".`,
    )
  return { host: inBrackets ?? plain ?? USUAL_METRICS.host, port, isChosen: true }
}
