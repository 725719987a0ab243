import type { ReactNode } from 'react'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import type { FormState } from '../../ui/forms/use-form.ts'
import styles from './account-form.module.css'

/**
 * A form that is posted to the address of its own page while there are no scripts. What is wrong, the server and our
 * own scripts say in the same words; a browser would say it in others.
 */
export function AccountForm({
  form,
  words,
  busyWords,
  label,
  told,
  beside,
  children,
}: {
  form: FormState
  words: string
  busyWords: string
  /** For a form among others on its page. */
  label?: string
  /** What went wrong before the reader came here; it gives way to what goes wrong here. */
  told?: string | undefined
  /** Next to the button. */
  beside?: ReactNode
  children?: ReactNode
}) {
  const problem = form.problem ?? (told === undefined ? undefined : { message: told, errors: {} })
  const isFromServer = problem !== undefined && Object.keys(problem.errors).length === 0
  return (
    <div className={styles.frame}>
      <FormAlert ref={form.alert} problem={problem} isFromServer={isFromServer} isPast={form.isBusy} />
      <form
        ref={form.form}
        className={styles.form}
        method="post"
        noValidate
        aria-label={label}
        aria-busy={form.isBusy}
        onSubmit={form.onSubmit}
      >
        {children}
        <div className={styles.submit}>
          <SubmitButton words={words} busyWords={busyWords} isBusy={form.isBusy} />
          {beside}
        </div>
      </form>
    </div>
  )
}

/** While it is busy it keeps the focus and takes no second click; the form sees to that. */
function SubmitButton({
  words,
  busyWords,
  isBusy,
}: {
  words: string
  /** What is being done: "Signing in…". */
  busyWords: string
  isBusy: boolean
}) {
  return (
    <button
      type="submit"
      className={`button primary ${styles.submitButtonSubmit}`}
      aria-disabled={isBusy || undefined}
    >
      {isBusy ? busyWords : words}
    </button>
  )
}
