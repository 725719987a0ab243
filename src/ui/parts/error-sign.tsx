import styles from './state-shape.module.css'

/** For input errors. Unlike any status shape: nothing is broken. */
export function ErrorSign() {
  return (
    <svg className={styles.shape} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle cx="8" cy="8" r="7" fill="none" stroke="currentColor" strokeWidth="1.75" />
      <path d="M8 4v5m0 1.700v1.800" fill="none" stroke="currentColor" strokeWidth="1.9" />
    </svg>
  )
}
