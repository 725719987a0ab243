import type { ReactNode } from 'react'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import type { FormState } from '../../ui/forms/use-form.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import styles from './account-form.module.css'

/** Server and scripts report errors in the same words; the browser's own validation wouldn't. */
export function AccountForm({
  form,
  words,
  busyWords,
  label,
  earlierProblem,
  beside,
  children,
}: {
  form: FormState
  words: string
  busyWords: string
  label?: string
  /** An error from before the reader came here; an error of this form replaces it. */
  earlierProblem?: string | undefined
  beside?: ReactNode
  children?: ReactNode
}) {
  const problem =
    form.problem ?? (earlierProblem === undefined ? undefined : { message: earlierProblem, errors: {} })
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

/** While busy it keeps the focus and the form ignores further clicks. */
function SubmitButton({ words, busyWords, isBusy }: { words: string; busyWords: string; isBusy: boolean }) {
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

export function FormNotice({ tone, children }: { tone: 'notice' | 'up'; children: ReactNode }) {
  return (
    <p className={`${tones.tone} ${styles.notice}`} data-tone={tone}>
      <StateShape tone={tone} /> <span>{children}</span>
    </p>
  )
}
