import type { AdminRecord } from '../../contract/admin/record-content.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { APPROVAL_REQUESTED, useApproval } from '../parts/use-approval.tsx'
import type { PostMortemKeeper } from './post-mortem-keeper.ts'

export function EndPostMortem({
  verb,
  record: { id, approval: asked },
  keeper,
  onClose,
}: {
  verb: 'discard' | 'withdraw'
  record: AdminRecord
  keeper: PostMortemKeeper
  onClose: () => void
}) {
  const isDiscard = verb === 'discard'
  const isHidden = keeper.state().about.is_hidden
  const approval = useApproval(!isDiscard && !isHidden && asked.needs.publish)
  return (
    <ConfirmDialog
      question={
        isDiscard
          ? 'Discard the unpublished changes?'
          : isHidden
            ? 'Keep the post-mortem off the site?'
            : 'Take the post-mortem off the site?'
      }
      yes={isDiscard ? 'Discard' : isHidden ? 'Keep off the site' : 'Take it off'}
      busyYes={isDiscard ? 'Discarding…' : isHidden ? 'Saving…' : 'Taking it off…'}
      isHarmless={!isDiscard}
      approval={approval}
      onYes={async () => {
        if (!(await keeper.flush()))
          return { status: 409, message: 'Please wait until it is saved.', errors: {} }
        const { version } = keeper.state()
        const called = isDiscard
          ? await callAccount('POST /api/admin/records/:id/post-mortem/discard', { id, version })
          : await callAccount('POST /api/admin/records/:id/post-mortem/withdraw', {
              id,
              version,
              ...approval.input,
            })
        if (called.kind === 'refused') return called
        keeper.adopt(called.answer.data)
        if (approval.isAsking) showToast(APPROVAL_REQUESTED)
        return undefined
      }}
      onClose={onClose}
    >
      <p>
        {isDiscard
          ? 'What readers see stays as it is. This can’t be undone.'
          : isHidden
            ? 'Its text becomes a draft that only staff see. When the incident is published again, it has to be published again, too.'
            : 'Its text becomes a draft that only staff see. Messages that were not sent yet are canceled.'}
      </p>
    </ConfirmDialog>
  )
}
