import { createHash } from 'node:crypto'
import type { KeptAlert, KeptAlerts } from '../../domain/alerts/alert-group.ts'
import type { ReadAlert } from '../../domain/alerts/read-webhook.ts'
import type { ReceivedGroup } from '../alerts/receive-alerts.ts'
import type { Things } from '../automation/names-of-things.ts'
import type { MappedAlert, MappedGroup } from './read-payload.ts'

export function groupOfPayload(
  group: MappedGroup,
  { things, source, trouble, now }: { things: Things; source: string; trouble: readonly string[]; now: Date },
): ReceivedGroup {
  const { key, isAllOver, mayFireUnlisted, title } = group
  const alerts = group.alerts.map((alert) => withCloudsOfServices(alert, things))
  return {
    key,
    isAllOver,
    mayFireUnlisted,
    title,
    source: [source],
    trouble,
    alertsAfter: (kept) => alertsInOrder(alerts, { kept, now }),
  }
}

function withCloudsOfServices(alert: MappedAlert, { service_categories }: Things): MappedAlert {
  const clouds = service_categories
    .filter(({ services }) => services.some(({ tid }) => alert.services.includes(String(tid))))
    .map(({ cloud_id }) => String(cloud_id))
  return clouds.length === 0 ? alert : { ...alert, clouds: [...new Set([...alert.clouds, ...clouds])] }
}

/**
 * Gives alerts the times that the rules for alerts expect: while an alert fires, its start stays; one that
 * fires again has a later start. Some products don't send times, others only the time of each event. Late
 * messages are dropped.
 */
export function alertsInOrder(
  alerts: readonly MappedAlert[],
  { kept, now }: { kept: KeptAlerts; now: Date },
): ReadAlert[] {
  return alerts.flatMap(({ identity, ...alert }) => {
    const fingerprint = fingerprintOf(identity)
    const times = timesOf(alert, kept[fingerprint], now.toISOString())
    return times === 'late' ? [] : [{ ...alert, fingerprint, ...times }]
  })
}

/** Never a name such as `__proto__`, and short. */
function fingerprintOf(identity: string): string {
  return createHash('sha256').update(identity).digest('hex').slice(0, 32)
}

function timesOf(
  { isFiring, ...given }: Omit<MappedAlert, 'identity'>,
  before: KeptAlert | undefined,
  now: string,
): Pick<ReadAlert, 'startsAt' | 'endsAt'> | 'late' {
  // A fast clock, or a local time, must not make later messages look late.
  const byNow = (time: string) => (time > now ? now : time)
  const startsAt = byNow(given.startsAt ?? now)
  if (isFiring) {
    if (before === undefined) return { startsAt, endsAt: null }
    if (before.isFiring) return { startsAt: before.startsAt, endsAt: null }
    return startsAt <= (before.endsAt ?? before.startsAt) ? 'late' : { startsAt, endsAt: null }
  }
  const end = byNow(given.endsAt ?? now)
  if (before === undefined) return { startsAt: given.startsAt === undefined ? end : startsAt, endsAt: end }
  if (!before.isFiring) return 'late'
  return end < byNow(before.startsAt) ? 'late' : { startsAt: before.startsAt, endsAt: end }
}
