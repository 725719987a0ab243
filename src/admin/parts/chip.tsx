import type { ReactNode } from 'react'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import type { Tone } from '../../ui/parts/tone.ts'
import styles from './chip.module.css'

export function Chip({
  tone,
  children,
  onRemove,
  removeLabel,
}: {
  tone?: Tone
  children: ReactNode
  onRemove?: () => void
  removeLabel?: string
}) {
  return (
    <span
      className={`${tones.tone} ${styles.chip}`}
      data-tone={tone}
      data-removable={onRemove && ''}
      data-plain={tone === undefined ? '' : undefined}
    >
      {tone !== undefined && <StateShape tone={tone} />}
      <span>{children}</span>
      {onRemove !== undefined && (
        <button type="button" aria-label={removeLabel ?? 'Remove'} onClick={onRemove}>
          <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d="m4 4 8 8M12 4l-8 8" />
          </svg>
        </button>
      )}
    </span>
  )
}

export function Chips({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <div className={styles.chips} {...(label !== undefined && { role: 'group', 'aria-label': label })}>
      {children}
    </div>
  )
}
