import { minuteOfField } from '../../domain/log/past-address.ts'
import { counted } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import type { PastShown } from './past-context.ts'
import { PastPicker } from './past-picker.tsx'
import styles from './past-strip.module.css'

/** Above every page of an earlier edition, in place of notices: what it is, what it can't show, and the way back. */
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
            Banners, other texts and images are not kept.
            {redacted > 0 && ` ${counted(redacted, 'post is', 'posts are')} missing: redacted since.`}
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
