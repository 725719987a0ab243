import styles from './now-line.module.css'
import type { Caret } from './window-percent.ts'

const FLAG_WIDTH_PX = 68
const FLAG_HEIGHT_PX = 20

/**
 * S-02: a line through all rows of a block with the time at the bottom. Today is the last column, so the time fits to
 * its left.
 */
export function NowLine({ caret: { x, time } }: { caret: Caret }) {
  return (
    <svg
      className={styles.now}
      width="100%"
      height="100%"
      role="img"
      aria-label={`Now, ${time} UTC`}
      data-moves=""
    >
      <line x1={`${x}%`} x2={`${x}%`} y1="0" y2="100%" />
      <svg x={`${x}%`} y="100%" width={FLAG_WIDTH_PX} height={FLAG_HEIGHT_PX} aria-hidden="true">
        <rect x={1 - FLAG_WIDTH_PX} y={-FLAG_HEIGHT_PX} width={FLAG_WIDTH_PX} height={FLAG_HEIGHT_PX} />
        <text x={1 - FLAG_WIDTH_PX / 2} y={-FLAG_HEIGHT_PX / 2}>
          {`${time} UTC`}
        </text>
      </svg>
    </svg>
  )
}
