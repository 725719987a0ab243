import { availableParallelism } from 'node:os'
import { toCount, toUrl, WrongValue } from './values.ts'

const PROCESS_ROLES = ['web', 'worker', 'all'] as const
type ProcessRole = (typeof PROCESS_ROLES)[number]

export interface ScaleConfig {
  /** `web` serves requests, `worker` notifies subscribers and writes editions and backups, `all` does both. */
  role: ProcessRole
  workers: number
  /** Absent: the database itself. */
  databaseReadUrl: string | undefined
  /** Where a worker answers probes. Absent: nowhere, so that a worker runs next to a site without configuration. */
  probePort: number | undefined
  /** After a stop request, `/readyz` reports it for this long before we stop accepting connections. */
  drainSeconds: number
}

export interface MetricsListen {
  host: string
  port: number
  /**
   * Set by the operator, so failing to listen there refuses the start. The default port may be in use by
   * another site on this machine.
   */
  isChosen: boolean
}

const MOST_WORKERS = 64
const HIGHEST_PORT = 65_535
const USUAL_METRICS: MetricsListen = { host: '127.0.0.1', port: 9464, isChosen: false }
const MOST_DRAIN_SECONDS = 300

export function toScale(
  read: (name: string) => string | undefined,
  { cores = availableParallelism() } = {},
): ScaleConfig {
  return {
    role: toRole(read('ROLE')),
    workers: toWorkers(read('WORKERS'), cores),
    databaseReadUrl: toUrl('DATABASE_READ_URL', read('DATABASE_READ_URL'), ['postgres:', 'postgresql:']),
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

function toWorkers(value: string | undefined, cores: number) {
  if (value === 'auto') return Math.min(cores, MOST_WORKERS)
  return toCount('WORKERS', value, { least: 1, most: MOST_WORKERS, otherwise: 1 })
}

/**
 * Shared by all web processes of one start. Loading editions and listening for them use their own
 * connections.
 */
const CONNECTIONS_OF_ALL = 40
const LEAST_CONNECTIONS = 2
const MOST_CONNECTIONS = 10

export function webConnections({ workers }: Pick<ScaleConfig, 'workers'>): number {
  const share = Math.floor(CONNECTIONS_OF_ALL / workers)
  return Math.min(MOST_CONNECTIONS, Math.max(LEAST_CONNECTIONS, share))
}

/** Loopback unless a host is given: metrics are for operators only. */
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
