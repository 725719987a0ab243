import styles from './submit-button.module.css'

/** While it is busy it keeps the focus and takes no second click; the form sees to that. */
export function SubmitButton({
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
    <button type="submit" className={`button primary ${styles.submit}`} aria-disabled={isBusy || undefined}>
      {isBusy ? busyWords : words}
    </button>
  )
}
