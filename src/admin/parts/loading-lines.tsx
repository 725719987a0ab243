import styles from './loading-lines.module.css'

/** Announced immediately, shown only if loading takes noticeably long. */
export function LoadingLines({ lines = 5 }: { lines?: number }) {
  return (
    <div className={styles.lines}>
      <p className="hidden" role="status">
        Loading…
      </p>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical empty lines.
        <i key={line} aria-hidden="true" />
      ))}
    </div>
  )
}
