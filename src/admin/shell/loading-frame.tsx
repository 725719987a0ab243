import { LoadingLines } from '../parts/loading-lines.tsx'
import styles from './screen.module.css'

/** Until user and site data are loaded. */
export function LoadingFrame() {
  return (
    <main className={styles.screen} id="main" tabIndex={-1}>
      <LoadingLines lines={6} />
    </main>
  )
}
