import styles from './loading-lines.module.css'

/** Room for what is on its way. Said at once, shown only when it takes long enough to be noticed. */
export function LoadingLines({ lines = 5 }: { lines?: number }) {
  return (
    <div className={styles.lines}>
      <p className="hidden" role="status">
        Loading…
      </p>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without anything in them.
        <i key={line} aria-hidden="true" />
      ))}
    </div>
  )
}
