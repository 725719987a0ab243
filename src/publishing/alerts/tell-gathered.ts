import type { Transaction } from 'kysely'
import { lockDueGroup, nameOfToken } from '../../db/alert-groups.ts'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { actorNamed } from '../../domain/actor.ts'
import { planAlerts } from '../../domain/alerts/plan-alerts.ts'
import type { DoneByClock } from '../timetable/done-by-clock.ts'
import { applyAlerts } from './apply-alerts.ts'

/** Tells the news of a group that came too soon after the last, now that their time has come. */
export async function tellGathered(
  trx: Transaction<DB>,
  { id, now }: { id: number; now: Date },
): Promise<DoneByClock> {
  const group = await lockDueGroup(trx, { id, now })
  if (group === undefined) return { kind: 'passed' }
  const heard = { alerts: {}, isAllOver: false }
  const plan = planAlerts({ group, heard, settings: group.telling, now })
  const { step } = plan
  if (step.kind === 'open') throw new Error(`Nothing was heard of group ${group.id}, and it opened`)
  const things = await readThings(trx)
  const actor = actorNamed(`token:${await nameOfToken(trx, group.tokenId)}`)
  const telling = { plan, things, actor, now }
  await applyAlerts(trx, telling, { group, step, source: undefined })
  if (step.kind !== 'update' || group.recordId === null) return { kind: 'passed' }
  return { kind: 'done', deed: 'told', recordIds: [group.recordId] }
}
