import type { Choices } from '../../../contract/admin/choices.ts'
import type { PlaceKind } from '../../../domain/place-address.ts'
import {
  type NewPlaceState,
  ownSeverities,
  ownSeverity,
  type PlaceState,
  placeStateWords,
  tidyStates,
} from '../../../domain/place-states.ts'
import { type RecordKind, stateOfSeverity } from '../../../domain/record.ts'
import { StateShape } from '../../../ui/parts/state-shape.tsx'
import tones from '../../../ui/parts/tone.module.css'
import { toneOfState } from '../../../ui/parts/tone.ts'
import styles from './place-states.module.css'

export interface StatedPlaces {
  kind: RecordKind
  severity_tid: number
  services: readonly number[]
  data_centers: readonly number[]
  place_states: readonly PlaceState[]
}

export function hasPlaceStates({ kind, severity_tid }: Pick<StatedPlaces, 'kind' | 'severity_tid'>): boolean {
  return ownSeverities(kind, severity_tid).length > 0
}

export function PlaceStates({
  label,
  place,
  things,
  of,
  choices,
  isReadOnly = false,
  onChange,
  onRemove,
}: {
  label: string
  place: PlaceKind
  things: readonly { tid: number; name: string; is_retired: boolean }[]
  of: StatedPlaces
  choices: Choices
  isReadOnly?: boolean
  /** Only what was changed: states that don't fit a severity chosen meanwhile may fit again. */
  onChange: (changed: NewPlaceState) => void
  onRemove: (tid: number) => void
}) {
  const states = tidyStates(of.place_states, of)
  const offered = ownSeverities(of.kind, of.severity_tid)
  const severityName = (tid: number) =>
    placeStateWords(of.kind, tid, choices.severities.find((severity) => severity.tid === tid)?.name ?? '')
  return (
    <ul className={styles.places} aria-label={label}>
      {things.map(({ tid, name, is_retired }) => {
        const own = ownSeverity(states, place, tid)
        return (
          <li
            key={tid}
            className={`${tones.tone} ${styles.place}`}
            {...(own !== undefined && { 'data-tone': toneAt(own) })}
          >
            <span className={styles.name}>
              {own !== undefined && <StateShape tone={toneAt(own)} />}
              {name}
              {is_retired && ' (retired)'}
            </span>
            {isReadOnly ? (
              own !== undefined && <span>{severityName(own)}</span>
            ) : (
              <>
                <select
                  className={styles.state}
                  aria-label={`State of ${name}`}
                  value={own ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    onChange({ place, tid, severity_tid: value === '' ? null : Number(value) })
                  }
                >
                  <option value="">Same as the {of.kind}</option>
                  {/* Two editors may have set a state and a severity that don't fit. */}
                  {[...new Set([...(own === undefined ? [] : [own]), ...offered])].map((severity) => (
                    <option key={severity} value={severity}>
                      {severityName(severity)}
                    </option>
                  ))}
                </select>
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={`Remove ${name}`}
                  onClick={() => onRemove(tid)}
                >
                  <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
                    <path d="m4 4 8 8M12 4l-8 8" />
                  </svg>
                </button>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function toneAt(own: number) {
  return toneOfState(stateOfSeverity(own))
}
