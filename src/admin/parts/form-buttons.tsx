import type { ReactNode } from 'react'
import styles from './form-buttons.module.css'

/** The main button is first in keyboard order, and on the right if there is room. */
export function FormButtons({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className={styles.buttons}>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <div className={styles.row}>{children}</div>
    </div>
  )
}
