import type { Ref } from 'react'
import styles from './cookie-settings-button.module.css'

/** O-03: the answer can be changed at any time. */
export function CookieSettingsButton({ onOpen, ref }: { onOpen: () => void; ref: Ref<HTMLButtonElement> }) {
  return (
    <button ref={ref} type="button" className={styles.open} onClick={onOpen}>
      Cookie settings
    </button>
  )
}
