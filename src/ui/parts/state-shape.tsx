import type { ReactNode } from 'react'
import styles from './state-shape.module.css'
import type { Tone } from './tone.ts'

export function StateShape({ tone }: { tone: Tone }) {
  return (
    <svg className={styles.shape} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      {SHAPES[tone]}
    </svg>
  )
}

/** 16 by 16 units. */
export function shapeOf(tone: Tone): ReactNode {
  return SHAPES[tone]
}

const SHAPES: Record<Tone, ReactNode> = {
  disruption: <rect x="1.5" y="1.5" width="13" height="13" rx="1" fill="currentColor" />,
  degradation: <path d="M8 1 15.5 15H.5z" fill="currentColor" />,
  investigation: <circle cx="8" cy="8" r="7" fill="currentColor" />,
  planned: <path d="m8 .5 7.5 7.5L8 15.5.5 8z" fill="currentColor" />,
  advisory: <path d="M8 .5 14.5 4.25v7.5L8 15.5l-6.5-3.75v-7.5z" fill="currentColor" />,
  up: <path d="m1.5 8.7 4.4 4.6L14.5 3" fill="none" stroke="currentColor" strokeWidth="2.6" />,
  notice: (
    <path
      d="M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zM7 7v5h2V7zM7 4v2h2V4z"
      fill="currentColor"
      fillRule="evenodd"
    />
  ),
  quiet: <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" />,
}
