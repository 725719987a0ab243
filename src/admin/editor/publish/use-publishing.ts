import { useRef, useState } from 'react'
import type { AdminRecord } from '../../../contract/admin/record-content.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import type { Refusal } from '../../../ui/forms/posted.ts'
import type { ApprovalAsked } from '../../parts/use-approval.tsx'
import { useEditing } from '../editor-context.ts'
import { newKey } from '../keep/draft-calls.ts'
import { hasMergedSince, MERGED_MEANWHILE } from '../keep/draft-state.ts'

type Publishing = { approval: ApprovalAsked['input'] } & (
  | { kind: 'publish'; notifies: boolean; isCorrection: boolean }
  | { kind: 'schedule'; publishAt: string | null; notifies: boolean }
)

export function usePublishing({
  onPublished,
  onWrong,
  onClose,
}: {
  onPublished: (record: AdminRecord, how: 'published' | 'scheduled') => void
  onWrong: (errors: Readonly<Record<string, string>>) => void
  onClose: () => void
}) {
  const { keeper } = useEditing()
  const [problem, setProblem] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const key = useRef(newKey())
  const seen = useRef(keeper.state().takenIn)

  async function publish(publishing: Publishing) {
    setBusy(true)
    setProblem(undefined)
    const failed = await tryOnce(publishing)
    setBusy(false)
    setProblem(failed)
  }

  async function tryOnce(publishing: Publishing): Promise<Refusal | undefined> {
    if (publishing.kind === 'schedule' && publishing.publishAt === null) {
      return refusal('Enter when to publish it.', { publish_at: 'Enter when to publish it.' })
    }
    if (!(await keeper.flush())) return notSaved()
    const { record, version, takenIn } = keeper.state()
    // A save since the dialog opened merged changes that the user hasn't seen yet.
    if (hasMergedSince(seen.current, takenIn)) {
      seen.current = takenIn
      return refusal(MERGED_MEANWHILE)
    }
    if (record === undefined || version === undefined) return notSaved()
    const called =
      publishing.kind === 'publish'
        ? await callAccount('POST /api/admin/records/:id/publish', {
            id: record.id,
            version,
            notifies: publishing.notifies,
            is_correction: publishing.isCorrection,
            idempotency_key: key.current,
            ...publishing.approval,
          })
        : await callAccount('POST /api/admin/records/:id/schedule', {
            id: record.id,
            version,
            publish_at: publishing.publishAt ?? '',
            notifies: publishing.notifies,
            ...publishing.approval,
          })
    if (called.kind === 'done') {
      onPublished(called.answer.data, publishing.kind === 'publish' ? 'published' : 'scheduled')
      return undefined
    }
    const { publish_at, approval, 'approval.reason': reason, ...ofContent } = called.errors
    if (approval !== undefined || reason !== undefined) return refusal(called.message, called.errors)
    if (called.status === 409) return meanwhile()
    if (Object.keys(ofContent).length > 0) {
      onWrong(ofContent)
      return undefined
    }
    return refusal(called.message, called.errors)
  }

  async function meanwhile(): Promise<Refusal | undefined> {
    await keeper.lookAgain()
    if (keeper.state().theirs !== undefined) {
      onClose()
      return undefined
    }
    seen.current = keeper.state().takenIn
    return refusal(MERGED_MEANWHILE)
  }

  function notSaved(): Refusal | undefined {
    const { theirs, saving, errors } = keeper.state()
    if (theirs !== undefined) {
      onClose()
      return undefined
    }
    if (Object.keys(errors).length > 0) {
      onWrong(errors)
      return undefined
    }
    if (saving.kind === 'refused') return refusal(saving.message)
    return refusal(
      saving.kind === 'signed-out'
        ? 'Your session has ended. Sign in again, then publish.'
        : 'The site can’t be reached right now. What you typed is saved in this browser. Please try again.',
    )
  }
  return { publish, problem, isBusy }
}

function refusal(message: string, errors: Readonly<Record<string, string>> = {}): Refusal {
  return { message, errors }
}
