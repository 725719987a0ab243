import { formatTime, UTC } from '../../domain/format-time.ts'
import styles from './moment.module.css'
import { momentWords, ownTimeWords } from './moment-words.ts'
import { useBrowserTimeZone, useTimeZone } from './time-zone.ts'

/**
 * A moment in words (L-11) that programs can read too. Beside an earlier moment of the same day, its time
 * alone. On hover the same moment elsewhere: in UTC, or where UTC is shown, by the reader's own clock.
 */
export function Moment({
  at,
  after,
  precision = 'second',
  hasOwnTime = false,
}: {
  at: string
  after?: string | null | undefined
  precision?: 'second' | 'minute'
  /** Where UTC is shown, the time by the reader's own clock stands beside it. */
  hasOwnTime?: boolean
}) {
  const zone = useTimeZone()
  const ofReader = useBrowserTimeZone()
  const elsewhere = zone === UTC ? ofReader : UTC
  return (
    <>
      <time
        className={styles.moment}
        dateTime={at}
        title={elsewhere === zone ? undefined : formatTime(new Date(at), elsewhere)}
      >
        {momentWords(at, { zone, precision, after })}
      </time>
      {hasOwnTime && zone === UTC && ofReader !== UTC && (
        <>
          {' '}
          <span className={styles.own}>({ownTimeWords(at, ofReader)} your time)</span>
        </>
      )}
    </>
  )
}
