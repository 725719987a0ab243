import styles from './cross-button.module.css'

export function CrossButton({
  label,
  className = '',
  onPress,
}: {
  label: string
  className?: string | undefined
  onPress: () => unknown
}) {
  return (
    <button
      type="button"
      className={`${styles.cross} ${className}`}
      aria-label={label}
      onClick={() => void onPress()}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path d="m3 3 10 10M13 3 3 13" />
      </svg>
    </button>
  )
}
