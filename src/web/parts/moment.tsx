import styles from './moment.module.css'
import { momentWords } from './moment-words.ts'

/** A moment in words (L-11) that programs can read too. Beside an earlier moment of the same day, its time alone. */
export function Moment({
  at,
  after,
  precision = 'second',
}: {
  at: string
  after?: string | null | undefined
  precision?: 'second' | 'minute'
}) {
  return (
    <time className={styles.moment} dateTime={at}>
      {momentWords(at, { after, precision })}
    </time>
  )
}
