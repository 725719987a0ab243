import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { againOnDeadlock } from '../../db/again-on-deadlock.ts'
import { type AlertGroupRow, insertGroup, lockGroup } from '../../db/alert-groups.ts'
import { readThings } from '../../db/choices.ts'
import { cloudsTouched } from '../../db/cloud-limits.ts'
import type { DB } from '../../db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import type { AlertPublishing, KeptAlerts } from '../../domain/alerts/alert-group.ts'
import type { ReadAlert } from '../../domain/alerts/read-webhook.ts'
import type { ApprovalPass } from '../../domain/newsroom/approval.ts'
import { type CloudLimit, isInsideLimit } from '../../domain/newsroom/may-edit.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'
import type { Things } from '../automation/names-of-things.ts'
import { type OutsideLimit, outsideLimit } from '../records/about-limit.ts'
import { alertNote, withAlertNote } from './alert-note.ts'
import { type Applied, openIncident } from './alert-step.ts'
import { applyAlerts, type Source } from './apply-alerts.ts'
import { type AlertDefaults, placesOfAlerts } from './places-of-alerts.ts'
import { type AlertPlan, planAlerts } from './plan-alerts.ts'

export interface ReceivedGroup {
  key: string
  isAllOver: boolean
  /** Alerts that it doesn't list may be firing, even if all known ones have ended. */
  mayFireUnlisted: boolean
  title: string
  /** Where staff can find more, one line each. */
  source: readonly string[]
  trouble: readonly string[]
  alertsAfter: (kept: KeptAlerts) => readonly ReadAlert[]
}

export interface ReceivedMessage {
  tokenId: number
  limit: CloudLimit
  pass: ApprovalPass | undefined
  actor: Actor
  now: Date
  received: ReceivedGroup
  defaults: AlertDefaults
  settings: Pick<AlertPublishing, 'publishes' | 'notifies'>
  draftsUnknownPlaces?: boolean
}

export interface ReceivedOutcome {
  outcome: 'opened' | 'updated' | 'gathered' | 'resolved' | 'reopened' | 'unchanged' | 'left-to-people'
  recordId: number | null
  isWaiting?: boolean
  isHeldBack?: boolean
}

/**
 * Z-08: a message of a monitoring system, in one transaction. Messages about the same group are processed one after
 * another.
 */
export function receiveAlerts(
  db: Kysely<DB>,
  message: ReceivedMessage,
): Promise<(ReceivedOutcome & PlannedMessage) | OutsideLimit> {
  return againOnDeadlock(() => db.transaction().execute((trx) => receive(trx, message)))
}

async function receive(
  trx: Transaction<DB>,
  message: ReceivedMessage,
): Promise<(ReceivedOutcome & PlannedMessage) | OutsideLimit> {
  const { tokenId, limit, pass, actor, now, received } = message
  const planned = await planMessage(trx, message)
  const { group, plan, things, source, keyHash } = planned
  const alerts = Object.values(plan.alerts)
  const touched = await cloudsOfGroup(trx, group)
  const about = {
    kind: 'incident' as const,
    clouds: [...new Set([...touched, ...alerts.flatMap(({ clouds }) => clouds)])],
    services: [...new Set(alerts.flatMap(({ services }) => services))],
  }
  // Rejected as a whole: leaving out a cloud could name another one as the place of trouble.
  if (!isInsideLimit(limit, about)) return outsideLimit(about)
  if (plan.step.kind !== 'open') {
    const applying = { plan, things, actor, limit, pass, now }
    const applied: Applied =
      group === undefined
        ? { isWaiting: false }
        : await applyAlerts(trx, applying, { group, step: plan.step, source })
    const outcome = applied.isHeldBack ? 'left-to-people' : outcomeOf(plan)
    return { ...planned, ...applied, outcome, recordId: group?.recordId ?? null }
  }
  const { recordId, isWaiting } = await openIncident(
    trx,
    { plan, things, actor, limit, pass, now },
    { news: plan.step.news, title: received.title, note: noteOf(plan, source, now) },
  )
  await insertGroup(trx, { tokenId, keyHash, key: storable(received.key), recordId, ...plan, now })
  return { ...planned, outcome: 'opened', recordId, isWaiting }
}

/** People may have moved the incident of a group to other clouds. */
export async function cloudsOfGroup(
  trx: Transaction<DB>,
  group: Pick<AlertGroupRow, 'recordId'> | undefined,
): Promise<number[]> {
  return group === undefined || group.recordId === null ? [] : cloudsTouched(trx, group.recordId)
}

export interface PlannedMessage {
  keyHash: Buffer
  group: AlertGroupRow | undefined
  plan: AlertPlan
  things: Things
  source: Source
  isPlaceUnknown: boolean
}

/** Locks the group of the message until the transaction ends. */
export async function planMessage(
  trx: Transaction<DB>,
  {
    tokenId,
    received,
    defaults,
    settings,
    draftsUnknownPlaces = false,
    now,
  }: Omit<ReceivedMessage, 'actor' | 'limit' | 'pass'>,
): Promise<PlannedMessage> {
  const keyHash = createHash('sha256').update(received.key).digest()
  const group = await lockGroup(trx, { tokenId, keyHash })
  const things = await readThings(trx)
  const read = received.alertsAfter(group?.alerts ?? {})
  const { alerts, trouble, ...places } = placesOfAlerts(read, { things, defaults })
  const { isAllOver, mayFireUnlisted } = received
  const plan = planAlerts({ group, received: { alerts, isAllOver, mayFireUnlisted }, settings, now })
  const isPlaceUnknown = draftsUnknownPlaces && places.isPlaceUnknown && isOfWholeCloud(plan)
  return {
    keyHash,
    group,
    plan: isPlaceUnknown ? { ...plan, telling: { ...plan.telling, publishes: false } } : plan,
    isPlaceUnknown,
    things,
    source: { source: received.source, trouble: [...received.trouble, ...trouble] },
  }
}

function isOfWholeCloud({ step }: AlertPlan): boolean {
  if (step.kind !== 'open') return false
  return step.news.alerts.every(({ services, dataCenters }) => services.length + dataCenters.length === 0)
}

function noteOf({ alerts }: AlertPlan, source: Source, now: Date): string {
  return withAlertNote(null, alertNote(alerts, { ...source, now }))
}

export function outcomeOf({ step }: AlertPlan): ReceivedOutcome['outcome'] {
  switch (step.kind) {
    case 'open':
      return 'opened'
    case 'update':
      return 'updated'
    case 'gather':
      return 'gathered'
    case 'reopen':
      return 'reopened'
    case 'resolve':
      return 'resolved'
    case 'leave':
      return 'left-to-people'
    case 'note':
    case 'nothing':
      return 'unchanged'
  }
}
