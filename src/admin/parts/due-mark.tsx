import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { ageWords } from '../../ui/times/age-words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { useNow } from '../../ui/times/use-now.ts'
import styles from './due-mark.module.css'

export function DueMark({
  at,
  what = 'Next update',
  now: given,
}: {
  at: string
  what?: string
  now?: string
}) {
  const ticking = useNow()?.getTime()
  const now = given === undefined ? ticking : Date.parse(given)
  const dueMs = Date.parse(at)
  if (now === undefined) return null
  if (now > dueMs) {
    return (
      <span className={`${tones.tone} ${styles.overdue}`} data-tone="disruption">
        <StateShape tone="disruption" />
        {what} overdue by {ageWords(dueMs, now)}
      </span>
    )
  }
  const isSoon = dueMs - now < SOON_MS
  return (
    <span className={`${tones.tone} ${styles.due}`} data-tone={isSoon ? 'degradation' : 'quiet'}>
      {isSoon && <StateShape tone="degradation" />}
      <span>
        {what} in {ageWords(now, dueMs)},{' '}
        <Moment at={at} after={new Date(now).toISOString()} precision="minute" />
      </span>
    </span>
  )
}

/** Enough time to write the update. */
const SOON_MS = 10 * 60_000
