import type { ReactNode } from 'react'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import styles from './pending-note.module.css'

export function PendingNote({ children }: { children: ReactNode }) {
  return (
    <p className={`${tones.tone} ${styles.note}`} data-tone="planned">
      <StateShape tone="planned" />
      <span>{children}</span>
    </p>
  )
}
