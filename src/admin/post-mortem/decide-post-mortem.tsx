import { useState } from 'react'
import { callAccount } from '../../ui/account/call-account.ts'
import type { Refusal } from '../../ui/forms/posted.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { PostMortemDueField, planAtFirst, plannedWords, planOf } from './post-mortem-due-field.tsx'

/** The answer to programs names a version, which people don't see. */
const MOVED =
  'A colleague changed this post-mortem meanwhile, so nothing was saved. The dashboard shows how it is now.'

export function DecidePostMortem({
  record: { id, title },
  version,
  days,
  onMoved,
  onDone,
  onClose,
}: {
  record: { id: number; title: string }
  version: number
  /** Working days that are usual on this site. */
  days: number | null
  onMoved: () => void
  onDone: () => void
  onClose: () => void
}) {
  const [plan, setPlan] = useState(() => planAtFirst(days, new Date()))
  const [isDayMissing, setDayMissing] = useState(false)
  const [problem, setProblem] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  async function save() {
    const planned = planOf(plan)
    if (planned === undefined) return setDayMissing(true)
    setBusy(true)
    const called = await callAccount('POST /api/admin/records/:id/post-mortem/plan', {
      id,
      version,
      ...planned,
    })
    setBusy(false)
    if (called.kind === 'refused') {
      if (called.errors.version === undefined) return setProblem(called)
      onMoved()
      return setProblem({ message: MOVED, errors: {} })
    }
    showToast(plannedWords(planned))
    onDone()
  }
  return (
    <FormDialog
      title="Will there be a post-mortem?"
      lead={title}
      problem={problem}
      isBusy={isBusy}
      send="Save"
      busySend="Saving…"
      onSend={save}
      onClose={onClose}
    >
      <PostMortemDueField
        plan={plan}
        error={isDayMissing && planOf(plan) === undefined ? 'Please choose a day.' : undefined}
        onChange={setPlan}
      />
    </FormDialog>
  )
}
