import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { ThingState } from '../../contract/v1/site.ts'
import { againOnDeadlock } from '../../db/again-on-deadlock.ts'
import { type AlertGroupRow, insertGroup, lockGroup, writeGroup } from '../../db/alert-groups.ts'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { readContent } from '../../db/record-content.ts'
import type { Actor } from '../../domain/actor.ts'
import type { AlertPublishing, KeptAlert } from '../../domain/alerts/alert-group.ts'
import { escapeText } from '../../domain/escape-html.ts'
import type { AlertPlaces, ApprovalPass } from '../../domain/newsroom/approval.ts'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import { type CloudLimit, isInsideLimit, mayEditWithin } from '../../domain/newsroom/may-edit.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'
import { SEVERITY } from '../../domain/record.ts'
import { type AskedByPeople, requestApproval } from '../approval/ask-approval.ts'
import type { ErrorsOfFields } from '../automation/content-of-fields.ts'
import type { Things } from '../automation/names-of-things.ts'
import { openRecord } from '../automation/open-record.ts'
import { orTakeBack, TakenBack } from '../automation/take-back.ts'
import { postUpdate } from '../life/post-update.ts'
import type { StepOutcome } from '../life/step-outcome.ts'
import { type OutsideLimit, outsideLimit } from '../records/about-limit.ts'
import { sanitizeHtml } from '../sanitize-html.ts'
import { addPlaces, placesAgain } from './add-places.ts'
import { endIncident, reopenIncident } from './incident-steps.ts'
import { planState, type StateStep } from './plan-state.ts'
import { cloudsOfGroup } from './receive-alerts.ts'
import { askToPublishAgain, endRequest } from './request-of-trouble.ts'

export interface StateReport {
  tokenId: number
  limit: CloudLimit
  pass: ApprovalPass | undefined
  actor: Actor
  now: Date
  key: string
  thing: { kind: 'service' | 'data-center'; tid: number }
  state: ThingState
  /** HTML; empty for the default text. */
  message: string
  title: string | undefined
  publishes: boolean
  notifies: boolean
}

export type StateOutcome =
  | {
      kind: 'opened' | 'updated' | 'resolved' | 'reopened' | 'unchanged'
      recordId: number | null
      isWaiting?: boolean
    }
  | { kind: 'no-such-thing' }
  | { kind: 'wrong'; errors: ErrorsOfFields }
  | AskedByPeople
  | OutsideLimit

/**
 * Z-08: the state of a service or data center, reported by a program. One incident per thing and token, kept up to
 * date.
 */
export function reportState(db: Kysely<DB>, report: StateReport): Promise<StateOutcome> {
  return againOnDeadlock(() =>
    orTakeBack<StateOutcome>(() =>
      db.transaction().execute((trx) => receive(trx, { ...report, message: storable(report.message) })),
    ),
  )
}

async function receive(trx: Transaction<DB>, report: StateReport): Promise<StateOutcome> {
  const { tokenId, thing, state, message, now } = report
  const key = `state:${thing.kind}:${thing.tid}`
  const keyHash = createHash('sha256').update(key).digest()
  const group = await lockGroup(trx, { tokenId, keyHash })
  const things = await readThings(trx)
  const place = reportedPlace(things, thing)
  if (place === undefined) return { kind: 'no-such-thing' }
  const ids = things.clouds.flatMap(({ id, machine_name }) =>
    place.clouds.includes(machine_name) ? [id] : [],
  )
  const clouds = [...ids, ...(await cloudsOfGroup(trx, group))]
  const about = { kind: 'incident' as const, clouds, services: [] }
  if (!isInsideLimit(report.limit, about)) return outsideLimit(about)
  const severityTid = SEVERITY_OF_STATE[state]
  const kept = keptOf(report, { severityTid, before: group?.alerts.state })
  const step = planState({ group, isTrouble: severityTid !== undefined, severityTid, message, now })
  const alerts = kept === undefined ? (group?.alerts ?? {}) : { state: kept }
  const telling: AlertPublishing = {
    publishes: report.publishes,
    notifies: report.notifies,
    toldAt: now.toISOString(),
    toldRank: 0,
    overUntil: null,
    closedBy: step.kind === 'resolve' ? 'alerts' : step.kind === 'let-go' ? 'people' : null,
  }
  const fields = { alerts, telling, dueAt: null, now }
  if (step.kind === 'open') {
    const { recordId, isWaiting } = await open(trx, report, { place, severityTid })
    await insertGroup(trx, { tokenId, keyHash, key, recordId, ...fields, closedAt: null })
    return { kind: 'opened', recordId, isWaiting }
  }
  if (group === undefined || step.kind === 'nothing')
    return { kind: 'unchanged', recordId: group?.recordId ?? null }
  const isOver = step.kind === 'resolve' || step.kind === 'let-go'
  await writeGroup(trx, { id: group.id, ...fields, closedAt: isOver ? now : null })
  return take(trx, report, { group, step, severityTid, kept, place })
}

const SEVERITY_OF_STATE: Record<ThingState, number | undefined> = {
  operational: undefined,
  investigation: SEVERITY.underInvestigation,
  degradation: SEVERITY.serviceDegradation,
  disruption: SEVERITY.serviceDisruption,
}

interface Place {
  name: string
  clouds: string[]
  services: number[]
  dataCenters: number[]
}

function reportedPlace(things: Things, { kind, tid }: StateReport['thing']): Place | undefined {
  const cloudNames = (ids: readonly number[]) =>
    things.clouds.flatMap(({ id, machine_name, is_retired }) =>
      ids.includes(id) && !is_retired ? [machine_name] : [],
    )
  if (kind === 'service') {
    const category = things.service_categories.find(({ services }) =>
      services.some((each) => each.tid === tid),
    )
    const service = category?.services.find((each) => each.tid === tid)
    if (category === undefined || service === undefined) return undefined
    return {
      name: service.name,
      clouds: cloudNames([category.cloud_id]),
      services: [tid],
      dataCenters: [],
    }
  }
  const center = things.regions.flatMap(({ data_centers }) => data_centers).find((each) => each.tid === tid)
  if (center === undefined) return undefined
  return {
    name: center.name,
    clouds: cloudNames(center.clouds),
    services: [],
    dataCenters: [tid],
  }
}

function keptOf(
  { message, now }: StateReport,
  { severityTid, before }: { severityTid: number | undefined; before: KeptAlert | undefined },
): KeptAlert | undefined {
  if (severityTid === undefined)
    return before === undefined ? undefined : { ...before, isFiring: false, endsAt: now.toISOString() }
  return {
    isFiring: true,
    startsAt: before?.isFiring === true ? before.startsAt : now.toISOString(),
    endsAt: null,
    severityTid,
    rank: 0,
    words: message,
    note: '',
    clouds: [],
    services: [],
    dataCenters: [],
    isTold: true,
  }
}

async function open(
  trx: Transaction<DB>,
  report: StateReport,
  { place, severityTid }: { place: Place; severityTid: number | undefined },
): Promise<{ recordId: number; isWaiting: boolean }> {
  const { actor, limit, pass, now, key, publishes, notifies, message } = report
  const opened = await openRecord(trx, {
    beginning: emptyContent({ kind: 'incident' }),
    given: {
      title: report.title ?? `${place.name}: ${WORD_OF_STATE[report.state]}`,
      body: message === '' ? usualWords(report, place.name) : message,
      body_format: 'html',
      clouds: place.clouds,
      services: place.services,
      data_centers: place.dataCenters,
      ...(severityTid !== undefined && { severity: severityTid }),
    },
    publishes,
    notifies,
    isRelayed: true,
    actor,
    limit,
    pass,
    now,
    key,
  })
  if (opened.kind !== 'opened') throw new TakenBack(opened)
  return { recordId: opened.recordId, isWaiting: opened.isWaiting ?? false }
}

async function take(
  trx: Transaction<DB>,
  report: StateReport,
  of: {
    group: AlertGroupRow
    step: Exclude<StateStep, { kind: 'open' } | { kind: 'nothing' }>
    severityTid: number | undefined
    kept: KeptAlert | undefined
    place: Place
  },
): Promise<StateOutcome> {
  const { group, step, severityTid, kept, place } = of
  const { name, services, dataCenters } = place
  const { recordId } = group
  const { actor, limit, pass, now, notifies, publishes, key, message } = report
  if (recordId === null) return { kind: 'unchanged', recordId }
  if (step.kind === 'let-go') {
    if (group.incidentState !== 'gone') await endRequest(trx, { recordId, actor, now })
    return { kind: 'unchanged', recordId }
  }
  if (step.kind === 'keep') {
    const isBack = group.closedAt !== null && group.incidentState === 'draft' && publishes
    const asked = isBack ? await askToPublishAgain(trx, { recordId, actor, now }) : undefined
    return { kind: 'unchanged', recordId, ...asked }
  }
  const body = message === '' ? usualWords(report, name) : message
  const about = { recordId, actor, mayEdit: mayEditWithin(limit), now, idempotencyKey: key, pass }
  const stepping = { ...about, notifies, body, isRelayed: true }
  const content = await readContent(trx, recordId)
  const places =
    content && kept?.isFiring ? placesAgain(content, [{ ...kept, services, dataCenters }]) : undefined
  const withPlaces = (stepWith: (part: Transaction<DB>) => Promise<StepOutcome>) =>
    orTakeBack<StepOutcome>(() =>
      inTransaction(trx, async (part) => {
        if (content && places) await addPlaces(part, { actor, now }, { recordId, content, places })
        const taken = await stepWith(part)
        // Without the step, the next publication would date them wrong.
        if (taken.kind !== 'done') throw new TakenBack<StepOutcome>(taken)
        return taken
      }),
    )
  const settled = async (
    kind: string,
    outcome: Extract<StateOutcome, { recordId: unknown }>,
    act:
      | { act: 'post-update' | 'reopen'; severity_tid?: number; alert_places?: AlertPlaces }
      | { act: 'resolve' },
  ): Promise<StateOutcome> => {
    if (kind !== 'needs-approval') return doneOr(kind, outcome)
    const words = { body: sanitizeHtml(body), notifies, is_relayed: true }
    const asked = await requestApproval(trx, { recordId, act: { ...act, ...words }, note: '', actor, now })
    // Refused, so that the program can report the state again.
    if (asked.kind !== 'asked') throw new TakenBack<StateOutcome>(asked)
    return { ...outcome, isWaiting: true }
  }
  switch (step.kind) {
    case 'update': {
      const posted = await withPlaces((part) => postUpdate(part, { ...stepping, severityTid }))
      const act = {
        act: 'post-update',
        ...(severityTid !== undefined && { severity_tid: severityTid }),
        ...(places && { alert_places: places }),
      } as const
      return settled(posted.kind, { kind: 'updated', recordId }, act)
    }
    case 'reopen': {
      const other = step.isOtherSeverity ? severityTid : undefined
      const reopened = await withPlaces((part) => reopenIncident(part, { ...stepping, severityTid: other }))
      const act = {
        act: 'reopen',
        ...(other !== undefined && { severity_tid: other }),
        ...(places && { alert_places: places }),
      } as const
      return settled(reopened.kind, { kind: 'reopened', recordId }, act)
    }
    case 'resolve':
      return settled(
        (await endIncident(trx, stepping)).kind,
        { kind: 'resolved', recordId },
        { act: 'resolve' },
      )
  }
}

function doneOr(kind: string, outcome: StateOutcome): StateOutcome {
  if (kind === 'done') return outcome
  if (kind === 'nothing-said')
    throw new TakenBack({
      kind: 'wrong',
      errors: { message: 'Nothing is left after removing unsafe HTML.' },
    })
  throw new Error(`A step for a reported state failed: ${kind}`)
}

const WORD_OF_STATE: Record<ThingState, string> = {
  operational: 'operational',
  investigation: 'under investigation',
  degradation: 'degraded',
  disruption: 'disrupted',
}

function usualWords({ state }: StateReport, name: string): string {
  const escaped = escapeText(name)
  return state === 'operational'
    ? `<p>${escaped} works normally again.</p>`
    : `<p>${escaped} is ${WORD_OF_STATE[state]}.</p>`
}
