import { FormAlert } from '../forms/form-alert.tsx'
import styles from './not-loaded.module.css'

/** G-20: with a retry. */
export function NotLoaded({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={styles.failed}>
      <FormAlert problem={{ message, errors: {} }} />
      <button type="button" className="button" onClick={onRetry}>
        Retry
      </button>
    </div>
  )
}
