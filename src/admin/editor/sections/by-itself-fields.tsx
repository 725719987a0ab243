import { useState } from 'react'
import { CheckboxField } from '../../parts/checkbox-field.tsx'
import { useEditing } from '../editor-context.ts'
import ticks from '../fields/tick-list.module.css'
import { reminderWords } from './reminder-words.ts'

const USUAL_MINUTES = [15, 60, 24 * 60, 3 * 24 * 60, 7 * 24 * 60]
const REMINDERS_AT_MOST = 5

/** What a maintenance does without anybody: begin, end, remind. */
export function ByItselfFields() {
  const { content, change, isReadOnly, idOf } = useEditing()
  // One that was taken out stays on offer while the editor is open.
  const [offered] = useState(() =>
    [...new Set([...USUAL_MINUTES, ...content.remind_before_minutes])].sort((a, b) => b - a),
  )
  const chosen = content.remind_before_minutes
  return (
    <>
      <div>
        <CheckboxField
          label="Goes to In Progress by itself when the window begins"
          isChecked={content.starts_by_itself}
          isDisabled={isReadOnly}
          onChange={(starts_by_itself) => change({ starts_by_itself })}
        />
        <CheckboxField
          label="Goes to Completed by itself when the window ends"
          isChecked={content.ends_by_itself}
          isDisabled={isReadOnly}
          onChange={(ends_by_itself) => change({ ends_by_itself })}
        />
      </div>
      <fieldset id={idOf('remind_before_minutes')} className={ticks.set} tabIndex={-1} disabled={isReadOnly}>
        <legend>Remind subscribers before it begins</legend>
        <ul className={ticks.ticks}>
          {offered.map((minutes) => (
            <li key={minutes}>
              <label className={ticks.tick}>
                <input
                  type="checkbox"
                  checked={chosen.includes(minutes)}
                  disabled={!chosen.includes(minutes) && chosen.length >= REMINDERS_AT_MOST}
                  onChange={(event) =>
                    change({
                      remind_before_minutes: event.currentTarget.checked
                        ? [...chosen, minutes]
                        : chosen.filter((one) => one !== minutes),
                    })
                  }
                />
                <span>{reminderWords(minutes)}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </>
  )
}
