import { LoadingLines } from '../parts/loading-lines.tsx'
import styles from './screen.module.css'

export function LoadingFrame() {
  return (
    <main className={styles.screen} id="main" tabIndex={-1}>
      <LoadingLines lines={6} />
    </main>
  )
}
