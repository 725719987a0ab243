import { useSyncExternalStore } from 'react'
import { bannersOn } from '../../domain/banners/banners-in-force.ts'
import { useRoot } from '../../ui/root-data.ts'
import { useSelectedCloud } from '../shell/selected-cloud.tsx'
import { bannerKey } from './banner-key.ts'
import { BannerStrip } from './banner-strip.tsx'
import { dismissedKeys, isDismissed, onDismissed } from './dismissed.ts'
import { RecoveryStrip } from './recovery-strip.tsx'

/** O-01, O-06: what staff say across the top of every page. Always there, so that a new one is read out. */
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
