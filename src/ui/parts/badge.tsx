import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { severityName } from './severity-name.ts'
import { StateShape } from './state-shape.tsx'
import { statusOf } from './status.ts'
import { StatusIcon } from './status-icon.tsx'
import tones from './tone.module.css'
import { type Tone, toneOfSeverity } from './tone.ts'

export function SeverityBadge({ tid, name = severityName(tid) }: { tid: number; name?: string | undefined }) {
  if (name === undefined) return null
  const tone = toneOfSeverity(tid)
  return (
    <Badge tone={tone} mark={<StateShape tone={tone} />}>
      {name}
    </Badge>
  )
}

/** L-10 */
export function StatusBadge({ status }: { status: string }) {
  const { tone, icon } = statusOf(status)
  return (
    <Badge tone={tone} mark={icon === undefined ? null : <StatusIcon name={icon} />}>
      {status}
    </Badge>
  )
}

function Badge({ tone, mark, children }: { tone: Tone; mark: ReactNode; children: ReactNode }) {
  return (
    <span className={`${tones.tone} ${styles.badge}`} data-tone={tone}>
      {mark}
      <bdi>{children}</bdi>
    </span>
  )
}

export function Badges({ children }: { children: ReactNode }) {
  return <div className={styles.badges}>{children}</div>
}
