import { choosePaused, useIsPaused } from './replay-choice.ts'
import styles from './replay-control.module.css'
import type { Motion } from './use-motion.ts'

/** Whoever is disturbed by what moves can stop it (WCAG 2.2.2); what stands still by itself says why. */
export function ReplayControl({ motion }: { motion: Motion }) {
  const isPaused = useIsPaused()
  switch (motion) {
    case 'unknown':
      return <div className={styles.place} />
    case 'reduced':
      return <p className={styles.place}>Still, as your device asks for less motion.</p>
    case 'allowed':
      return (
        <div className={styles.place}>
          <button type="button" className={`button ${styles.button}`} onClick={() => choosePaused(!isPaused)}>
            {isPaused ? 'Resume' : 'Pause'}
          </button>
        </div>
      )
  }
}
