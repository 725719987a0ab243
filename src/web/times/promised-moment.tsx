import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { Moment } from '../../ui/times/moment.tsx'
import { useNow } from '../../ui/times/use-now.ts'
import styles from './promised-moment.module.css'
import { isOverdue, untilWords } from './until-words.ts'

/** A promised time; in a browser also how far away it is, or that it is overdue. */
export function PromisedMoment({
  at,
  after,
  hasOwnTime = false,
}: {
  at: string
  after?: string | null
  hasOwnTime?: boolean
}) {
  const now = useNow()
  return (
    <>
      <Moment at={at} after={after} precision="minute" hasOwnTime={hasOwnTime} />
      <span className={styles.until} data-held={now === undefined ? '' : undefined}>
        , <span>{now !== undefined && <Until now={now} at={at} />}</span>
      </span>
    </>
  )
}

function Until({ now, at }: { now: Date; at: string }) {
  const words = untilWords(now, at)
  if (!isOverdue(now, at)) return words
  return (
    <span className={`${tones.tone} ${styles.overdue}`} data-tone="degradation">
      <StateShape tone="degradation" /> {words}
    </span>
  )
}
