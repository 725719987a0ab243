import type { ReadAnswer } from '../../contract/public-reads.ts'
import { goalWords } from '../../domain/availability-goals.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import type { Tone } from '../../ui/parts/tone.ts'
import styles from './goal-mark.module.css'
import { minutesWords } from './minutes-words.ts'

export type MonthGoal = NonNullable<NonNullable<ReadAnswer<'/api/place'>['data']>['months'][number]['goal']>

const TONES: Record<MonthGoal['result'], Tone> = { met: 'up', missed: 'disruption', open: 'quiet' }

export function GoalMark({ goal }: { goal: MonthGoal }) {
  const tone = TONES[goal.result]
  return (
    <span className={`${tones.tone} ${styles.mark}`} data-tone={tone}>
      <span className={styles.words}>
        <StateShape tone={tone} /> {goalWords(goal.percent)} {resultWords(goal)}
      </span>
      <Meter goal={goal} />
    </span>
  )
}

export function MissedMark({ goal }: { goal: MonthGoal | null | undefined }) {
  if (goal?.result !== 'missed') return null
  return (
    <span
      className={`${tones.tone} ${styles.missed}`}
      data-tone={TONES.missed}
      title={`Goal ${goalWords(goal.percent)} ${resultWords(goal)}`}
    >
      <StateShape tone={TONES.missed} />
      <span className="hidden"> goal {goalWords(goal.percent)}</span> missed
    </span>
  )
}

function resultWords({ result, minutes_allowed, minutes_lost }: MonthGoal): string {
  switch (result) {
    case 'met':
      return 'met'
    case 'missed':
      return `missed by ${minutesWords(minutes_lost - minutes_allowed)}`
    case 'open':
      return `met so far, ${minutesWords(minutes_allowed - minutes_lost)} left`
  }
}

const WIDTH = 100
const HEIGHT = 8

function Meter({ goal: { minutes_allowed, minutes_lost } }: { goal: MonthGoal }) {
  const whole = Math.max(minutes_allowed * 1.25, minutes_lost * 1.1, 1)
  const at = (minutes: number) => Math.round((minutes / whole) * WIDTH * 10) / 10
  return (
    <svg
      className={styles.meter}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect className={styles.track} y="2" width={WIDTH} height="4" />
      <rect className={styles.lost} y="2" width={at(minutes_lost)} height="4" />
      <rect className={styles.line} x={at(minutes_allowed)} width="1.5" height={HEIGHT} />
    </svg>
  )
}
