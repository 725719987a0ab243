import styles from './caret.module.css'

export function Caret({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className === undefined ? styles.caret : `${styles.caret} ${className}`}
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      <path d="m2.500 4.500 3.500 3.500 3.500-3.500" />
    </svg>
  )
}
