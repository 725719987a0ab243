import type { Transaction } from 'kysely'
import { type AlertGroupRow, lockDueGroup, tokenOfGroup, writeGroup } from '../../db/alert-groups.ts'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { actorNamed, SYSTEM } from '../../domain/actor.ts'
import { isInsideLimit } from '../../domain/newsroom/may-edit.ts'
import type { DoneByClock } from '../timetable/done-by-clock.ts'
import { withRemark } from './alert-note.ts'
import { applyAlerts } from './apply-alerts.ts'
import { planAlerts } from './plan-alerts.ts'
import { cloudsOfGroup } from './receive-alerts.ts'
import { writeNote } from './write-note.ts'

export async function publishGathered(
  trx: Transaction<DB>,
  { id, now }: { id: number; now: Date },
): Promise<DoneByClock> {
  const group = await lockDueGroup(trx, { id, now })
  if (group === undefined) return { kind: 'passed' }
  const token = await tokenOfGroup(trx, group)
  if (token.revoked_at !== null)
    return keepBack(trx, { group, why: `their token "${token.name}" was revoked`, now })
  if (token.expires_at !== null && token.expires_at <= now)
    return keepBack(trx, { group, why: `their token "${token.name}" has expired`, now })
  if (token.is_on === false)
    return keepBack(trx, { group, why: `their sender "${token.name}" was switched off`, now })
  const clouds = await cloudsOfGroup(trx, group)
  if (!isInsideLimit(token.limit, { kind: 'incident', clouds }))
    return keepBack(trx, { group, why: `their token "${token.name}" is limited to other clouds`, now })
  const received = { alerts: {}, isAllOver: false }
  const plan = planAlerts({ group, received, settings: group.telling, now })
  const { step } = plan
  if (step.kind === 'open') throw new Error(`Group ${group.id} would open an incident without a new message`)
  const things = await readThings(trx)
  const actor = actorNamed(`token:${token.name}`)
  const pass = token.scopes.includes('approval:skip') ? ({ kind: 'exempt' } as const) : undefined
  const context = { plan, things, actor, limit: token.limit, pass, now }
  const { isWaiting, isHeldBack } = await applyAlerts(trx, context, { group, step, source: undefined })
  if (isWaiting || isHeldBack || step.kind !== 'update' || group.recordId === null) return { kind: 'passed' }
  return { kind: 'done', deed: 'told', recordIds: [group.recordId] }
}

/** A token that may not write here (anymore) is not trusted: only staff see its news. */
async function keepBack(
  trx: Transaction<DB>,
  { group, why, now }: { group: AlertGroupRow; why: string; now: Date },
): Promise<DoneByClock> {
  await writeGroup(trx, { ...group, dueAt: null, now })
  if (group.recordId === null) return { kind: 'passed' }
  const remark = `Updates from these alerts were not published: ${why}.`
  const change = (note: string | null) => withRemark(note, remark)
  await writeNote(trx, { recordId: group.recordId, change, actor: SYSTEM, now })
  return { kind: 'passed' }
}
