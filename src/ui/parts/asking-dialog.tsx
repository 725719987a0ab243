import type { ReactNode, Ref } from 'react'
import { FormAlert } from '../forms/form-alert.tsx'
import type { FormState } from '../forms/use-form.ts'
import styles from './asking-dialog.module.css'
import danger from './danger-button.module.css'
import sheet from './sheet.module.css'

export function AskingDialog({
  ref,
  question,
  onClose,
  children,
}: {
  ref: Ref<HTMLDialogElement>
  question: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <dialog ref={ref} className={`${sheet.sheet} ${styles.dialog}`} aria-label={question} onClose={onClose}>
      {children}
    </dialog>
  )
}

export function AskingForm({
  form,
  question,
  no,
  yes,
  busyYes,
  isHarmless = false,
  onNo,
  children,
}: {
  form: FormState
  question: string
  no: string
  yes: string
  busyYes: string
  isHarmless?: boolean
  onNo: () => void
  children: ReactNode
}) {
  return (
    <form ref={form.form} className={styles.form} noValidate aria-busy={form.isBusy} onSubmit={form.onSubmit}>
      <h2>{question}</h2>
      <FormAlert ref={form.alert} problem={form.problem} isPast={form.isBusy} />
      {children}
      <div className={styles.buttons}>
        <button type="button" className="button" onClick={onNo}>
          {no}
        </button>
        <button
          type="submit"
          className={isHarmless ? 'button primary' : `button ${danger.danger} ${danger.final}`}
          aria-disabled={form.isBusy || undefined}
        >
          {form.isBusy ? busyYes : yes}
        </button>
      </div>
    </form>
  )
}
