import { useId } from 'react'
import { statesThatFit } from '../../../domain/place-states.ts'
import { StateShape } from '../../../ui/parts/state-shape.tsx'
import tones from '../../../ui/parts/tone.module.css'
import { toneOfSeverity } from '../../../ui/parts/tone.ts'
import { useEditing } from '../editor-context.ts'
import { SetError } from './set-error.tsx'
import styles from './severity-field.module.css'

export function SeverityField() {
  const { content, change, choices, isReadOnly, idOf, errorOf } = useEditing()
  const name = useId()
  const error = errorOf('severity_tid')
  const offered = choices.severities.filter(
    ({ tid, is_retired }) => tid === content.severity_tid || !is_retired,
  )
  return (
    <fieldset
      id={idOf('severity_tid')}
      className={styles.set}
      tabIndex={-1}
      disabled={isReadOnly}
      aria-describedby={error === undefined ? undefined : `${name}-error`}
    >
      <legend>Severity</legend>
      <div className={styles.choices}>
        {offered.map(({ tid, name: word }) => (
          <label key={tid} className={`${tones.tone} ${styles.choice}`} data-tone={toneOfSeverity(tid)}>
            <input
              type="radio"
              name={name}
              value={tid}
              checked={tid === content.severity_tid}
              onChange={() =>
                change({
                  severity_tid: tid,
                  ...(content.place_states && {
                    place_states: statesThatFit(content.place_states, { ...content, severity_tid: tid }),
                  }),
                })
              }
            />
            <StateShape tone={toneOfSeverity(tid)} />
            {word}
          </label>
        ))}
      </div>
      <SetError id={`${name}-error`} error={error} />
    </fieldset>
  )
}
