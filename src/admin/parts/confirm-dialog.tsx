import { type ReactNode, useEffect, useRef } from 'react'
import type { Refusal } from '../../ui/forms/posted.ts'
import { useForm } from '../../ui/forms/use-form.ts'
import { AskingDialog, AskingForm } from '../../ui/parts/asking-dialog.tsx'

/** Asks before something is done; its children say what happens then. Mounted means open. */
export function ConfirmDialog({
  question,
  yes,
  busyYes,
  no = 'Cancel',
  isHarmless = false,
  onYes,
  onClose,
  children,
}: {
  /** "Remove the template “Provider outage”?" */
  question: string
  /** What is done, as a verb: "Remove". */
  yes: string
  busyYes: string
  no?: string
  /** Nothing is lost by it: no red button. */
  isHarmless?: boolean
  /** Does it. Gives the reason when it was refused, which is shown; else the dialog closes. */
  onYes: (fields: Readonly<Record<string, string>>) => Promise<Refusal | undefined>
  onClose: () => void
  /** Sentences, and fields if there is something to say to it. */
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
      const refused = await onYes(fields)
      if (refused === undefined) onClose()
      return refused
    },
  })
  return (
    <AskingDialog ref={dialog} question={question} onClose={onClose}>
      <AskingForm
        form={form}
        question={question}
        no={no}
        yes={yes}
        busyYes={busyYes}
        isHarmless={isHarmless}
        onNo={onClose}
      >
        {children}
      </AskingForm>
    </AskingDialog>
  )
}
