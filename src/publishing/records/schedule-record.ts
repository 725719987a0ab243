import type { Kysely, Transaction } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { readContent } from '../../db/record-content.ts'
import { deleteScheduled, findDraft, writeScheduled } from '../../db/record-drafts.ts'
import { type EditedRecord, raiseVersion, writeSchedule } from '../../db/record-editing.ts'
import type { Actor } from '../../domain/actor.ts'
import type { ApprovalPass } from '../../domain/newsroom/approval.ts'
import { checkContent } from '../../domain/newsroom/check-content.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { unfilledFields } from '../../domain/newsroom/unfilled-fields.ts'
import { askGate, noteWithout, passForAudit } from '../approval/gate.ts'
import { wrongImages } from '../images/wrong-images.ts'
import { type EditRefusal, openForEditing, sortOf } from './edit-refusal.ts'

export interface Scheduling {
  recordId: number
  version?: number
  publishAt: Date
  notifies: boolean
  actor: Actor
  mayEdit: MayEdit
  now: Date
  pass?: ApprovalPass | undefined
}

export type ScheduleOutcome =
  | { kind: 'scheduled' }
  | { kind: 'in-the-past' }
  | { kind: 'not-new' }
  | EditRefusal

/** Missing fields are reported now, while someone is there. */
export async function scheduleRecord(
  db: Kysely<DB>,
  { recordId, version, publishAt, notifies, actor, mayEdit, now, pass }: Scheduling,
): Promise<ScheduleOutcome> {
  return inTransaction(db, async (trx): Promise<ScheduleOutcome> => {
    const opened = await openForEditing(trx, { recordId, mayEdit, ...(version !== undefined && { version }) })
    if (opened.kind !== 'open') return opened
    const { record } = opened
    if (record.edition !== null) return { kind: 'not-new' }
    if (publishAt <= now) return { kind: 'in-the-past' }
    const content = (await findDraft(trx, recordId))?.content ?? (await readContent(trx, recordId))
    if (content === undefined) return { kind: 'no-such-record' }
    if (!mayEdit(sortOf(content))) return { kind: 'not-allowed' }
    const imagesSentence = await wrongImages(trx, content.body)
    const errors = {
      ...(imagesSentence !== undefined && { body: imagesSentence }),
      ...unfilledFields(content),
      ...checkContent(content, await readThings(trx), { publishedAt: publishAt, isByClock: true }),
    }
    if (Object.keys(errors).length > 0) return { kind: 'wrong', errors }
    const gate = await askGate(trx, { recordId, kind: record.kind, action: 'schedule', pass })
    if (gate === 'needs-approval') return { kind: 'needs-approval' }
    if (gate === 'without' && pass !== undefined)
      await noteWithout(trx, { recordId, version: record.version, action: 'schedule', pass, actor, now })

    await writeSchedule(trx, { id: recordId, state: 'scheduled', publishAt, notifies })
    await writeScheduled(trx, { recordId, content, by: actor.userId, at: now })
    await raiseVersion(trx, recordId)
    await auditSchedule(trx, {
      record,
      actor,
      now,
      action: 'schedule',
      after: {
        publishAt,
        notifies,
        ...(gate !== 'open' || pass?.kind === 'approved' ? passForAudit(pass) : {}),
      },
    })
    return { kind: 'scheduled' }
  })
}

export type UnscheduleOutcome = { kind: 'unscheduled' } | { kind: 'not-scheduled' } | EditRefusal

export async function unscheduleRecord(
  db: Kysely<DB>,
  { recordId, version, actor, mayEdit, now }: Omit<Scheduling, 'publishAt' | 'notifies' | 'pass'>,
): Promise<UnscheduleOutcome> {
  return db.transaction().execute(async (trx): Promise<UnscheduleOutcome> => {
    const opened = await openForEditing(trx, { recordId, mayEdit, ...(version !== undefined && { version }) })
    if (opened.kind !== 'open') return opened
    const { record } = opened
    if (record.state !== 'scheduled') return { kind: 'not-scheduled' }
    await backToDraft(trx, { record, actor, now, action: 'unschedule' })
    return { kind: 'unscheduled' }
  })
}

export async function backToDraft(
  trx: Transaction<DB>,
  of: { record: EditedRecord; actor: Actor; now: Date; action: string; reason?: Record<string, unknown> },
) {
  const { record, reason, ...entry } = of
  await writeSchedule(trx, {
    id: record.id,
    state: 'draft',
    publishAt: null,
    notifies: record.publish_notifies,
  })
  await deleteScheduled(trx, record.id)
  await raiseVersion(trx, record.id)
  await auditSchedule(trx, { record, ...entry, after: { publishAt: null, ...reason } })
}

function auditSchedule(
  trx: Transaction<DB>,
  {
    record,
    actor,
    now,
    action,
    after: { publishAt, notifies, ...others },
  }: {
    record: EditedRecord
    actor: Actor
    now: Date
    action: string
    after: { publishAt: Date | null; notifies?: boolean } & Record<string, unknown>
  },
) {
  const publish_at = publishAt?.toISOString() ?? null
  return insertAudit(trx, {
    at: now,
    actor,
    action,
    entity: 'record',
    entityId: record.id,
    before: {
      state: record.state,
      publish_at: record.publish_at?.toISOString() ?? null,
      ...(notifies !== undefined && { publish_notifies: record.publish_notifies }),
    },
    after: {
      state: publishAt === null ? 'draft' : 'scheduled',
      publish_at,
      ...(notifies !== undefined && { publish_notifies: notifies }),
      ...others,
    },
  })
}
