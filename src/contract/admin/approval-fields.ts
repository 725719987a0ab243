import { type Static, Type } from 'typebox'
import { Moment, OptionalMoment } from '../common.ts'

const MaybeText = Type.Union([Type.String(), Type.Null()])
export const APPROVAL_WORDS_AT_MOST = 2000

/** With everything that changes what readers see. Absent: publish, or 409 if a second person must approve it first. */
export const ApprovalChoice = {
  approval: Type.Optional(
    Type.Union(
      [
        Type.Object({
          kind: Type.Literal('ask'),
          note: Type.String({
            maxLength: APPROVAL_WORDS_AT_MOST,
            description: 'for the approver; may be empty',
          }),
        }),
        Type.Object({
          kind: Type.Literal('without'),
          reason: Type.String({
            minLength: 3,
            maxLength: APPROVAL_WORDS_AT_MOST,
            description: 'why it can’t wait; in the audit log and on the dashboard',
          }),
        }),
      ],
      {
        description: 'ask for a second person instead of publishing, or publish without one in an emergency',
      },
    ),
  ),
}
export type ApprovalChoice = Static<(typeof ApprovalChoice)['approval']>

const ApprovalRequest = Type.Object({
  id: Type.Integer(),
  /** `void`: the record was edited since, so the request has ended. */
  state: Type.Enum(['waiting', 'void', 'sent-back'] as const),
  /** As in "asks to publish this incident". */
  what: Type.String(),
  body: MaybeText,
  /** What else approving does, such as setting a new status, in words. */
  lines: Type.Array(Type.String()),
  about: Type.Enum(['draft', 'post-mortem', 'nothing'] as const),
  publish_at: OptionalMoment,
  note: Type.String(),
  requester: Type.String(),
  requested_at: Moment,
  is_own: Type.Boolean({ description: 'asked for or edited last by the person who reads this' }),
  decider: MaybeText,
  decision: Type.String(),
})
export type ApprovalRequest = Static<typeof ApprovalRequest>

export const RecordApproval = Type.Object({
  needs: Type.Object({
    publish: Type.Boolean(),
    updates: Type.Boolean(),
  }),
  request: Type.Union([ApprovalRequest, Type.Null()]),
  /** Published without approval, and not looked at since. */
  without: Type.Array(
    Type.Object({
      id: Type.Integer(),
      what: Type.String(),
      reason: Type.String(),
      by: Type.String(),
      at: Moment,
      is_own: Type.Boolean(),
    }),
  ),
})
export type RecordApproval = Static<typeof RecordApproval>
