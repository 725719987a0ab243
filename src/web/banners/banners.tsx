import { useSyncExternalStore } from 'react'
import { bannersOn } from '../../domain/banners/banners-in-force.ts'
import { useRoot } from '../../ui/root-data.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { useNow } from '../../ui/times/use-now.ts'
import { useSelectedCloud } from '../shell/selected-cloud.tsx'
import { NowSpan } from '../times/now-span.tsx'
import { bannerKey } from './banner-key.ts'
import { BannerStrip } from './banner-strip.tsx'
import { dismissedKeys, isDismissed, onDismissed } from './dismissed.ts'
import styles from './recovery-strip.module.css'
import { Strip } from './strip.tsx'

/** O-01, O-06: always in the DOM, so that screen readers announce new banners. */
export function Banners() {
  const { banners, isTrustDR } = useRoot().global
  const { cloud } = useSelectedCloud()
  const dismissed = useSyncExternalStore(onDismissed, dismissedKeys, () => '')
  const shown = bannersOn(banners, cloud?.machine_name).filter(
    ({ text }) => !isDismissed(dismissed, bannerKey(text)),
  )
  return (
    <div aria-live="polite">
      {(isTrustDR || shown.length > 0) && (
        <section aria-label="Notices">
          {isTrustDR && <RecoveryStrip />}
          {shown.map((banner) => (
            <BannerStrip key={banner.id} banner={banner} />
          ))}
        </section>
      )}
    </div>
  )
}

/** O-06: can't be dismissed, so that readers never mistake this site for the usual one, or old content for new. */
function RecoveryStrip() {
  const { edition } = useRoot().global
  return (
    <Strip tone="degradation" word="Disaster recovery">
      You’re on our backup site.{' '}
      {edition.stale_since === null ? (
        <>
          Its content {edition.published_at !== undefined && <PublishedAt at={edition.published_at} />}
          is current as of a minute ago.
        </>
      ) : (
        <>
          Its content is as of <Moment at={edition.stale_since} />
          <Age since={edition.stale_since} />; anything newer is missing.
        </>
      )}
    </Strip>
  )
}

function PublishedAt({ at }: { at: string }) {
  return (
    <>
      was published <Moment at={at} /> and{' '}
    </>
  )
}

function Age({ since }: { since: string }) {
  return (
    // Not announced every minute.
    <span className={styles.age} aria-live="off">
      <NowSpan kind="ago" at={since} now={useNow()} />
    </span>
  )
}
