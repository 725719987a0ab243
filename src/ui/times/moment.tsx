import { formatTime, UTC } from '../../domain/format-time.ts'
import styles from './moment.module.css'
import { momentWords, ownTimeNote } from './moment-words.ts'
import { useBrowserTimeZone, useTimeZone } from './time-zone.ts'

/** L-11. Hovering shows the time in UTC, or if UTC is shown, in the reader's zone. */
export function Moment({
  at,
  after,
  precision = 'second',
  hasOwnTime = false,
}: {
  at: string
  after?: string | null | undefined
  precision?: 'second' | 'minute'
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
      {hasOwnTime && (
        // The boot script may have written it already.
        <span data-own-time={at} suppressHydrationWarning>
          {zone === UTC ? ownTimeNote(at, ofReader) : ''}
        </span>
      )}
    </>
  )
}
