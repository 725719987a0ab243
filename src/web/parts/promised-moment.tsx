import { Moment } from './moment.tsx'
import styles from './promised-moment.module.css'
import { untilWords } from './until-words.ts'
import { useNow } from './use-now.ts'

/** A moment that something is promised for; in a browser also how far off it is. */
export function PromisedMoment({ at, after }: { at: string; after?: string | null }) {
  const now = useNow()
  return (
    <>
      <Moment at={at} after={after} precision="minute" />
      {now === undefined ? <span className={styles.place} /> : `, ${untilWords(now, at)}`}
    </>
  )
}
