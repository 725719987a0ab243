import type { ReactNode } from 'react'
import styles from './state-shape.module.css'
import type { StatusIconName } from './status.ts'

/** L-10: hidden from screen readers, which get the status word beside it. */
export function StatusIcon({ name }: { name: StatusIconName }) {
  return (
    <svg
      className={styles.icon}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      aria-hidden="true"
      focusable="false"
    >
      {ICONS[name]}
    </svg>
  )
}

const ICONS: Record<StatusIconName, ReactNode> = {
  hourglass: (
    <>
      <path d="M2.5 1.4h11M2.5 14.6h11M4 1.4c0 3.6 2.3 4.8 4 6.6-1.7 1.8-4 3-4 6.6m8-13.2c0 3.6-2.3 4.8-4 6.6 1.7 1.8 4 3 4 6.6" />
      <path d="M6.2 13.7C6.5 12.4 7.2 11.8 8 11c.8.8 1.5 1.4 1.8 2.7z" fill="currentColor" stroke="none" />
    </>
  ),
  check: <path d="m1.5 8.7 4.4 4.6L14.5 3" strokeWidth="2.4" />,
  'calendar-crossed': <path d="M1.5 3h13v11.5h-13zM1.5 6h13M5 .5V3m6-2.5V3M5.7 8.2l4.6 4.4m0-4.4-4.6 4.4" />,
  eye: (
    <>
      <path d="M.8 8C2.4 5 5 3.3 8 3.3S13.6 5 15.2 8C13.6 11 11 12.7 8 12.7S2.4 11 .8 8z" />
      <circle cx="8" cy="8" r="2.2" fill="currentColor" stroke="none" />
    </>
  ),
  shield: (
    <>
      <path d="M8 1.2 2.2 3.3v4.4c0 3.4 2.3 5.8 5.8 7.2 3.5-1.4 5.8-3.8 5.8-7.2V3.3z" />
      <path d="m5.2 7.8 2.1 2.1 3.5-3.9" />
    </>
  ),
}
