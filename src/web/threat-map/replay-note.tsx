import type { ThreatCategory } from '../../domain/threats/threat-category.ts'
import styles from './replay-note.module.css'
import { replayWords, stillWords } from './replay-words.ts'
import type { ThreatDay } from './threat-flow.ts'
import { useMotion } from './use-motion.ts'

/** O-04: both texts reserve their space, so that nothing jumps when they switch. */
export function ReplayNote({
  shown,
  category,
}: {
  shown: ThreatDay & { day: string }
  category: ThreatCategory | undefined
}) {
  const isMoving = useMotion() === 'allowed'
  return (
    <div className={styles.note}>
      <p data-silent={isMoving ? '' : undefined}>{stillWords(shown, category)}</p>
      <p data-silent={isMoving ? undefined : ''}>{replayWords(shown, category)}</p>
    </div>
  )
}
