import type { Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import {
  findStatusOfClass,
  type LifeFields,
  type LockedRecordState,
  lockRecordState,
} from '../../db/record-life.ts'
import { holdRecord, lastNotified } from '../../db/timetable.ts'
import { SYSTEM } from '../../domain/actor.ts'
import { MAY_EDIT_ALL } from '../../domain/newsroom/may-edit.ts'
import { MAINTENANCE_COMPLETED, MAINTENANCE_STARTED } from '../life/standard-updates.ts'
import { takeStep } from '../life/take-step.ts'
import type { DoneByClock } from './done-by-clock.ts'

export async function moveMaintenance(
  trx: Transaction<DB>,
  { id, now }: { id: number; now: Date },
): Promise<DoneByClock> {
  if (!(await holdRecord(trx, id))) return { kind: 'passed' }
  const record = await lockRecordState(trx, id)
  const move = record === undefined ? undefined : dueMove(record, now)
  if (move === undefined) return { kind: 'passed' }
  const { hasNotified } = await lastNotified(trx, id)
  const outcome = await takeStep(
    trx,
    {
      recordId: id,
      actor: SYSTEM,
      mayEdit: MAY_EDIT_ALL,
      now,
      // The window was announced, and these words are ours.
      pass: { kind: 'exempt' },
      body: move.deed === 'started' ? MAINTENANCE_STARTED : MAINTENANCE_COMPLETED,
      // Subscribers who weren't notified of the window aren't notified of its start or end.
      notifies: hasNotified && move.isNews,
      action: move.deed === 'started' ? 'start' : 'resolve',
    },
    async () => {
      const status = await findStatusOfClass(trx, move.statusClass)
      if (status === undefined) return { kind: 'no-status-of-class', class: move.statusClass }
      return { kind: 'step', step: move.deed, status, changes: move.changes }
    },
  )
  if (outcome.kind !== 'done') throw new Error(`Maintenance ${id} was not ${move.deed}: ${outcome.kind}`)
  return { kind: 'done', deed: move.deed, recordIds: [id] }
}

interface Move {
  deed: 'started' | 'completed'
  statusClass: string
  /** False if it is so late that it would only confuse. */
  isNews: boolean
  changes: Partial<LifeFields>
}

/**
 * The real times weren't measured, so the planned ones are used. If the site was down for the whole window,
 * only its end is announced.
 */
function dueMove(record: LockedRecordState, now: Date): Move | undefined {
  const { kind, state, is_closed, status_class, from_time, to_time } = record
  const isOpen = kind === 'maintenance' && state === 'published' && !is_closed && record.closed_on === null
  if (!isOpen || from_time === null || from_time > now) return undefined
  const isScheduled = status_class === 'scheduled'
  const isWindowOver = to_time !== null && to_time <= now
  const mayStart = isScheduled && record.starts_by_itself
  if (isWindowOver && record.ends_by_itself && (mayStart || !isScheduled)) {
    const actual_from_time = record.actual_from_time ?? from_time
    // Started manually after its window, so it ends now.
    const actual_to_time = actual_from_time > to_time ? now : to_time
    return {
      deed: 'completed',
      statusClass: 'completed',
      isNews: true,
      changes: { closed_on: now, actual_from_time, actual_to_time, next_update: null },
    }
  }
  if (!mayStart) return undefined
  return {
    deed: 'started',
    statusClass: 'in-progress',
    isNews: !isWindowOver,
    changes: { actual_from_time: from_time, actual_to_time: null },
  }
}
