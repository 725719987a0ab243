import { type ReactNode, useEffect, useRef } from 'react'
import type { Refusal } from '../../ui/forms/posted.ts'
import { useForm } from '../../ui/forms/use-form.ts'
import { AskingDialog, AskingForm } from '../../ui/parts/asking-dialog.tsx'
import type { ApprovalAsked } from './use-approval.tsx'

export function ConfirmDialog({
  question,
  yes,
  busyYes,
  no = 'Cancel',
  isHarmless = false,
  approval,
  onYes,
  onClose,
  children,
}: {
  question: string
  yes: string
  busyYes: string
  no?: string
  isHarmless?: boolean
  approval?: ApprovalAsked
  /** Returns the reason if refused, which is shown; otherwise the dialog closes. */
  onYes: (fields: Readonly<Record<string, string>>) => Promise<Refusal | undefined>
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  const form = useForm({
    async send(fields) {
      const refusal = await onYes(fields)
      approval?.heed(refusal)
      if (refusal === undefined) onClose()
      return refusal
    },
  })
  return (
    <AskingDialog ref={dialog} question={question} onClose={onClose}>
      <AskingForm
        form={form}
        question={question}
        no={no}
        yes={approval?.isAsking ? 'Ask for approval' : yes}
        busyYes={approval?.isAsking ? 'Asking…' : busyYes}
        isHarmless={isHarmless}
        onNo={onClose}
      >
        {children}
        {approval?.field}
      </AskingForm>
    </AskingDialog>
  )
}
