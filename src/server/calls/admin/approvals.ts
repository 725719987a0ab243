import type { approvalCalls } from '../../../contract/admin/approvals.ts'
import { storable } from '../../../domain/newsroom/tidy-content.ts'
import {
  type ApproveOutcome,
  approve,
  reviewWithout,
  sendBack,
  takeBackRequest,
} from '../../../publishing/approval/decide-approval.ts'
import { Fault } from '../../http/faults.ts'
import { type Asked, type Handlers, wrongFields } from '../asked.ts'
import { actFault } from '../record-faults.ts'
import { editing, recordForStaff } from './editing.ts'

type ApprovalCall = keyof typeof approvalCalls

export const approvalHandlers: Handlers<ApprovalCall> = {
  'POST /api/admin/records/:id/approvals/:approval/approve': async (asked) => {
    const seen = asked.input.version
    const outcome = await approve(asked.context.newsroom.db, { ...deciding(asked), seen })
    if (outcome.kind !== 'approved') throw decideFault(outcome, asked.context.clock())
    return { ...(await recordForStaff(asked, asked.input.id)), is_late: outcome.isLate }
  },

  'POST /api/admin/records/:id/approvals/:approval/send-back': async (asked) => {
    const words = storable(asked.input.words).trim()
    if (words === '') throw wrongFields({ words: 'Please say what should change.' })
    const outcome = await sendBack(asked.context.newsroom.db, { ...deciding(asked), words })
    if (outcome.kind !== 'sent-back') throw decideFault(outcome, asked.context.clock())
    return recordForStaff(asked, asked.input.id)
  },

  'POST /api/admin/records/:id/approvals/:approval/take-back': async (asked) => {
    const outcome = await takeBackRequest(asked.context.newsroom.db, deciding(asked))
    if (outcome.kind !== 'taken-back') throw decideFault(outcome, asked.context.clock())
    return recordForStaff(asked, asked.input.id)
  },

  'POST /api/admin/records/:id/approvals/:approval/review': async (asked) => {
    const outcome = await reviewWithout(asked.context.newsroom.db, deciding(asked))
    if (outcome.kind !== 'reviewed') throw decideFault(outcome, asked.context.clock())
    return recordForStaff(asked, asked.input.id)
  },
}

function deciding(asked: Asked<ApprovalCall>) {
  const { id: recordId, approval: approvalId } = asked.input
  const { actor, ...by } = editing(asked)
  return { ...by, actor: { ...actor, userId: asked.viewer.uid }, recordId, approvalId }
}

function decideFault(refusal: Exclude<ApproveOutcome, { kind: 'approved' }>, now: Date): Fault {
  switch (refusal.kind) {
    case 'no-such-request':
      return new Fault('not-found', { message: 'This record doesn’t have this request.' })
    case 'decided':
      return new Fault('conflict', { message: decidedWords(refusal) })
    case 'void':
      return new Fault('conflict', {
        message: 'This was edited after approval was asked for, so the request has ended. Reload to see it.',
      })
    case 'changed':
      return new Fault('conflict', {
        message: 'This changed while you were reading it. Reload to see what would be published.',
      })
    case 'own':
      return new Fault('not-allowed', {
        message: 'You asked for this, or edited it last. Another person must approve it.',
      })
    case 'requester-lost-right':
      return new Fault('conflict', {
        message: `${refusal.name ?? 'The person who asked'} may no longer publish this, so a second person is missing. Ask for approval yourself; a colleague can then approve it.`,
      })
    default:
      return actFault(refusal, now)
  }
}

function decidedWords({ state, by }: { state: string; by: string | null }): string {
  const who = by ?? 'A colleague'
  switch (state) {
    case 'approved':
      return `${who} has approved this already.`
    case 'sent-back':
      return `${who} has sent this back already.`
    case 'reviewed':
      return `${who} has reviewed this already.`
    default:
      return 'This request has ended already.'
  }
}
