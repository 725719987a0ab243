import type { ReactNode } from 'react'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import styles from './form-notice.module.css'

export function FormNotice({ tone, children }: { tone: 'notice' | 'up'; children: ReactNode }) {
  return (
    <p className={`${tones.tone} ${styles.notice}`} data-tone={tone}>
      <StateShape tone={tone} /> <span>{children}</span>
    </p>
  )
}
