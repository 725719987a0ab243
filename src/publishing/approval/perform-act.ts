import type { Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import { readContent } from '../../db/record-content.ts'
import { findDraft } from '../../db/record-drafts.ts'
import { lockForEditing } from '../../db/record-editing.ts'
import { findStatus } from '../../db/record-life.ts'
import type { Actor } from '../../domain/actor.ts'
import type { ApprovalAct, ApprovalPass } from '../../domain/newsroom/approval.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { addApprovedPlaces } from '../alerts/add-places.ts'
import { cancelMaintenance } from '../life/cancel-maintenance.ts'
import { type CorrectOutcome, correctUpdate } from '../life/correct-update.ts'
import { postUpdate } from '../life/post-update.ts'
import { postponeMaintenance } from '../life/postpone-maintenance.ts'
import { removeInTransaction } from '../life/remove-update.ts'
import { reopenRecord } from '../life/reopen-record.ts'
import { resolveRecord } from '../life/resolve-record.ts'
import { startMaintenance } from '../life/start-maintenance.ts'
import type { StepOutcome } from '../life/step-outcome.ts'
import {
  type PublishPostMortemOutcome,
  publishPostMortem,
  withdrawPostMortemInTransaction,
} from '../post-mortems/publish-post-mortem.ts'
import { type ArchiveOutcome, archiveRecord } from '../records/archive-record.ts'
import { type PublishDraftOutcome, publishDraft } from '../records/publish-draft.ts'
import { type ScheduleOutcome, scheduleRecord } from '../records/schedule-record.ts'
import { type UnpublishOutcome, unpublishInTransaction } from '../unpublish-record.ts'

export interface Performing {
  recordId: number
  version: number
  act: ApprovalAct
  actor: Actor
  mayEdit: MayEdit
  now: Date
  pass: ApprovalPass
}

type Successes = 'done' | 'published' | 'scheduled' | 'unpublished' | 'archived'
export type ActRefusal = Exclude<
  | PublishDraftOutcome
  | ScheduleOutcome
  | UnpublishOutcome
  | ArchiveOutcome
  | CorrectOutcome
  | StepOutcome
  | PublishPostMortemOutcome,
  { kind: Successes }
>
export type ActOutcome =
  | {
      kind: 'done'
      /** Publications whose pending messages are canceled after the commit. */
      publications: number[]
      isLate?: boolean
    }
  | ActRefusal

export async function performAct(trx: Transaction<DB>, performing: Performing): Promise<ActOutcome> {
  const { recordId, version, act, actor, mayEdit, now, pass } = performing
  const by = { recordId, actor, mayEdit, now, pass }
  if ('alert_places' in act && act.alert_places !== undefined) {
    const refusal = await addApprovedPlaces(trx, { recordId, places: act.alert_places, actor, now })
    if (refusal !== undefined) return refusal
  }
  if ((act.act === 'publish' || act.act === 'schedule') && (await isWindowOver(trx, { recordId, now })))
    return { kind: 'wrong', errors: { to_time: 'This window is over. Choose another one, then ask again.' } }
  switch (act.act) {
    case 'publish':
      return done(
        await publishDraft(trx, {
          ...by,
          version,
          notifies: act.notifies,
          isCorrection: act.is_correction,
          isUrgent: act.is_urgent,
          isRelayed: act.is_relayed ?? false,
        }),
      )
    case 'schedule': {
      const publishAt = new Date(act.publish_at)
      if (publishAt <= now) {
        const published = done(await publishDraft(trx, { ...by, version, notifies: act.notifies }))
        return published.kind === 'done' ? { ...published, isLate: true } : published
      }
      return done(await scheduleRecord(trx, { ...by, version, publishAt, notifies: act.notifies }))
    }
    case 'unpublish': {
      const { reason, public_reason: publicReason } = act
      const outcome = await unpublishInTransaction(trx, { recordId, actor, now, pass, reason, publicReason })
      return outcome.kind === 'unpublished' ? { kind: 'done', publications: outcome.publications } : outcome
    }
    case 'archive':
      return done(await archiveRecord(trx, { ...by, version }))
    case 'correct-update':
      return done(
        await correctUpdate(trx, {
          ...by,
          version,
          updateId: act.update,
          body: act.body,
          postedOn: timeOf(act.posted_on),
        }),
      )
    case 'remove-update': {
      const outcome = await removeInTransaction(trx, { ...by, version, updateId: act.update })
      return outcome.kind === 'done' ? { kind: 'done', publications: outcome.publications } : outcome
    }
    case 'publish-post-mortem': {
      const { version: seen, notifies } = act
      return done(await publishPostMortem(trx, { ...by, version: seen, notifies }))
    }
    case 'withdraw-post-mortem': {
      const outcome = await withdrawPostMortemInTransaction(trx, { ...by, version: act.version })
      return outcome.kind === 'done' ? { kind: 'done', publications: outcome.publications } : outcome
    }
    case 'post-update':
      return done(
        await postUpdate(trx, {
          ...stepOf(act, by),
          statusId: act.status_id,
          severityTid: act.severity_tid,
          nextUpdate: promiseOf(act.next_update, { pass, now }),
          toTime: timeOf(act.to_time),
          postedOn: timeOf(act.posted_on),
          notifiesOfThePast: act.notifies_of_the_past,
          isUrgent: act.is_urgent ?? false,
          places: act.places,
        }),
      )
    case 'resolve':
      return done(
        await resolveRecord(trx, {
          ...stepOf(act, by),
          closedOn: timeOf(act.closed_on),
          postMortem: act.post_mortem,
        }),
      )
    case 'reopen':
      return done(await reopenRecord(trx, { ...stepOf(act, by), severityTid: act.severity_tid }))
    case 'start':
      return done(await startMaintenance(trx, stepOf(act, by)))
    case 'cancel':
      return done(await cancelMaintenance(trx, stepOf(act, by)))
    case 'postpone':
      return done(
        await postponeMaintenance(trx, {
          ...stepOf(act, by),
          fromTime: timeOf(act.from_time) ?? null,
          toTime: timeOf(act.to_time) ?? null,
        }),
      )
  }
}

/** It waited too long: readers would get the announcement and the completion within a minute. */
async function isWindowOver(
  trx: Transaction<DB>,
  { recordId, now }: { recordId: number; now: Date },
): Promise<boolean> {
  const record = await lockForEditing(trx, recordId)
  if (record?.kind !== 'maintenance' || record.edition !== null) return false
  const content = (await findDraft(trx, recordId))?.content ?? (await readContent(trx, recordId))
  if (content === undefined || content.to_time === null || content.to_time > now.toISOString()) return false
  return (await findStatus(trx, content.status_id))?.class === 'scheduled'
}

function stepOf<By>(
  { body, notifies, is_relayed }: { body: string; notifies: boolean; is_relayed?: boolean },
  by: By,
) {
  return { ...by, body, notifies, isRelayed: is_relayed ?? false }
}

/** Drops a promise whose time has passed while the update waited. The update is still needed. */
function promiseOf(
  written: string | null | undefined,
  { pass, now }: { pass: ApprovalPass; now: Date },
): Date | null | undefined {
  if (written === null) return null
  const promise = timeOf(written)
  const hasPassed = promise !== undefined && promise <= now
  return hasPassed && pass.kind === 'approved' ? undefined : promise
}

function timeOf(written: string | null | undefined): Date | undefined {
  return written == null ? undefined : new Date(written)
}

function done(
  outcome:
    | PublishDraftOutcome
    | ScheduleOutcome
    | ArchiveOutcome
    | CorrectOutcome
    | StepOutcome
    | PublishPostMortemOutcome,
): ActOutcome {
  switch (outcome.kind) {
    case 'done':
    case 'published':
    case 'scheduled':
    case 'archived':
      return { kind: 'done', publications: [] }
    default:
      return outcome
  }
}
