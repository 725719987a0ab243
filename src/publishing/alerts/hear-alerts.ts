import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { againOnDeadlock } from '../../db/again-on-deadlock.ts'
import { insertGroup, lockGroup } from '../../db/alert-groups.ts'
import { readThings } from '../../db/choices.ts'
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
import { alertNote, withAlertNote } from './alert-note.ts'
import { openIncident } from './alert-step.ts'
import { applyAlerts, type Source } from './apply-alerts.ts'
import { type AlertDefaults, placesOfAlerts } from './places-of-alerts.ts'
import { type AlertPlan, planAlerts } from './plan-alerts.ts'
import { storableWebhook } from './storable-webhook.ts'

export interface Hearing {
  tokenId: number
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
}

/**
 * Z-08: a message from Alertmanager, in one transaction. Messages about the same group are processed one after another.
 */
export function hearAlerts(db: Kysely<DB>, hearing: Hearing): Promise<HeardOutcome> {
  return againOnDeadlock(() => db.transaction().execute((trx) => hear(trx, hearing)))
}

async function hear(trx: Transaction<DB>, hearing: Hearing): Promise<HeardOutcome> {
  const { tokenId, actor, now, defaults, settings, words } = hearing
  const keyHash = createHash('sha256').update(hearing.webhook.groupKey).digest()
  const webhook = storableWebhook(hearing.webhook)
  const group = await lockGroup(trx, { tokenId, keyHash })
  const things = await readThings(trx)
  const read = readWebhook(webhook, words)
  const { alerts, trouble } = placesOfAlerts(read, { things, defaults })
  const heard = { alerts, isAllOver: webhook.status === 'resolved' }
  const plan = planAlerts({ group, heard, settings, now })
  const source = { source: sourceOf(webhook), trouble }
  if (plan.step.kind !== 'open') {
    if (group !== undefined)
      await applyAlerts(trx, { plan, things, actor, now }, { group, step: plan.step, source })
    return { outcome: outcomeOf(plan), recordId: group?.recordId ?? null }
  }
  const { recordId } = await openIncident(
    trx,
    { plan, things, actor, now },
    { news: plan.step.news, title: titleOf(webhook, { read, words }), note: noteOf(plan, source, now) },
  )
  await insertGroup(trx, { tokenId, keyHash, key: webhook.groupKey, recordId, ...plan, now })
  return { outcome: 'opened', recordId }
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
