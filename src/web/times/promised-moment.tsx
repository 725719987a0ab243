import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { Moment } from '../../ui/times/moment.tsx'
import { useNow } from '../../ui/times/use-now.ts'
import { NowSpan } from './now-span.tsx'
import styles from './promised-moment.module.css'
import { isOverdue } from './until-words.ts'

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
      <span
        className={styles.until}
        data-promise=""
        data-overdue={now !== undefined && isOverdue(now, at) ? '' : undefined}
      >
        ,{' '}
        <span className={tones.tone} data-tone="degradation">
          <StateShape tone="degradation" /> <NowSpan kind="until" at={at} now={now} />
        </span>
      </span>
    </>
  )
}
