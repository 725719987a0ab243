import { useId, useSyncExternalStore } from 'react'
import { UTC } from '../../domain/format-time.ts'
import { answerConsent, isRemembering, onPreferences } from '../../ui/parts/preferences.ts'
import segments from '../../ui/parts/theme-switch.module.css'
import {
  chooseTimeZone,
  useAccountTimeZone,
  useBrowserTimeZone,
  useTimeZone,
} from '../../ui/times/time-zone.ts'
import { useNow } from '../../ui/times/use-now.ts'
import { townOf, zoneWords } from '../../ui/times/zone-words.ts'
import styles from './zone-switch.module.css'

/**
 * L-11: times in UTC, in the browser's zone, or in that of the account. The compact variant omits what the
 * footer says. If the browser's zone is UTC, there is nothing to switch, and only the space is reserved.
 */
export function ZoneSwitch({ variant = 'full' }: { variant?: 'full' | 'compact' }) {
  const name = useId()
  const zone = useTimeZone()
  const ofReader = useBrowserTimeZone()
  const known = [...new Set([UTC, ofReader, useAccountTimeZone() ?? UTC, zone])]
  // Room for the reader's zone, which the boot script knows before React.
  const zones = known.length === 1 ? [UTC, ''] : known
  const now = useNow()
  return (
    <div className={styles.zone} data-idle={known.length === 1 || now === undefined ? '' : undefined}>
      <fieldset className={styles.times}>
        <legend className="hidden">Times in</legend>
        {variant === 'full' && <span aria-hidden="true">Times in:</span>}
        <span className={segments.switch}>
          {zones.map((each) => (
            <label key={each} className={segments.choice}>
              <input
                type="radio"
                name={name}
                value={each}
                checked={each === zone}
                onChange={() => chooseTimeZone(each)}
              />
              <span data-zone={each === '' ? variant : undefined} suppressHydrationWarning>
                {each === UTC || each === '' || variant === 'compact' || now === undefined
                  ? townOf(each)
                  : zoneWords(each, now)}
              </span>
            </label>
          ))}
        </span>
      </fieldset>
      {variant === 'full' && <Remember isOffered={zone !== UTC} />}
    </div>
  )
}

/** O-03: a shortcut to the consent where it matters. Stays while checked, so that it can be unchecked. */
function Remember({ isOffered }: { isOffered: boolean }) {
  const isAllowed = useSyncExternalStore(onPreferences, isRemembering, () => false)
  if (!isOffered && !isAllowed) return null
  return (
    <label className={styles.remember}>
      <input
        type="checkbox"
        checked={isAllowed}
        onChange={({ target }) => answerConsent(target.checked ? 'accepted' : 'rejected')}
      />
      Remember on this device
    </label>
  )
}
