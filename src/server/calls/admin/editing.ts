import type { ApprovalChoice } from '../../../contract/admin/approval-fields.ts'
import type { ApprovalAct, ApprovalPass } from '../../../domain/newsroom/approval.ts'
import { mayEditAs, mayReadAs } from '../../../domain/newsroom/may-edit.ts'
import { storable, timeOf } from '../../../domain/newsroom/tidy-content.ts'
import { askApproval } from '../../../publishing/approval/ask-approval.ts'
import { aboutRecord } from '../../../publishing/records/about-record.ts'
import { actorOf } from '../../http/viewer-of.ts'
import { type Asked, wrongFields } from '../asked.ts'
import { actFault, noSuchRecord } from '../record-faults.ts'

type Who = Pick<Asked<'POST /api/admin/records'>, 'context' | 'viewer' | 'request'>

export function editing({ context, viewer, request }: Who) {
  return {
    actor: actorOf(viewer, { capability: 'edit-records', request }),
    mayEdit: mayEditAs(viewer),
    now: context.clock(),
  }
}

/**
 * If the request asks for approval, creates that request instead. Otherwise returns the pass for doing it
 * now: none, or an emergency.
 */
export async function passOrAsk(
  asked: Who & {
    input: { id: number; approval?: ApprovalChoice; version?: number; edition?: number }
  },
  act: () => ApprovalAct,
): Promise<{ kind: 'asked' } | { kind: 'pass'; pass: ApprovalPass | undefined }> {
  const { id: recordId, approval, version, edition: seenEdition } = asked.input
  if (approval === undefined) return { kind: 'pass', pass: undefined }
  if (approval.kind === 'without') {
    const reason = storable(approval.reason).trim()
    if (reason.length < LEAST_REASON) throw wrongFields({ 'approval.reason': 'Please give a reason.' })
    return { kind: 'pass', pass: { kind: 'without', reason } }
  }
  const { note } = approval
  const by = editing(asked)
  const outcome = await askApproval(asked.context.newsroom.db, {
    ...by,
    recordId,
    version,
    seenEdition,
    act: act(),
    note,
  })
  if (outcome.kind !== 'asked') throw actFault(outcome, by.now)
  return { kind: 'asked' }
}

/** In characters, without surrounding blanks. */
export const LEAST_REASON = 3

export async function recordForStaff({ context, viewer }: Pick<Who, 'context' | 'viewer'>, recordId: number) {
  const data = await aboutRecord(context.newsroom.db, {
    recordId,
    mayEdit: mayEditAs(viewer),
    mayRead: mayReadAs(viewer),
    uid: viewer.uid,
  })
  if (data === undefined) throw noSuchRecord()
  return { data }
}

export function momentIn<Written extends string | null | undefined>(
  field: string,
  written: Written,
): Written extends string ? Date : Written {
  type Read = Written extends string ? Date : Written
  if (written === null || written === undefined) return written as Read
  const time = timeOf(written)
  if (time === undefined) throw wrongFields({ [field]: 'Not a valid time.' })
  return new Date(time) as Read
}
