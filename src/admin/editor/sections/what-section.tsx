import { useEffect, useId, useRef } from 'react'
import { statesThatFit } from '../../../domain/place-states.ts'
import { RECORD_FIELDS } from '../../../domain/record-fields.ts'
import { ChoiceField } from '../../../ui/forms/choice-field.tsx'
import { StateShape } from '../../../ui/parts/state-shape.tsx'
import tones from '../../../ui/parts/tone.module.css'
import { toneOfSeverity } from '../../../ui/parts/tone.ts'
import { NOTIFICATION_TYPE_WORDS } from '../../parts/record-words.ts'
import { statusFits } from '../../records/status-fits.ts'
import { useEditing } from '../editor-context.ts'
import { CloudsField } from '../fields/clouds-field.tsx'
import { SetError } from '../fields/set-error.tsx'
import { Columns } from './section.tsx'
import styles from './what-section.module.css'

export function WhatSection({ hasFocusAtFirst }: { hasFocusAtFirst: boolean }) {
  const { content } = useEditing()
  return (
    <div className={styles.what}>
      <TitleField hasFocusAtFirst={hasFocusAtFirst} />
      {content.kind === 'notification' && content.notification_type !== null && (
        <p className={styles.type}>{NOTIFICATION_TYPE_WORDS[content.notification_type].one}</p>
      )}
      <SeverityField />
      <Columns>
        <StatusField />
      </Columns>
      <CloudsField />
    </div>
  )
}

function TitleField({ hasFocusAtFirst }: { hasFocusAtFirst: boolean }) {
  const { content, change, isReadOnly, idOf, errorOf } = useEditing()
  const input = useRef<HTMLTextAreaElement>(null)
  const error = errorOf('title')
  const id = idOf('title')
  useEffect(() => {
    if (hasFocusAtFirst) input.current?.focus()
  }, [hasFocusAtFirst])
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{RECORD_FIELDS.title.label}</label>
      <textarea
        ref={input}
        id={id}
        className={styles.input}
        dir="auto"
        rows={1}
        value={content.title}
        maxLength={RECORD_FIELDS.title.limit}
        readOnly={isReadOnly}
        autoComplete="off"
        placeholder={PLACEHOLDERS[content.kind]}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => change({ title: event.currentTarget.value.replace(/\s*\n\s*/g, ' ') })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
        }}
      />
      <SetError id={`${id}-error`} error={error} />
    </div>
  )
}

const PLACEHOLDERS = {
  incident: 'What is broken, and where',
  maintenance: 'What is being worked on, and where',
  advisory: 'Which vulnerability, in which product',
  notification: 'What changes',
}

/** Published records are closed by a separate action, which posts an update. */
function StatusField() {
  const { content, change, choices, isReadOnly, idOf, errorOf } = useEditing()
  const offered = choices.statuses.filter(
    (status) => status.id === content.status_id || (!status.is_retired && statusFits(content.kind, status)),
  )
  return (
    <ChoiceField
      id={idOf('status_id')}
      label="Status"
      error={errorOf('status_id')}
      value={content.status_id}
      isDisabled={isReadOnly}
      onPick={(picked) => change({ status_id: Number(picked) })}
    >
      {offered.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </ChoiceField>
  )
}

function SeverityField() {
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
