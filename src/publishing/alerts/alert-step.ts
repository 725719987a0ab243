import type { Transaction } from 'kysely'
import { findOpenRequest } from '../../db/approvals.ts'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { readContent } from '../../db/record-content.ts'
import { lockForEditing } from '../../db/record-editing.ts'
import type { Actor } from '../../domain/actor.ts'
import type { KeptAlerts } from '../../domain/alerts/alert-group.ts'
import type { AlertPlaces, ApprovalAct, ApprovalPass } from '../../domain/newsroom/approval.ts'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import { type CloudLimit, mayEditWithin } from '../../domain/newsroom/may-edit.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import { timeOf } from '../../domain/newsroom/tidy-content.ts'
import { plainText } from '../../domain/plain-text.ts'
import { requestApproval } from '../approval/ask-approval.ts'
import { askGate } from '../approval/gate.ts'
import { amendRecord } from '../automation/amend-record.ts'
import type { Things } from '../automation/names-of-things.ts'
import { orTakeBack, TakenBack } from '../automation/take-back.ts'
import { postUpdate } from '../life/post-update.ts'
import type { StepOutcome } from '../life/step-outcome.ts'
import { createRecord } from '../records/create-record.ts'
import { publishDraft } from '../records/publish-draft.ts'
import { addPlaces, joinPlaces, placesOfNews } from './add-places.ts'
import { withRemark } from './alert-note.ts'
import { endingBody, openingBody, reopeningBody, titleOfPlaces, updateBody } from './alert-words.ts'
import { endIncident, reopenIncident } from './incident-steps.ts'
import type { AlertPlan, News } from './plan-alerts.ts'
import { writeNote } from './write-note.ts'

export interface AlertStepContext {
  plan: AlertPlan
  things: Things
  actor: Actor
  limit: CloudLimit
  pass: ApprovalPass | undefined
  now: Date
}

export interface Applied {
  /** Waits for a second person. Readers don't see it yet. */
  isWaiting: boolean
  /** A person's request was waiting, so readers see nothing. The internal note has the words for them. */
  isHeldBack?: boolean
}

export async function openIncident(
  trx: Transaction<DB>,
  context: AlertStepContext,
  { news, title, note }: { news: News; title: string; note: string },
): Promise<{ recordId: number; isPublished: boolean; isWaiting: boolean }> {
  const { plan, actor, limit, pass, now } = context
  const content = incidentOfAlerts(context, { news, title })
  content.internal.internal_note = note
  const created = await createRecord(trx, { content, actor, mayEdit: mayEditWithin(limit), now })
  if (created.kind !== 'created') throw new Error(`Alerts opened no incident: ${created.kind}`)
  const { recordId } = created
  if (!plan.telling.publishes) return { recordId, isPublished: false, isWaiting: false }
  const published = await publishDraft(trx, {
    recordId,
    actor,
    mayEdit: mayEditWithin(limit),
    now,
    notifies: plan.telling.notifies,
    isRelayed: true,
    pass,
  })
  const isWaiting = published.kind === 'needs-approval'
  if (isWaiting) {
    const { notifies } = plan.telling
    const act = {
      act: 'publish' as const,
      notifies,
      is_correction: false,
      is_urgent: false,
      is_relayed: true,
    }
    await requestApproval(trx, { recordId, act, note: '', actor, now })
  }
  return { recordId, isPublished: published.kind === 'published', isWaiting }
}

export function incidentOfAlerts(
  { plan, things, now }: Omit<AlertStepContext, 'actor' | 'limit' | 'pass'>,
  { news, title }: { news: News; title: string },
): RecordContent {
  const empty = emptyContent({ kind: 'incident' })
  const { clouds, services, data_centers } = placesOfNews(news)
  return {
    ...empty,
    title: title === '' ? titleOfPlaces(news, things) : title,
    body: openingBody(news),
    severity_tid: news.graver ?? empty.severity_tid,
    clouds,
    services,
    data_centers,
    from_time: beginningOfAlerts(plan.alerts, now),
    how_found: 'Monitoring',
  }
}

interface OnIncident {
  recordId: number
  news: News
  content: RecordContent
  places: AlertPlaces | undefined
}

export function publishNews(
  trx: Transaction<DB>,
  context: AlertStepContext,
  of: OnIncident,
): Promise<Applied> {
  const update = updateOfNews(context, of)
  const { body, severityTid } = update
  return takeOrAsk(trx, context, {
    ...of,
    take: (part) => postUpdate(part, { ...stepOf(context, of.recordId), ...update }),
    act: {
      act: 'post-update',
      body,
      ...(severityTid !== undefined && { severity_tid: severityTid }),
      ...(of.places !== undefined && { alert_places: of.places }),
    },
  })
}

export function updateOfNews(
  { things }: Pick<AlertStepContext, 'things'>,
  { news, content }: { news: News; content: RecordContent },
): { body: string; severityTid: number | undefined } {
  const isToSay = news.isShown ? news.graver === content.severity_tid : isGraverThan(news, content, things)
  // Staff may have retired it since the alert arrived.
  const isOffered = ({ tid, is_retired }: Things['severities'][number]) =>
    !is_retired || tid === content.severity_tid
  const severity = isToSay
    ? things.severities.filter(isOffered).find(({ tid }) => tid === news.graver)
    : undefined
  return { body: updateBody(news, severity?.name), severityTid: severity?.tid }
}

/** People may have set a higher severity than the alerts. */
export function isGraverThan(
  news: Pick<News, 'graver'>,
  content: RecordContent,
  { severities }: Things,
): boolean {
  const rankOf = (tid: number) => severities.find((severity) => severity.tid === tid)?.rank ?? 0
  return news.graver !== undefined && rankOf(news.graver) > rankOf(content.severity_tid)
}

export type ShowOutcome = { kind: 'shown' } | { kind: 'refused'; sentences: string[] }

export async function showGraver(
  trx: Transaction<DB>,
  { actor, limit, pass, now }: AlertStepContext,
  { recordId, severityTid }: { recordId: number; severityTid: number },
): Promise<ShowOutcome> {
  const shown = await amendRecord(trx, {
    recordId,
    kind: 'incident',
    version: undefined,
    given: {},
    content: { severity_tid: severityTid },
    publishes: true,
    notifies: false,
    actor,
    limit,
    pass,
    gateAs: 'post-update',
    now,
  })
  if (shown.kind === 'amended' && shown.isWaiting)
    return { kind: 'refused', sentences: ['It needs approval.'] }
  if (shown.kind === 'wrong') return { kind: 'refused', sentences: Object.values(shown.errors) }
  // The update that is due later doesn't touch the words of people.
  if (
    shown.kind === 'typed-by-staff' ||
    shown.kind === 'asked-by-people' ||
    shown.kind === 'scheduled-with-approval' ||
    shown.kind === 'edited-since-scheduled'
  )
    return { kind: 'refused', sentences: ['It has unpublished edits by people.'] }
  if (shown.kind !== 'amended') throw new Error(`A higher severity was not shown: ${shown.kind}`)
  return { kind: 'shown' }
}

export function publishReopening(
  trx: Transaction<DB>,
  context: AlertStepContext,
  of: OnIncident,
): Promise<Applied> {
  const body = reopeningBody(of.news)
  const { severityTid } = updateOfNews(context, of)
  return takeOrAsk(trx, context, {
    ...of,
    take: (part) => reopenIncident(part, { ...stepOf(context, of.recordId), body, severityTid }),
    act: {
      act: 'reopen',
      body,
      ...(severityTid !== undefined && { severity_tid: severityTid }),
      ...(of.places !== undefined && { alert_places: of.places }),
    },
  })
}

export function publishEnd(
  trx: Transaction<DB>,
  context: AlertStepContext,
  of: Pick<OnIncident, 'recordId' | 'content'>,
): Promise<Applied> {
  const body = endingBody()
  return takeOrAsk(trx, context, {
    ...of,
    places: undefined,
    take: (part) => endIncident(part, { ...stepOf(context, of.recordId), body }),
    act: { act: 'resolve', body },
  })
}

function stepOf({ plan, actor, limit, pass, now }: AlertStepContext, recordId: number) {
  const { notifies } = plan.telling
  return { recordId, actor, mayEdit: mayEditWithin(limit), now, notifies, isRelayed: true, pass }
}

type AlertAct = { body: string } & (
  | { act: 'post-update'; severity_tid?: number; alert_places?: AlertPlaces }
  | { act: 'reopen'; severity_tid?: number; alert_places?: AlertPlaces }
  | { act: 'resolve' }
)

async function takeOrAsk(
  trx: Transaction<DB>,
  context: AlertStepContext,
  {
    recordId,
    content,
    places,
    take,
    act,
  }: Omit<OnIncident, 'news'> & { take: (trx: Transaction<DB>) => Promise<StepOutcome>; act: AlertAct },
): Promise<Applied> {
  const { plan, actor, now } = context
  const waiting = await waitingNews(trx, recordId)
  const outcome = await orTakeBack<StepOutcome>(() =>
    inTransaction(trx, async (part) => {
      if (await isNewCloudGated(part, context, { recordId, content, places }))
        throw new TakenBack<StepOutcome>({ kind: 'needs-approval' })
      if (places !== undefined) await addPlaces(part, context, { recordId, content, places })
      const taken = await take(part)
      if (taken.kind === 'needs-approval') throw new TakenBack<StepOutcome>(taken)
      return taken
    }),
  )
  if (outcome.kind === 'needs-approval') {
    const { notifies } = plan.telling
    const asked = await requestApproval(trx, {
      recordId,
      act: { ...withWaiting(waiting, act), notifies, is_relayed: true },
      note: '',
      actor,
      now,
    })
    if (asked.kind === 'asked') return { isWaiting: true }
    const words = `Not published, because a person’s request was waiting for approval: ${plainText(act.body)}`
    await writeNote(trx, { recordId, change: (note) => withRemark(note, words), actor, now })
    return { isWaiting: false, isHeldBack: true }
  }
  if (outcome.kind !== 'done') throw new Error(`A step for alerts failed: ${outcome.kind}`)
  if (act.act === 'post-update') await askAgain(trx, context, { recordId, waiting })
  return { isWaiting: false }
}

/**
 * On a cloud that the incident wasn't on, the step is the first publication. Where that needs a second
 * person, so does the step, even if updates don't.
 */
export async function isNewCloudGated(
  trx: Transaction<DB>,
  { pass }: AlertStepContext,
  { recordId, content, places }: Pick<OnIncident, 'recordId' | 'content' | 'places'>,
): Promise<boolean> {
  const clouds = places?.clouds.filter((id) => !content.clouds.includes(id)) ?? []
  if (places === undefined || clouds.length === 0) return false
  const { services } = places
  const at = { recordId, kind: 'incident', action: 'publish', content: { clouds, services }, pass } as const
  return (await askGate(trx, at)) === 'needs-approval'
}

type WaitingNews = Extract<ApprovalAct, { act: 'post-update' }>

export async function waitingNews(trx: Transaction<DB>, recordId: number): Promise<WaitingNews | undefined> {
  const record = await lockForEditing(trx, recordId)
  const waiting = record && (await findOpenRequest(trx, recordId))
  if (waiting === undefined) return undefined
  const { act } = waiting
  return act.act === 'post-update' && act.is_relayed === true ? act : undefined
}

/** A publication in the meantime ended the request, but its news still waits. */
export async function askAgain(
  trx: Transaction<DB>,
  { things, actor, now }: AlertStepContext,
  { recordId, waiting }: { recordId: number; waiting: WaitingNews | undefined },
): Promise<void> {
  const content = waiting && (await readContent(trx, recordId))
  if (waiting === undefined || content === undefined) return
  const { severity_tid: graver, ...act } = waiting
  const isGraver = isGraverThan({ graver }, content, things)
  await requestApproval(trx, {
    recordId,
    act: { ...act, ...(graver !== undefined && isGraver && { severity_tid: graver }) },
    note: '',
    actor,
    now,
  })
}

/** The new request replaces an open one, so it includes news that still waits. */
function withWaiting(earlier: WaitingNews | undefined, act: AlertAct): AlertAct {
  if (act.act !== 'post-update' || earlier === undefined) return act
  const { severity_tid = earlier.severity_tid } = act
  const places = joinPlaces(earlier.alert_places, act.alert_places)
  return {
    ...act,
    body: [...new Set([earlier.body, act.body])].join(''),
    ...(severity_tid !== undefined && { severity_tid }),
    ...(places && { alert_places: places }),
  }
}

/** The earliest plausible start. An unset time is year 1, and clocks elsewhere may be fast. */
export function beginningOfAlerts(alerts: KeptAlerts, now: Date): string {
  const times = Object.values(alerts).flatMap(({ startsAt }) => timeOf(startsAt) ?? [])
  const [earliest] = times.toSorted()
  const latest = now.toISOString()
  return earliest === undefined || earliest > latest ? latest : earliest
}
