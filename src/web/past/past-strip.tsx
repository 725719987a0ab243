import { useId } from 'react'
import { hasPast, minuteOfField } from '../../domain/log/past-address.ts'
import { counted } from '../../ui/parts/words.ts'
import { useRoot } from '../../ui/root-data.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { useCurrentPath } from '../shell/use-page-state.ts'
import { type PastShown, usePast } from './past-context.ts'
import styles from './past-strip.module.css'

export function PastStrip({ past }: { past: PastShown }) {
  const { edition, publishedAt, at, redacted, areNamesOfNow, presentAddress } = past
  const [path = ''] = presentAddress.split('?', 1)
  return (
    <section className={styles.strip} aria-label="Earlier version">
      <div className={`page ${styles.row}`}>
        <div className={styles.words}>
          <p className={styles.main}>
            <strong>Earlier version.</strong> This page as it looked on{' '}
            <Moment at={at ?? publishedAt} precision="minute" />, in edition {edition.toLocaleString('en-US')}
            .
          </p>
          <p>
            {areNamesOfNow
              ? 'Posts are as they were. The names of clouds, services and data centers are those of today: the earlier ones were redacted.'
              : 'Posts and the names of clouds, services and data centers are as they were.'}{' '}
            Banners, texts outside of posts, and images that no post shows anymore are missing.
            {redacted > 0 && ` ${counted(redacted, 'post has', 'posts have')} since been redacted.`}
          </p>
        </div>
        <a data-present="" href={presentAddress} className="button">
          Go to the current page
        </a>
        <details className={styles.other}>
          <summary>Show another time</summary>
          <PastPicker path={path} value={minuteOfField(new Date(at ?? publishedAt))} />
        </details>
      </div>
    </section>
  )
}

/** Backup sites can't look up earlier versions, which come from the database. */
export function EarlierVersion() {
  const { menu, isTrustDR } = useRoot().global
  const path = useCurrentPath()
  const past = usePast()
  if (isTrustDR || past !== undefined || !hasPast(menu, path)) return null
  return (
    <details className={styles.other}>
      <summary>See this page as it was</summary>
      <PastPicker path={path} />
    </details>
  )
}

/** A plain form, since pages of the past are separate documents. It asks in UTC, like every address here. */
function PastPicker({ path, value }: { path: string; value?: string }) {
  const id = useId()
  return (
    <form data-present="" className={styles.picker} method="get" action={path}>
      <label htmlFor={id}>Date and time in UTC</label>
      <input id={id} type="datetime-local" name="at" required defaultValue={value} />
      <button type="submit" className="button">
        Show
      </button>
    </form>
  )
}
