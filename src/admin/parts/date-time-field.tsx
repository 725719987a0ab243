import { type ReactNode, useId, useState } from 'react'
import { formatTime, UTC } from '../../domain/format-time.ts'
import fieldStyles from '../../ui/forms/field.module.css'
import { FieldFrame } from '../../ui/forms/field-frame.tsx'
import { useTimeZone } from '../../ui/times/time-zone.ts'
import { townOf } from '../../ui/times/zone-words.ts'
import { clockReading, momentOfReading } from './clock-reading.ts'
import styles from './date-time-field.module.css'

/** A time in the editor's zone, with UTC below it. Values are ISO 8601 or null. */
export function DateTimeField({
  label,
  hint,
  error,
  name,
  value,
  zone: givenZone,
  isDisabled = false,
  onChange,
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  name?: string
  value: string | null
  zone?: string
  isDisabled?: boolean
  onChange: (moment: string | null) => void
}) {
  const id = useId()
  const ownZone = useTimeZone()
  const zone = givenZone ?? ownZone
  // What was typed stays as long as it means the value: browsers empty the field if they are given anything else.
  const [typed, setTyped] = useState('')
  const isTyped = typed !== '' && momentOf(typed, zone) === value
  // The input is empty until date and time are complete; a partial value is only in the DOM.
  const shown = isTyped ? typed : value === null ? '' : clockReading(new Date(value), zone).replace(' ', 'T')
  const [isHalf, setHalf] = useState(false)
  const inUtc = value === null ? undefined : formatTime(new Date(value), UTC).replace(/:00 UTC$/, ' UTC')
  return (
    <FieldFrame
      id={id}
      label={zone === UTC ? `${label} (UTC)` : `${label} (${townOf(zone)} time)`}
      hint={
        <>
          {hint}
          {hint !== undefined && zone !== UTC && inUtc !== undefined && ' '}
          {zone !== UTC && inUtc !== undefined && <span className={styles.utc}>{inUtc}</span>}
          {isHalf && value === null && ' Enter date and time.'}
        </>
      }
      error={error}
    >
      {(described) => (
        <input
          {...described}
          id={id}
          type="datetime-local"
          name={name}
          className={`${fieldStyles.input} ${styles.input}`}
          value={shown}
          // Browsers offer years of six digits otherwise.
          max="9999-12-31T23:59"
          disabled={isDisabled}
          // From then on it shows what is stored: a time that the clocks skip became another one.
          onBlur={() => setTyped('')}
          onChange={({ currentTarget }) => {
            setHalf(currentTarget.validity.badInput)
            setTyped(currentTarget.value)
            onChange(momentOf(currentTarget.value, zone))
          }}
        />
      )}
    </FieldFrame>
  )
}

/** From an input value such as `2026-11-15T18:45`. */
function momentOf(entered: string, zone: string): string | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = entered.split(/[-T:]/).map(Number)
  const found = momentOfReading({ year, month, day, hour, minute }, zone)
  return entered === '' || found === undefined ? null : found.at.toISOString()
}
