import { type ReactNode, useState } from 'react'
import { UTC } from '../../../domain/format-time.ts'
import { zoneWords } from '../../../ui/times/zone-words.ts'
import { CheckboxField } from '../../parts/check-fields.tsx'
import { useEditorZone, writeTimesIn } from '../../parts/editor-zone.ts'
import { MomentField } from '../../parts/moment-field.tsx'
import { useEditing } from '../editor-context.ts'
import ticks from '../fields/tick-list.module.css'
import { reminderWords } from './reminder-words.ts'
import { Columns, Section } from './section.tsx'
import styles from './times-section.module.css'

export function TimesSection() {
  const { content, choices } = useEditing()
  const isClosed = choices.statuses.find(({ id }) => id === content.status_id)?.is_closed === true
  return (
    <Section title={content.kind === 'maintenance' ? 'The window' : 'Times'}>
      <ZoneNote />
      {content.kind === 'maintenance' ? <WindowTimes /> : <PlainTimes />}
      <Columns>
        <TimeOfRecord
          field="next_update"
          label="Next update by"
          hint="Leave empty if you don’t promise one."
          quick={['+30m', '+1h']}
        />
        {(isClosed || content.closed_on !== null) && (
          <TimeOfRecord field="closed_on" label="Closed at" quick={['now']} />
        )}
      </Columns>
    </Section>
  )
}

function PlainTimes() {
  const { kind } = useEditing().content
  const [began, ended, ongoing] = WORDS[kind]
  return (
    <Columns>
      <TimeOfRecord field="from_time" label={began} quick={['now']} />
      <TimeOfRecord field="to_time" label={ended} hint={ongoing} />
    </Columns>
  )
}

const WORDS = {
  incident: ['Started at', 'Ended at', 'Leave empty while ongoing.'],
  advisory: ['Known since', 'Until', 'Leave empty while ongoing.'],
  notification: ['Takes effect at', 'Until', 'Leave empty if it has no end.'],
  maintenance: ['Starts at', 'Ends at', ''],
} as const

function WindowTimes() {
  return (
    <>
      <Columns>
        <TimeOfRecord field="from_time" label="Planned start" />
        <TimeOfRecord field="to_time" label="Planned end" />
      </Columns>
      <ByItselfFields />
      <Columns>
        <TimeOfRecord field="actual_from_time" label="Actual start" hint="Leave empty until it does." />
        <TimeOfRecord field="actual_to_time" label="Actual end" hint="Leave empty until it does." />
      </Columns>
    </>
  )
}

const USUAL_MINUTES = [15, 60, 24 * 60, 3 * 24 * 60, 7 * 24 * 60]
const REMINDERS_AT_MOST = 5

function ByItselfFields() {
  const { content, change, isReadOnly, idOf } = useEditing()
  // A removed reminder stays available while the editor is open.
  const [offered] = useState(() =>
    [...new Set([...USUAL_MINUTES, ...content.remind_before_minutes])].sort((a, b) => b - a),
  )
  const chosen = content.remind_before_minutes
  return (
    <>
      <div>
        <CheckboxField
          label="Changes to In Progress automatically when the window starts"
          isChecked={content.starts_by_itself}
          isDisabled={isReadOnly}
          onChange={(starts_by_itself) => change({ starts_by_itself })}
        />
        <CheckboxField
          label="Changes to Completed automatically when the window ends"
          isChecked={content.ends_by_itself}
          isDisabled={isReadOnly}
          onChange={(ends_by_itself) => change({ ends_by_itself })}
        />
      </div>
      <fieldset id={idOf('remind_before_minutes')} className={ticks.set} tabIndex={-1} disabled={isReadOnly}>
        <legend>Remind subscribers before it starts</legend>
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

function ZoneNote() {
  const { zone, others } = useEditorZone()
  return (
    <p className={styles.note}>
      Times are written in {words(zone)}.
      {others.map((other) => (
        <button key={other} type="button" className="linkLike" onClick={() => writeTimesIn(other)}>
          Write them in {words(other)}
        </button>
      ))}
    </p>
  )
}

function words(zone: string) {
  return zone === UTC ? 'UTC' : zoneWords(zone, new Date())
}

type TimeField = 'from_time' | 'to_time' | 'actual_from_time' | 'actual_to_time' | 'closed_on' | 'next_update'

function TimeOfRecord({
  field,
  label,
  hint,
  quick,
}: {
  field: TimeField
  label: string
  hint?: ReactNode
  quick?: readonly string[]
}) {
  const { content, change, isReadOnly, idOf, errorOf, setUnreadable } = useEditing()
  return (
    <MomentField
      id={idOf(field)}
      label={label}
      hint={hint}
      {...(quick !== undefined && !isReadOnly && { quick })}
      value={content[field]}
      error={errorOf(field)}
      isReadOnly={isReadOnly}
      onChange={(moment) => change({ [field]: moment })}
      onUnreadable={(isUnreadable) => setUnreadable(field, isUnreadable)}
    />
  )
}
