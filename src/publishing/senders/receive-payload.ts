import type { Kysely } from 'kysely'
import { readApprovalRules } from '../../db/approvals.ts'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { readContent } from '../../db/record-content.ts'
import { insertSenderDelivery } from '../../db/sender-deliveries.ts'
import type { Actor } from '../../domain/actor.ts'
import { type ApprovalRules, needsApproval } from '../../domain/newsroom/approval.ts'
import { checkContent } from '../../domain/newsroom/check-content.ts'
import { cloudOfServices, dataCenterTids } from '../../domain/newsroom/known-things.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import type { DeliveryOutcome, DeliveryResult } from '../../domain/senders/delivery.ts'
import { gravestOutcome } from '../../domain/senders/delivery.ts'
import type { SenderMapping } from '../../domain/senders/mapping.ts'
import { incidentOfAlerts, updateOfNews } from '../alerts/alert-step.ts'
import { endingBody, reopeningBody } from '../alerts/alert-words.ts'
import type { AlertDefaults } from '../alerts/places-of-alerts.ts'
import {
  cloudsOfGroup,
  outcomeOf,
  type PlannedMessage,
  planMessage,
  type ReceivedMessage,
  receiveAlerts,
} from '../alerts/receive-alerts.ts'
import type { Things } from '../automation/names-of-things.ts'
import { groupOfPayload } from './group-of-payload.ts'
import { type MappedGroup, type ReadPayload, readPayload } from './read-payload.ts'

export interface ReceivingSender {
  id: number
  tokenId: number
  name: string
  isOn: boolean
  publishes: boolean
  notifies: boolean
  defaults: AlertDefaults
  mapping: SenderMapping
}

export interface Received {
  outcome: DeliveryOutcome
  results: DeliveryResult[]
  errors: Record<string, string>
  isWaiting?: boolean
}

interface Receiving {
  sender: ReceivingSender
  json: string
  now: Date
}

export async function receivePayload(
  db: Kysely<DB>,
  { actor, ...of }: Receiving & { actor: Actor },
): Promise<Received> {
  const received = await take(db, { actor, ...of }).catch(async (error: unknown) => {
    const why = ['Something went wrong on our side. The sender may send it again.']
    await logDelivery(db, of, { outcome: 'failed', results: [resultOf('failed', why)] }).catch(() => {})
    throw error
  })
  await logDelivery(db, of, received)
  return received
}

function logDelivery(
  db: Kysely<DB>,
  { sender, json, now }: Receiving,
  { outcome, results }: Pick<Received, 'outcome' | 'results'>,
) {
  return insertSenderDelivery(db, { senderId: sender.id, at: now, outcome, results, payload: json })
}

/** The body isn't stored: it may not come from the sender. */
export function noteRefusal(
  db: Kysely<DB>,
  { senderId, why, bytes, now }: { senderId: number; why: string; bytes: number; now: Date },
): Promise<void> {
  const results = [resultOf('refused', [why])]
  return insertSenderDelivery(db, { senderId, at: now, outcome: 'refused', results, payload: null, bytes })
}

async function take(
  db: Kysely<DB>,
  { sender, json, actor, now }: Receiving & { actor: Actor },
): Promise<Received> {
  if (!sender.isOn)
    return {
      outcome: 'paused',
      results: [resultOf('paused', ['The sender is off, so this was only logged.'])],
      errors: {},
    }
  const read = readPayload(json, sender.mapping)
  if (read.kind === 'unreadable')
    return {
      outcome: 'refused',
      results: [resultOf('refused', [read.sentence])],
      errors: { payload: read.sentence },
    }
  const results: DeliveryResult[] = []
  let isWaiting = false
  const messages = await messagesOf(db, { sender, read, now })
  for (const message of messages) {
    // Administrators set up senders for any cloud. Their reports wait for approval where that is needed.
    const received = await receiveAlerts(db, { ...message, actor, limit: null, pass: undefined })
    if ('kind' in received) throw new Error('A sender has no limit, but was refused for one')
    const { outcome, recordId: record } = received
    const waiting =
      received.isWaiting === true ? [IT_WAITS] : received.isHeldBack === true ? [PEOPLE_ASKED] : []
    isWaiting ||= received.isWaiting === true
    results.push({
      outcome,
      record,
      title: titleOf(message, received),
      why: [...waiting, ...explanationOf(message, received)],
    })
  }
  for (const sentence of read.ignored) results.push(resultOf('ignored', [sentence]))
  const mistakes = Object.entries(read.errors)
  if (mistakes.length > 0)
    results.push(
      resultOf(
        'refused',
        mistakes.map(([field, words]) => `${field}: ${words}`),
      ),
    )
  if (results.length === 0) results.push(resultOf('ignored', ['It has no alerts.']))
  const outcome = gravestOutcome(results.map((result) => result.outcome))
  return { outcome, results, errors: outcome === 'refused' ? read.errors : {}, isWaiting }
}

const IT_WAITS = 'It waits for approval by a second person.'
const PEOPLE_ASKED =
  'A person’s request about its incident waits for approval: only the internal note was updated.'

function resultOf(outcome: DeliveryOutcome, why: string[]): DeliveryResult {
  return { outcome, record: null, title: '', why }
}

type PreparedMessage = Omit<ReceivedMessage, 'actor' | 'limit' | 'pass'>

/** Ordered by key, so that two payloads about the same incidents don't wait for each other. */
async function messagesOf(
  db: Kysely<DB>,
  { sender, read, now }: { sender: ReceivingSender; read: ReadPayload; now: Date },
): Promise<PreparedMessage[]> {
  if (read.groups.length === 0) return []
  const things = await readThings(db)
  const { tokenId, publishes, notifies, name } = sender
  const about = { things, source: `Sender: ${name}`, trouble: read.warnings, now }
  const defaults = knownDefaults(sender.defaults, things)
  return read.groups
    .toSorted((a: MappedGroup, b: MappedGroup) => (a.key < b.key ? -1 : 1))
    .map((group) => ({
      tokenId,
      now,
      received: groupOfPayload(group, about),
      defaults,
      settings: { publishes, notifies },
      draftsUnknownPlaces: publishes,
    }))
}

/**
 * Without things removed from the site since. A single cloud need not be named; but if the sender had
 * another one, its alerts are not about this one.
 */
function knownDefaults(defaults: AlertDefaults, things: Things): AlertDefaults {
  const offered = things.clouds.filter(({ is_retired }) => !is_retired)
  const [only] = offered.length === 1 ? offered : []
  const clouds = defaults.clouds.filter((id) => things.clouds.some((cloud) => cloud.id === id))
  const cloudOf = cloudOfServices(things)
  const centers = dataCenterTids(things)
  const services = defaults.services.filter((tid) => cloudOf.has(tid))
  const dataCenters = defaults.dataCenters.filter((tid) => centers.has(tid))
  const hadPlaces = defaults.services.length + defaults.dataCenters.length > 0
  return {
    clouds: defaults.clouds.length === 0 && only !== undefined ? [only.id] : clouds,
    services,
    dataCenters,
    arePlacesGone: hadPlaces && services.length + dataCenters.length === 0,
    severityTid: things.severities.find(({ tid }) => tid === defaults.severityTid)?.tid,
  }
}

function titleOf({ received, now }: PreparedMessage, { plan, things }: PlannedMessage): string {
  if (plan.step.kind !== 'open') return ''
  return incidentOfAlerts({ plan, things, now }, { news: plan.step.news, title: received.title }).title
}

function explanationOf(message: PreparedMessage, planned: PlannedMessage): string[] {
  return [...reasonsOf(message, planned), ...planned.source.trouble]
}

const PLACE_UNKNOWN =
  'It is a draft: it names an unknown place, so it would affect the whole cloud. Add the name to the table of places, or give the sender a service or data center.'
const PLACES_GONE =
  'It is a draft: the default services and data centers of this sender were removed from the site, so it would affect the whole cloud. Give the sender others.'

function reasonsOf(
  { received, defaults, now }: PreparedMessage,
  { plan, group, things, isPlaceUnknown }: PlannedMessage,
): string[] {
  const { step } = plan
  switch (step.kind) {
    case 'open': {
      if (isPlaceUnknown) return [defaults.arePlacesGone === true ? PLACES_GONE : PLACE_UNKNOWN]
      if (!plan.telling.publishes) return ['It is a draft: this sender doesn’t publish.']
      const content = incidentOfAlerts({ plan, things, now }, { news: step.news, title: received.title })
      const wrong = Object.values(checkContent(content, things))
      return wrong.length === 0 ? [] : [`It stays a draft. ${wrong.join(' ')}`]
    }
    case 'gather':
      return ['Readers got an update less than five minutes ago. This will be in the next one.']
    case 'leave':
      return [
        group?.incidentState === 'gone'
          ? 'Someone has withdrawn or discarded its incident.'
          : 'Someone has closed its incident, so it is left to staff.',
      ]
    case 'note':
      return [
        group?.incidentState === 'draft'
          ? 'Its incident is a draft: only the internal note was updated.'
          : 'Nothing new for readers: only the internal note was updated.',
      ]
    case 'nothing':
      if (group === undefined) return ['No incident is open for it, so its end changes nothing.']
      return [group.closedAt === null ? 'Nothing new.' : 'Its incident is already over.']
    case 'update':
    case 'reopen':
    case 'resolve':
      return []
  }
}

export interface PreviewedIncident extends DeliveryResult {
  /** HTML for readers; null if there is nothing new for them. */
  body: string | null
  severity_tid: number | null
  clouds: number[]
  services: number[]
  data_centers: number[]
  from_time: string | null
  firing: number
  resolved: number
}

export type PayloadPreview =
  | { kind: 'unreadable'; sentence: string }
  | {
      kind: 'read'
      incidents: PreviewedIncident[]
      more: number
      ignored: string[]
      errors: Record<string, string>
    }

const PREVIEWED_AT_MOST = 10

export async function previewPayload(
  db: Kysely<DB>,
  { sender, json, now }: Receiving,
): Promise<PayloadPreview> {
  const read = readPayload(json, sender.mapping)
  if (read.kind === 'unreadable') return read
  const messages = await messagesOf(db, { sender, read, now })
  const incidents: PreviewedIncident[] = []
  for (const message of messages.slice(0, PREVIEWED_AT_MOST))
    incidents.push(
      await db.transaction().execute(async (trx) => {
        const planned = await planMessage(trx, message)
        const recordId = planned.group?.recordId ?? null
        const content = recordId === null ? undefined : await readContent(trx, recordId)
        const rules = await readApprovalRules(trx)
        const touched = await cloudsOfGroup(trx, planned.group)
        const previewed = previewOf(message, planned, content)
        const isGated = wouldWait(rules, { message, planned }, { previewed, touched })
        return isGated ? { ...previewed, why: [IT_WAITS, ...previewed.why] } : previewed
      }),
    )
  return {
    kind: 'read',
    incidents,
    more: messages.length - incidents.length,
    ignored: read.ignored,
    errors: read.errors,
  }
}

function wouldWait(
  rules: ApprovalRules,
  { message, planned }: { message: PreparedMessage; planned: PlannedMessage },
  { previewed, touched }: { previewed: PreviewedIncident; touched: readonly number[] },
): boolean {
  const action = ACTIONS[planned.plan.step.kind]
  // A draft needs no approval.
  const isDraft = planned.plan.step.kind === 'open' && reasonsOf(message, planned).length > 0
  if (action === undefined || isDraft) return false
  return needsApproval(rules, { kind: 'incident', clouds: [...previewed.clouds, ...touched], action })
}

const ACTIONS: Partial<Record<PlannedMessage['plan']['step']['kind'], string>> = {
  open: 'publish',
  update: 'post-update',
  reopen: 'reopen',
  resolve: 'resolve',
}

function previewOf(
  message: PreparedMessage,
  planned: PlannedMessage,
  current: RecordContent | undefined,
): PreviewedIncident {
  const { plan, group, things } = planned
  const { step } = plan
  const opened =
    step.kind === 'open'
      ? incidentOfAlerts(
          { plan, things, now: message.now },
          { news: step.news, title: message.received.title },
        )
      : undefined
  const content = opened ?? current
  const alerts = message.received.alertsAfter(group?.alerts ?? {})
  const firing = alerts.filter(({ isFiring }) => isFiring).length
  return {
    outcome: outcomeOf(plan),
    record: step.kind === 'open' ? null : (group?.recordId ?? null),
    title: content?.title ?? '',
    why: explanationOf(message, planned),
    body: bodyOf(planned, content),
    severity_tid: content?.severity_tid ?? null,
    clouds: content?.clouds ?? [],
    services: content?.services ?? [],
    data_centers: content?.data_centers ?? [],
    from_time: content?.from_time ?? null,
    firing,
    resolved: alerts.length - firing,
  }
}

function bodyOf(
  { plan: { step }, things }: PlannedMessage,
  content: RecordContent | undefined,
): string | null {
  if (content === undefined) return null
  switch (step.kind) {
    case 'open':
      return content.body
    case 'update':
    case 'gather':
      return updateOfNews({ things }, { news: step.news, content }).body
    case 'reopen':
      return reopeningBody(step.news)
    case 'resolve':
      return endingBody()
    case 'note':
    case 'leave':
    case 'nothing':
      return null
  }
}
