import type { Transaction } from 'kysely'
import { type AlertGroupRow, writeGroup } from '../../db/alert-groups.ts'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { readContent } from '../../db/record-content.ts'
import type { AlertPlaces } from '../../domain/newsroom/approval.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import { orTakeBack, TakenBack } from '../automation/take-back.ts'
import { addPlaces, joinPlaces, placesAgain, placesOfNews, placesToAdd } from './add-places.ts'
import { alertNote, withAlertNote, withRemark } from './alert-note.ts'
import {
  type AlertStepContext,
  type Applied,
  askAgain,
  isGraverThan,
  isNewCloudGated,
  publishEnd,
  publishNews,
  publishReopening,
  type ShowOutcome,
  showGraver,
  waitingNews,
} from './alert-step.ts'
import type { AlertStep, News } from './plan-alerts.ts'
import { askToPublishAgain, endRequest } from './request-of-trouble.ts'
import { writeNote } from './write-note.ts'

export interface Source {
  source: readonly string[]
  trouble: readonly string[]
}

const NOTHING_WAITS: Applied = { isWaiting: false }

export async function applyAlerts(
  trx: Transaction<DB>,
  context: AlertStepContext,
  {
    group,
    step,
    source,
  }: { group: AlertGroupRow; step: Exclude<AlertStep, { kind: 'open' }>; source: Source | undefined },
): Promise<Applied> {
  const { plan, actor, now } = context
  const { alerts, dueAt, closedAt } = plan
  const { recordId } = group
  await writeGroup(trx, { id: group.id, alerts, telling: plan.telling, dueAt, closedAt, now })
  const isOver = group.closedAt === null && closedAt !== null
  if (recordId !== null && isOver && (group.incidentState === 'draft' || group.incidentState === 'closed'))
    await endRequest(trx, { recordId, actor, now })
  if (recordId === null || step.kind === 'nothing' || step.kind === 'leave') return NOTHING_WAITS
  // An end that still waits for approval is not true anymore once alerts fire again.
  const isBack = group.closedAt !== null && closedAt === null
  // First, because publishing locks the edition, which others wait for.
  if (source !== undefined) {
    const block = alertNote(alerts, { ...source, now })
    await writeNote(trx, {
      recordId,
      change: (note) => withAlertNote(note, block),
      actor,
      now,
      ends: isBack ? 'resolve' : undefined,
    })
  }
  const content = await readContent(trx, recordId)
  if (content === undefined) return NOTHING_WAITS
  const again = placesAgain(content, plan.again)
  // No new words, but people have reported a place as recovered that is in trouble again.
  const isWithoutWords =
    step.kind === 'note' || (step.kind === 'gather' && !isToShow(context, step.news, content))
  if (isWithoutWords && again !== undefined && group.incidentState === 'open' && plan.telling.publishes) {
    const news = { alerts: plan.again, graver: undefined, isShown: false }
    return publishNews(trx, context, { recordId, news, content, places: again })
  }
  const isNotified = step.kind === 'update' || step.kind === 'reopen'
  const places = isNotified
    ? joinPlaces(await placesOrRemark(trx, context, { recordId, news: step.news, content }), again)
    : undefined
  switch (step.kind) {
    case 'note':
      return isBack && group.incidentState === 'draft' && plan.telling.publishes
        ? askToPublishAgain(trx, { recordId, actor, now })
        : NOTHING_WAITS
    case 'gather':
      await showAtOnce(trx, context, { group, recordId, news: step.news, content, again })
      return NOTHING_WAITS
    case 'update':
      return publishNews(trx, context, { recordId, news: step.news, content, places })
    case 'reopen':
      return publishReopening(trx, context, { recordId, news: step.news, content, places })
    case 'resolve':
      return publishEnd(trx, context, { recordId, content })
  }
}

interface OnIncident {
  recordId: number
  news: News
  content: RecordContent
}

async function placesOrRemark(
  trx: Transaction<DB>,
  context: AlertStepContext,
  { recordId, news, content }: OnIncident,
): Promise<AlertPlaces | undefined> {
  const wanted = placesToAdd(content, placesOfNews(news), context.things)
  if (wanted.kind === 'to-add') return wanted.places
  if (wanted.kind === 'nothing-new') return undefined
  const words = 'The places named by new alerts could not be added to this incident.'
  await remark(trx, context, { recordId, words: [words, ...Object.values(wanted.errors)] })
  return undefined
}

async function remark(
  trx: Transaction<DB>,
  { actor, now }: AlertStepContext,
  { recordId, words }: { recordId: number; words: string[] },
) {
  await writeNote(trx, { recordId, change: (note) => withRemark(note, words.join(' ')), actor, now })
}

function isToShow({ things }: AlertStepContext, news: News, content: RecordContent): boolean {
  return !news.isShown && isGraverThan(news, content, things)
}

async function showAtOnce(
  trx: Transaction<DB>,
  context: AlertStepContext,
  { group, again, ...of }: OnIncident & { group: AlertGroupRow; again: AlertPlaces | undefined },
): Promise<void> {
  const { recordId, news, content } = of
  const { graver: severityTid } = news
  if (severityTid === undefined || !isToShow(context, news, content)) return
  const waiting = await waitingNews(trx, recordId)
  // Places that aren't published must be rolled back: the next publication would date them wrong.
  const shown = await orTakeBack<ShowOutcome>(() =>
    inTransaction(trx, async (part) => {
      const places = joinPlaces(await placesOrRemark(part, context, of), again)
      if (await isNewCloudGated(part, context, { recordId, content, places }))
        throw new TakenBack<ShowOutcome>({ kind: 'refused', sentences: ['It needs approval.'] })
      if (places !== undefined) await addPlaces(part, context, { recordId, content, places })
      const outcome = await showGraver(part, context, { recordId, severityTid })
      if (outcome.kind === 'refused') throw new TakenBack<ShowOutcome>(outcome)
      return outcome
    }),
  )
  if (shown.kind === 'shown') return askAgain(trx, context, { recordId, waiting })
  const { plan, now } = context
  const { shownRank: _, ...unshown } = plan.telling
  const { shownRank } = group.telling
  await writeGroup(trx, {
    id: group.id,
    alerts: plan.alerts,
    telling: { ...unshown, ...(shownRank !== undefined && { shownRank }) },
    dueAt: plan.dueAt,
    closedAt: plan.closedAt,
    now,
  })
  const words = 'The higher severity of new alerts could not be shown at once.'
  await remark(trx, context, { recordId, words: [words, ...shown.sentences] })
}
