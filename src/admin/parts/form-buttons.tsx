import type { ReactNode } from 'react'
import styles from './form-buttons.module.css'

/** The buttons at the end of a form: the main one first in the order of keys, on the right where there is room. */
export function FormButtons({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className={styles.buttons}>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <div className={styles.row}>{children}</div>
    </div>
  )
}
