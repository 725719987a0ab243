import type { AlertGroup, AlertTelling, KeptAlert, KeptAlerts } from '../../domain/alerts/alert-group.ts'
import { type Heard, mergeAlerts } from './merge-alerts.ts'

/** A storm is one story: readers hear of it once in so long. */
const UPDATE_EVERY_MS = 5 * 60_000
/** Alerts that come and go are one incident. */
export const REOPENS_WITHIN_MS = 10 * 60_000

export type AlertStep =
  /** Heard before, or too late to matter. */
  | { kind: 'nothing' }
  | { kind: 'open'; news: News }
  | { kind: 'update'; news: News }
  /** News so soon after the last that they are told later, with whatever else comes. */
  | { kind: 'gather'; dueAt: Date }
  | { kind: 'reopen'; news: News }
  | { kind: 'resolve' }
  /** Only staff hear of it. */
  | { kind: 'note' }
  /** People have taken it over: what they did stays. */
  | { kind: 'leave' }

export interface News {
  /** The alerts that readers do not know of yet. */
  alerts: KeptAlert[]
  /** Of all that fire, if it is graver than what was said before. */
  graver: number | undefined
}

/** What to do, and what to keep of the group when it is done. */
export interface AlertPlan {
  step: AlertStep
  alerts: KeptAlerts
  telling: AlertTelling
  dueAt: Date | null
  closedAt: Date | null
}

/** What a message about a group comes to. Without a message: what was gathered, once its time has come. */
export function planAlerts({
  group,
  heard,
  settings,
  now,
}: {
  /** The one that is open, else the last that was. */
  group: AlertGroup | undefined
  heard: Heard
  settings: Pick<AlertTelling, 'publishes' | 'notifies'>
  now: Date
}): AlertPlan {
  const told = group?.telling ?? NOTHING_TOLD
  const { alerts, hasChanged, overUntil } = mergeAlerts(group?.alerts ?? {}, heard, told.overUntil)
  const isFiring = Object.values(alerts).some((alert) => alert.isFiring)
  const { publishes, notifies } = settings
  const telling = { ...told, publishes, notifies, overUntil }
  const planned = { group, alerts, telling, news: newsOf(alerts, told), hasChanged, now }
  if (group === undefined) return isFiring ? opening(planned) : nothing(planned)
  if (group.closedAt !== null) return isFiring && hasChanged ? firingAgain(planned, group) : nothing(planned)
  return isFiring ? goingOn(planned, group) : ending(planned, group)
}

const NOTHING_TOLD: AlertTelling = {
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
  telling: AlertTelling
  news: News
  hasChanged: boolean
  now: Date
}

function newsOf(alerts: KeptAlerts, { toldRank }: AlertTelling): News {
  const firing = Object.values(alerts).filter(({ isFiring }) => isFiring)
  const [gravest] = firing.toSorted((a, b) => b.rank - a.rank)
  return {
    alerts: firing.filter(({ isTold }) => !isTold),
    graver: gravest !== undefined && gravest.rank > toldRank ? gravest.severityTid : undefined,
  }
}

/** Another story: what is over is no part of it, and nothing of it was told. */
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
  switch (group.standing) {
    // People have opened it again before the alerts did.
    case 'open':
      return goingOn(resumed, group)
    // Nobody has looked at it yet: a second draft would not help.
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
  if (group.standing === 'closed' || group.standing === 'gone') return kept(planned, { kind: 'leave' })
  if (group.standing === 'draft' || !telling.publishes)
    return kept(planned, { kind: hasChanged ? 'note' : 'nothing' })
  const dueAt = new Date(Date.parse(telling.toldAt) + UPDATE_EVERY_MS)
  if (dueAt > now) return { ...kept(planned, { kind: 'gather', dueAt }), dueAt }
  return told(planned, { kind: 'update', news })
}

function isForNote({ standing }: AlertGroup) {
  return standing === 'open' || standing === 'draft'
}

function ending(planned: Planned, group: AlertGroup): AlertPlan {
  const { telling, now } = planned
  const closed = (step: AlertStep, closedBy: 'alerts' | 'people'): AlertPlan => ({
    ...kept(planned, step),
    telling: { ...telling, closedBy },
    closedAt: now,
  })
  switch (group.standing) {
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

/** Without a word to readers. */
function kept({ alerts, telling }: Planned, step: AlertStep): AlertPlan {
  return { step, alerts, telling, dueAt: null, closedAt: null }
}

/** With all that fires told. */
function told(planned: Planned, step: AlertStep): AlertPlan {
  const alerts = Object.fromEntries(
    Object.entries(planned.alerts).map(([name, alert]) => [
      name,
      alert.isFiring ? { ...alert, isTold: true } : alert,
    ]),
  )
  return { ...kept(planned, step), alerts, telling: toldNow(planned, planned.now) }
}

function toldNow({ alerts, telling }: Planned, now: Date): AlertTelling {
  const ranks = Object.values(alerts).flatMap(({ isFiring, rank }) => (isFiring ? [rank] : []))
  return { ...telling, toldAt: now.toISOString(), toldRank: Math.max(telling.toldRank, ...ranks) }
}
