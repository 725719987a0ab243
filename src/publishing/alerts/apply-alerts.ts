import type { Transaction } from 'kysely'
import { type AlertGroupRow, writeGroup } from '../../db/alert-groups.ts'
import type { DB } from '../../db/database.ts'
import { readContent } from '../../db/record-content.ts'
import { addPlaces } from './add-places.ts'
import { alertNote, withAlertNote, withRemark } from './alert-note.ts'
import { type StepTelling, showGraver, tellAgain, tellEnd, tellNews } from './alert-step.ts'
import type { AlertStep } from './plan-alerts.ts'
import { writeNote } from './write-note.ts'

export interface Source {
  /** Where staff find more, one line each. */
  source: readonly string[]
  trouble: readonly string[]
}

/** Applies the planned step to the incident and saves the group. All or nothing. */
export async function applyAlerts(
  trx: Transaction<DB>,
  telling: StepTelling,
  {
    group,
    step,
    source,
  }: { group: AlertGroupRow; step: Exclude<AlertStep, { kind: 'open' }>; source: Source | undefined },
): Promise<void> {
  const { plan, actor, now } = telling
  const { alerts, dueAt, closedAt } = plan
  const { recordId } = group
  await writeGroup(trx, { id: group.id, alerts, telling: plan.telling, dueAt, closedAt, now })
  if (recordId === null || step.kind === 'nothing' || step.kind === 'leave') return
  // First, because publishing locks the edition, which others wait for.
  if (source !== undefined) {
    const block = alertNote(alerts, { ...source, now })
    await writeNote(trx, { recordId, change: (note) => withAlertNote(note, block), actor, now })
  }
  const content = await readContent(trx, recordId)
  if (content === undefined) return
  const isGraverNow = step.kind === 'gather' && step.news.graver !== undefined && !step.news.isShown
  if (step.kind === 'update' || step.kind === 'reopen' || isGraverNow) {
    const places = await addPlaces(trx, telling, { recordId, news: step.news, content })
    if (places.kind === 'refused') {
      const remark = `The places named by new alerts could not be added to this incident. ${places.sentences.join(' ')}`
      await writeNote(trx, { recordId, change: (note) => withRemark(note, remark), actor, now })
    }
  }
  switch (step.kind) {
    case 'note':
      return
    case 'gather':
      if (isGraverNow) await showGraver(trx, telling, { recordId, news: step.news, content })
      return
    case 'update':
      return tellNews(trx, telling, { recordId, news: step.news, content })
    case 'reopen':
      return tellAgain(trx, telling, { recordId, news: step.news })
    case 'resolve':
      return tellEnd(trx, telling, recordId)
  }
}
