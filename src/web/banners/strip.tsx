import type { ReactNode, Ref } from 'react'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import type { Tone } from '../../ui/parts/tone.ts'
import styles from './strip.module.css'

export function Strip({
  tone,
  word,
  children,
  action,
  bannerKey,
  ref,
}: {
  tone: Tone
  word: string
  children: ReactNode
  action?: ReactNode
  bannerKey?: string
  ref?: Ref<HTMLDivElement>
}) {
  return (
    <div ref={ref} className={`${tones.tone} ${styles.strip}`} data-tone={tone} data-banner={bannerKey}>
      <div className={`page ${styles.row}`}>
        <p className={styles.words}>
          <strong className={styles.gravity}>
            <StateShape tone={tone} /> {word}
          </strong>{' '}
          <span>{children}</span>
        </p>
        {action}
      </div>
    </div>
  )
}
