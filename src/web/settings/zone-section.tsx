import { type RefObject, useMemo, useRef, useState } from 'react'
import type { AccountSettings } from '../../contract/own-account.ts'
import { UTC } from '../../domain/format-time.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { reloadUser } from '../../ui/account/use-user.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { momentWords } from '../../ui/times/moment-words.ts'
import { followAccountTimeZone, useBrowserTimeZone } from '../../ui/times/time-zone.ts'
import { useNow } from '../../ui/times/use-now.ts'
import { choosableZones, listedZone, zoneGroups } from '../../ui/times/zone-groups.ts'
import { townOf } from '../../ui/times/zone-words.ts'
import { SavingForm } from './saving-form.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useSavingForm } from './use-saving-form.ts'
import styles from './zone-section.module.css'

export function ZoneSection({
  settings: { uid, timezone },
}: {
  settings: Pick<AccountSettings['data'], 'uid' | 'timezone'>
}) {
  const saved = listedZone(timezone)
  const [zone, setZone] = useState(saved)
  const select = useRef<HTMLSelectElement>(null)
  const ofDevice = useBrowserTimeZone()
  const saving = useSavingForm(async () => {
    const called = await callAccount('POST /api/user/:uid/timezone', { uid, timezone: zone })
    if (called.kind === 'refused') return called
    await reloadUser()
    followAccountTimeZone()
    return {
      kind: 'done',
      said: `Times are now shown in ${zone === UTC ? UTC : `${townOf(zone)} time`}.`,
    }
  })
  // Not right after saving another zone.
  const isDeviceOffered = zone !== ofDevice && saved !== ofDevice && saving.said === undefined
  const fillIn = () => {
    setZone(ofDevice)
    select.current?.focus()
  }
  return (
    <SettingsSection name="time-zone" intro="While you’re signed in, times on this site use this zone.">
      <SavingForm saving={saving} label="Change your time zone" words="Save time zone">
        <div>
          <ZoneField
            select={select}
            zone={zone}
            wanted={[saved, ofDevice]}
            error={saving.form.field('timezone').error}
            onPick={setZone}
          />
          {isDeviceOffered && (
            <button type="button" className={styles.ofDevice} onClick={fillIn}>
              Use {townOf(ofDevice)} time, as on this device
            </button>
          )}
        </div>
      </SavingForm>
    </SettingsSection>
  )
}

function ZoneField({
  select,
  zone,
  wanted,
  error,
  onPick,
}: {
  select: RefObject<HTMLSelectElement | null>
  zone: string
  wanted: readonly string[]
  error: string | undefined
  onPick: (zone: string) => void
}) {
  const now = useNow()
  const names = choosableZones(wanted).join()
  // Computing the UTC offsets of four hundred zones is slow.
  const groups = useMemo(() => zoneGroups(names.split(','), new Date()), [names])
  return (
    <ChoiceField
      ref={select}
      name="timezone"
      label="Time zone"
      hint={now === undefined ? undefined : `It is now ${presentTime(now, zone)} there.`}
      error={error}
      value={zone}
      onPick={onPick}
    >
      <option value={UTC}>{UTC}</option>
      {groups.map(({ region, zones }) => (
        <optgroup key={region} label={region}>
          {zones.map(({ name, words }) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </optgroup>
      ))}
    </ChoiceField>
  )
}

function presentTime(now: Date, zone: string) {
  return momentWords(now.toISOString(), { zone, precision: 'minute' })
}
