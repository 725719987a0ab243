import { Type } from 'typebox'
import { call } from '../call.ts'
import { RecordId } from '../common.ts'
import { APPROVAL_WORDS_AT_MOST } from './approval-fields.ts'
import { AboutRecord } from './records.ts'

const TAG = 'Staff: approval'
const OneRequest = Type.Object({ id: RecordId, approval: RecordId })

export const approvalCalls = {
  'POST /api/admin/records/:id/approvals/:approval/approve': call({
    summary:
      'Approve a colleague’s request: exactly that version is published, now or at its planned time. 409: it was decided or edited meanwhile',
    tag: TAG,
    access: 'edit-records',
    params: OneRequest,
    /** Of the record, as the approver saw it. */
    body: Type.Object({ version: Type.Optional(Type.Integer()) }),
    answer: Type.Object({ ...AboutRecord.properties, is_late: Type.Boolean() }),
  }),
  'POST /api/admin/records/:id/approvals/:approval/send-back': call({
    summary: 'Send a colleague’s request back, with a comment. Nothing is published',
    tag: TAG,
    access: 'edit-records',
    params: OneRequest,
    body: Type.Object({ words: Type.String({ minLength: 1, maxLength: APPROVAL_WORDS_AT_MOST }) }),
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/approvals/:approval/take-back': call({
    summary: 'End a request for approval without a decision',
    tag: TAG,
    access: 'edit-records',
    params: OneRequest,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/approvals/:approval/review': call({
    summary: 'Mark something that was published without approval as reviewed',
    tag: TAG,
    access: 'edit-records',
    params: OneRequest,
    answer: AboutRecord,
  }),
}
