import type { AlertGroup, AlertPublishing, KeptAlert, KeptAlerts } from '../../domain/alerts/alert-group.ts'
import { mergeAlerts, type ReceivedAlerts } from './merge-alerts.ts'

const UPDATE_EVERY_MS = 5 * 60_000
/** Flapping alerts are one incident. */
export const REOPENS_WITHIN_MS = 10 * 60_000

export type AlertStep =
  | { kind: 'nothing' }
  | { kind: 'open'; news: News }
  | { kind: 'update'; news: News }
  /**
   * Too soon after the last update: published later, together with further news. A higher severity is on
   * the page immediately: only messages can wait.
   */
  | { kind: 'gather'; dueAt: Date; news: News }
  | { kind: 'reopen'; news: News }
  | { kind: 'resolve' }
  | { kind: 'note' }
  /** People have taken over; their changes stay. */
  | { kind: 'leave' }

export interface News {
  /** Alerts that readers don't know about yet. */
  alerts: KeptAlert[]
  /** The severity of all firing alerts, if it is higher than the published one. */
  graver: number | undefined
  /** The page has shown that severity since an earlier message. People may have changed it meanwhile. */
  isShown: boolean
}

export interface AlertPlan {
  step: AlertStep
  /**
   * Firing again or more severe than before, in words that readers know. Their places are affected,
   * whatever was published since.
   */
  again: KeptAlert[]
  alerts: KeptAlerts
  telling: AlertPublishing
  dueAt: Date | null
  closedAt: Date | null
}

/** Without a message: publishes what was gathered, once it is due. */
export function planAlerts({
  group,
  received,
  settings,
  now,
}: {
  /** The open group, otherwise the last one. */
  group: AlertGroup | undefined
  received: ReceivedAlerts
  settings: Pick<AlertPublishing, 'publishes' | 'notifies'>
  now: Date
}): AlertPlan {
  const told = group?.telling ?? NOTHING_TOLD
  const { alerts, again, hasChanged, overUntil } = mergeAlerts(group?.alerts ?? {}, received, told.overUntil)
  const isFiring = Object.values(alerts).some((alert) => alert.isFiring)
  const { publishes, notifies } = settings
  const telling = { ...told, publishes, notifies, overUntil }
  const planned = { group, alerts, again, telling, news: newsOf(alerts, told), hasChanged, now }
  if (group === undefined) return isFiring ? opening(planned) : nothing(planned)
  if (group.closedAt !== null) return isFiring && hasChanged ? firingAgain(planned, group) : nothing(planned)
  return isFiring || received.mayFireUnlisted ? goingOn(planned, group) : ending(planned, group)
}

const NOTHING_TOLD: AlertPublishing = {
  publishes: false,
  notifies: false,
  toldAt: '',
  toldRank: Number.NEGATIVE_INFINITY,
  closedBy: null,
  overUntil: null,
}

interface Planned {
  group: AlertGroup | undefined
  alerts: KeptAlerts
  again: KeptAlert[]
  telling: AlertPublishing
  news: News
  hasChanged: boolean
  now: Date
}

function newsOf(alerts: KeptAlerts, { toldRank, shownRank = toldRank }: AlertPublishing): News {
  const firing = Object.values(alerts).filter(({ isFiring }) => isFiring)
  const [gravest] = firing.toSorted((a, b) => b.rank - a.rank)
  return {
    alerts: firing.filter(({ isTold }) => !isTold),
    graver: gravest !== undefined && gravest.rank > toldRank ? gravest.severityTid : undefined,
    isShown: gravest !== undefined && gravest.rank <= shownRank,
  }
}

function opening({ telling, alerts, ...planned }: Planned): AlertPlan {
  const { publishes, notifies, overUntil } = telling
  const firing = Object.entries(alerts).filter(([, { isFiring }]) => isFiring)
  const begun = {
    ...planned,
    alerts: Object.fromEntries(firing.map(([name, alert]) => [name, { ...alert, isTold: false }])),
    telling: { ...NOTHING_TOLD, publishes, notifies, overUntil },
  }
  return told(begun, { kind: 'open', news: newsOf(begun.alerts, begun.telling) })
}

function firingAgain(planned: Planned, group: AlertGroup): AlertPlan {
  const resumed = { ...planned, telling: { ...planned.telling, closedBy: null } }
  switch (group.incidentState) {
    // People reopened it before the alerts did.
    case 'open':
      return goingOn(resumed, group)
    // Not reviewed yet: a second draft would not help.
    case 'draft':
      return kept(resumed, { kind: 'note' })
    case 'gone':
      return opening(planned)
    case 'closed': {
      const closedAt = group.closedAt?.getTime() ?? 0
      const isSoon = planned.now.getTime() - closedAt <= REOPENS_WITHIN_MS
      const isOurs = group.telling.closedBy === 'alerts' && planned.telling.publishes
      return isSoon && isOurs ? told(resumed, { kind: 'reopen', news: planned.news }) : opening(planned)
    }
  }
}

function goingOn(planned: Planned, group: AlertGroup): AlertPlan {
  const { news, telling, hasChanged, now } = planned
  const isNews = news.alerts.length > 0 || news.graver !== undefined
  if (!isNews) return kept(planned, { kind: hasChanged && isForNote(group) ? 'note' : 'nothing' })
  if (group.incidentState === 'closed' || group.incidentState === 'gone')
    return kept(planned, { kind: 'leave' })
  if (group.incidentState === 'draft' || !telling.publishes)
    return kept(planned, { kind: hasChanged ? 'note' : 'nothing' })
  const dueAt = new Date(Date.parse(telling.toldAt) + UPDATE_EVERY_MS)
  if (dueAt > now) {
    const shownRank = highestRank(planned, telling.shownRank ?? telling.toldRank)
    return { ...kept(planned, { kind: 'gather', dueAt, news }), dueAt, telling: { ...telling, shownRank } }
  }
  return told(planned, { kind: 'update', news })
}

function isForNote({ incidentState }: AlertGroup) {
  return incidentState === 'open' || incidentState === 'draft'
}

function ending(planned: Planned, group: AlertGroup): AlertPlan {
  const { telling, now } = planned
  const closed = (step: AlertStep, closedBy: 'alerts' | 'people'): AlertPlan => ({
    ...kept(planned, step),
    telling: { ...telling, closedBy },
    closedAt: now,
  })
  switch (group.incidentState) {
    case 'open':
      return telling.publishes ? closed({ kind: 'resolve' }, 'alerts') : closed({ kind: 'note' }, 'alerts')
    case 'draft':
      return closed({ kind: 'note' }, 'alerts')
    case 'closed':
    case 'gone':
      return closed({ kind: 'leave' }, 'people')
  }
}

function nothing(planned: Planned): AlertPlan {
  const { group } = planned
  return { ...kept(planned, { kind: 'nothing' }), closedAt: group?.closedAt ?? null }
}

function kept({ alerts, again, telling }: Planned, step: AlertStep): AlertPlan {
  return { step, again, alerts, telling, dueAt: null, closedAt: null }
}

function told(planned: Planned, step: AlertStep): AlertPlan {
  const alerts = Object.fromEntries(
    Object.entries(planned.alerts).map(([name, alert]) => [
      name,
      alert.isFiring ? { ...alert, isTold: true } : alert,
    ]),
  )
  return { ...kept(planned, step), alerts, telling: toldNow(planned, planned.now) }
}

function toldNow(planned: Planned, now: Date): AlertPublishing {
  const { shownRank: _, ...telling } = planned.telling
  return { ...telling, toldAt: now.toISOString(), toldRank: highestRank(planned, telling.toldRank) }
}

function highestRank({ alerts }: Planned, least: number) {
  return Math.max(least, ...Object.values(alerts).flatMap(({ isFiring, rank }) => (isFiring ? [rank] : [])))
}
