import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { againOnDeadlock } from '../../db/again-on-deadlock.ts'
import { type AlertGroupRow, insertGroup, lockGroup } from '../../db/alert-groups.ts'
import { readThings } from '../../db/choices.ts'
import { cloudsTouched } from '../../db/cloud-limits.ts'
import type { DB } from '../../db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import { cutTo } from '../../domain/alerts/cut-to.ts'
import {
  type PublicWords,
  publicTitle,
  type ReadAlert,
  readWebhook,
  type Webhook,
} from '../../domain/alerts/read-webhook.ts'
import type { ApprovalPass } from '../../domain/newsroom/approval.ts'
import { type CloudLimit, isInsideLimit } from '../../domain/newsroom/may-edit.ts'
import { type OutsideLimit, outsideLimit } from '../records/about-limit.ts'
import { alertNote, withAlertNote } from './alert-note.ts'
import { openIncident } from './alert-step.ts'
import { applyAlerts, type Source } from './apply-alerts.ts'
import { type AlertDefaults, placesOfAlerts } from './places-of-alerts.ts'
import { type AlertPlan, planAlerts } from './plan-alerts.ts'
import { storableWebhook } from './storable-webhook.ts'

export interface Hearing {
  tokenId: number
  /** The clouds that the token may write about. */
  limit: CloudLimit
  /** Absent: asks for approval where a second person is needed. */
  pass: ApprovalPass | undefined
  actor: Actor
  now: Date
  webhook: Webhook & { groupKey: string }
  defaults: AlertDefaults
  settings: { publishes: boolean; notifies: boolean }
  words: PublicWords
}

export interface HeardOutcome {
  outcome: 'opened' | 'updated' | 'gathered' | 'resolved' | 'reopened' | 'unchanged' | 'left-to-people'
  recordId: number | null
  /** For a second person. Readers don't see it yet. */
  isWaiting?: boolean
}

/**
 * Z-08: a message from Alertmanager, in one transaction. Messages about the same group are processed one after another.
 */
export function hearAlerts(db: Kysely<DB>, hearing: Hearing): Promise<HeardOutcome | OutsideLimit> {
  return againOnDeadlock(() => db.transaction().execute((trx) => hear(trx, hearing)))
}

async function hear(trx: Transaction<DB>, hearing: Hearing): Promise<HeardOutcome | OutsideLimit> {
  const { tokenId, limit, pass, actor, now, defaults, settings, words } = hearing
  const keyHash = createHash('sha256').update(hearing.webhook.groupKey).digest()
  const webhook = storableWebhook(hearing.webhook)
  const group = await lockGroup(trx, { tokenId, keyHash })
  const things = await readThings(trx)
  const read = readWebhook(webhook, words)
  const { alerts, trouble } = placesOfAlerts(read, { things, defaults })
  const touched = await cloudsOfGroup(trx, group)
  const about = {
    kind: 'incident' as const,
    clouds: [...new Set([...touched, ...Object.values(alerts).flatMap(({ clouds }) => clouds)])],
    services: [...new Set(Object.values(alerts).flatMap(({ services }) => services))],
  }
  // Refused as a whole: leaving out a cloud could name another one as the place of trouble.
  if (!isInsideLimit(limit, about)) return outsideLimit(about)
  const heard = { alerts, isAllOver: webhook.status === 'resolved' }
  const plan = planAlerts({ group, heard, settings, now })
  const source = { source: sourceOf(webhook), trouble }
  if (plan.step.kind !== 'open') {
    if (group !== undefined)
      await applyAlerts(trx, { plan, things, actor, limit, pass, now }, { group, step: plan.step, source })
    return { outcome: outcomeOf(plan), recordId: group?.recordId ?? null }
  }
  const { recordId, isWaiting } = await openIncident(
    trx,
    { plan, things, actor, limit, pass, now },
    { news: plan.step.news, title: titleOf(webhook, { read, words }), note: noteOf(plan, source, now) },
  )
  await insertGroup(trx, { tokenId, keyHash, key: webhook.groupKey, recordId, ...plan, now })
  return { outcome: 'opened', recordId, isWaiting }
}

/** People may have moved the incident of a group to other clouds. */
export async function cloudsOfGroup(
  trx: Transaction<DB>,
  group: Pick<AlertGroupRow, 'recordId'> | undefined,
): Promise<number[]> {
  return group === undefined || group.recordId === null ? [] : cloudsTouched(trx, group.recordId)
}

function sourceOf({ externalURL, receiver, groupLabels, truncatedAlerts = 0 }: Webhook): string[] {
  const labels = Object.entries(groupLabels).map(([name, value]) => `${name}=${value}`)
  return [
    `Alertmanager: ${cutTo(externalURL, 2000)}`,
    cutTo(`Receiver ${receiver}${labels.length > 0 ? `, group ${labels.join(' ')}` : ''}`, 1000),
    ...(truncatedAlerts > 0 ? [`${truncatedAlerts} more were cut off by Alertmanager`] : []),
  ]
}

function titleOf(
  { commonAnnotations }: Webhook,
  { read, words }: { read: readonly ReadAlert[]; words: PublicWords },
): string {
  const common = publicTitle(commonAnnotations, words)
  if (common !== '') return common
  const titles = new Set(read.filter(({ isFiring }) => isFiring).map(({ title }) => title))
  const [only] = titles
  return titles.size === 1 && only !== undefined ? only : ''
}

function noteOf({ alerts }: AlertPlan, source: Source, now: Date): string {
  return withAlertNote(null, alertNote(alerts, { ...source, now }))
}

function outcomeOf({ step }: AlertPlan): HeardOutcome['outcome'] {
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
