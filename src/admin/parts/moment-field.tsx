import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { formatTime, UTC } from '../../domain/format-time.ts'
import fieldStyles from '../../ui/forms/field.module.css'
import { FieldFrame } from '../../ui/forms/field-frame.tsx'
import { zoneWords } from '../../ui/times/zone-words.ts'
import { clockReading } from './clock-reading.ts'
import { useEditorZone } from './editor-zone.ts'
import styles from './moment-field.module.css'
import { type Doubt, typedTime } from './typed-time.ts'

/** The time is also shown in UTC, so that the user can verify how it was read. */
export function MomentField({
  label,
  hint,
  error,
  value,
  onChange,
  onUnreadable,
  quick = [],
  id: givenId,
  zone: givenZone,
  isReadOnly = false,
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** ISO 8601 */
  value: string | null
  onChange: (moment: string | null) => void
  onUnreadable?: (isUnreadable: boolean) => void
  /** Shortcut buttons. The label is the text that they enter. */
  quick?: readonly string[]
  id?: string
  zone?: string
  isReadOnly?: boolean
}) {
  const ownId = useId()
  const id = givenId ?? ownId
  const { zone: editorZone } = useEditorZone()
  const zone = givenZone ?? editorZone
  const [typed, setTyped] = useState<{ text: string; meant: string | null; doubt: Doubt | undefined }>()
  const [isLeft, setLeft] = useState(true)
  const picker = useRef<HTMLInputElement>(null)
  const isAboutThePast = quick.some((shortcut) => shortcut.startsWith('-'))

  // A value changed from elsewhere replaces the text in the field.
  const isOwn = typed !== undefined && typed.meant === value
  const shown = isOwn ? typed.text : value === null ? '' : clockReading(new Date(value), zone)
  const read = isOwn ? typedTime(typed.text, { now: new Date(), zone }) : undefined
  const isUnreadable = read?.kind === 'unclear'

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change is reported.
  useEffect(() => onUnreadable?.(isUnreadable), [isUnreadable])
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another zone the same text is a different time.
  useEffect(() => setTyped(undefined), [zone])

  function type(text: string) {
    const time = typedTime(text, { now: new Date(), zone })
    if (time.kind === 'unclear') return setTyped({ text, meant: value, doubt: undefined })
    const meant = time.kind === 'nothing' ? null : time.at.toISOString()
    setTyped({ text, meant, doubt: time.kind === 'moment' ? time.doubt : undefined })
    if (meant !== value) onChange(meant)
  }
  function leave() {
    setLeft(true)
    if (!isUnreadable && typed?.doubt === undefined) setTyped(undefined)
  }

  const wrong = isUnreadable && isLeft ? (read.why ?? NOT_UNDERSTOOD) : error
  const said = value === null || isUnreadable ? undefined : sayMoment(value, zone, shown)
  const doubt = isOwn && !isUnreadable ? typed.doubt : undefined
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={
        <>
          {said !== undefined && <span className={styles.utc}>{said} </span>}
          {doubt !== undefined && <strong className={styles.doubt}>{DOUBT_WORDS[doubt]} </strong>}
          {hint}
        </>
      }
      error={wrong}
    >
      {(described) => (
        <div className={styles.line}>
          <input
            {...described}
            id={id}
            className={fieldStyles.input}
            value={shown}
            readOnly={isReadOnly}
            autoComplete="off"
            spellCheck={false}
            placeholder={isReadOnly ? '' : `18:45, now, ${isAboutThePast ? '-30m' : '+30m'}`}
            onFocus={() => setLeft(false)}
            onBlur={leave}
            onChange={(event) => type(event.currentTarget.value)}
          />
          {!isReadOnly && (
            <>
              <button
                type="button"
                className={styles.pick}
                aria-label={`${label}: choose on a calendar`}
                onClick={() => openPicker(picker.current)}
              >
                <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
                  <path d="M2 3.5h12v10.5H2zM2 6.5h12M5 1.5v3M11 1.5v3" />
                </svg>
              </button>
              <input
                ref={picker}
                className={styles.picker}
                type="datetime-local"
                tabIndex={-1}
                aria-hidden="true"
                value={value === null ? '' : clockReading(new Date(value), zone).replace(' ', 'T')}
                onChange={(event) => type(event.currentTarget.value)}
              />
            </>
          )}
          {quick.map((text) => (
            <button
              key={text}
              type="button"
              className={styles.quick}
              aria-label={`${label}: ${text}`}
              onClick={() => {
                type(text)
                setTyped(undefined)
              }}
            >
              {text}
            </button>
          ))}
        </div>
      )}
    </FieldFrame>
  )
}

const NOT_UNDERSTOOD =
  'Not a valid time. Write 18:45, 2026-11-15 18:45, 15.11.2026 18:45, tomorrow 9 am, 18:45 CET, now or +30m.'

const DOUBT_WORDS: Record<Doubt, string> = {
  'comes-twice':
    'Clocks go back that night, so this hour occurs twice; we use the first. To choose the other, write the time in UTC, with UTC after it.',
  'is-skipped': 'Clocks go forward that night and skip this hour; we use the time after it.',
}

function sayMoment(value: string, zone: string, shown: string) {
  const at = new Date(value)
  const utc = formatTime(at, UTC).replace(/:\d\d UTC$/, ' UTC')
  if (zone === UTC) return `${utc}.`
  const reading = clockReading(at, zone)
  return `${reading === shown ? '' : `${reading} in `}${zoneWords(zone, at)}; that is ${utc}.`
}

function openPicker(input: HTMLInputElement | null) {
  try {
    input?.showPicker()
  } catch {
    // The browser has no picker; typing still works.
  }
}
